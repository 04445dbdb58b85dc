export { type StoredTarget, targetOf } from '@docs-platform-mcp/markdown/repository';
