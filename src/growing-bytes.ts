export { GrowingBytes } from '@docs-platform-mcp/platform/growing-bytes';
