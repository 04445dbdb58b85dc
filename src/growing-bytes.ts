export { framingOf, GrowingBytes } from '@docs-platform-mcp/platform/growing-bytes';
