export { LAYOUT_PARTS } from '@docs-platform-mcp/markdown/repository';
