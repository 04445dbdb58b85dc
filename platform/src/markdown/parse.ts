export {
  cleanText,
  normalizeText,
  parseMarkdown,
  printMarkdown,
  span,
} from '@docs-platform-mcp/markdown/repository';
