export {
  type Part,
  partsOf,
  printHeading,
} from '@docs-platform-mcp/markdown/repository';
