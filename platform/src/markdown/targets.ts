export { type Target, targetOf } from '@docs-platform-mcp/markdown/repository';
