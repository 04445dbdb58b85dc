export { isLoopback } from '@docs-platform-mcp/platform/loopback';
