export { changedRuns } from '@docs-platform-mcp/markdown/repository';
