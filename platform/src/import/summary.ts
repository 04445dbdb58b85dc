export { readSummary } from '@docs-platform-mcp/markdown/repository';
