import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '../tools/index.ts';
import { hasStructuredContent, reduceToRevision } from './revisions.ts';

/** The result of a call, in protocol form. */
export function toolResult(result: ToolResult): CallToolResult {
  const { structured, isError } = result;
  return {
    content: toolContent(result),
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}

/**
 * The fields of a result for a client of this revision, as JSON without the closing brace. In pieces, because joining
 * long strings copies them, and writing them copies them anyway.
 */
export function resultFields(result: ToolResult, revision: string): string[] {
  const { text, structured, isError } = result;
  const pieces = ['{"content":', ...contentOf(result, revision)];
  // The text of a structured result is its JSON.
  if (structured && hasStructuredContent(revision)) pieces.push(',"structuredContent":', text);
  if (isError) pieces.push(',"isError":true');
  return pieces;
}

/** The content of a result as JSON, in pieces. Every revision supports text. */
function contentOf(result: ToolResult, revision: string): string[] {
  const { text, json = JSON.stringify(text), pictures = [], links = [] } = result;
  if (pictures.length === 0 && links.length === 0) return ['[{"type":"text","text":', json, '}]'];
  return [JSON.stringify(reduceToRevision('content', toolContent(result), revision))];
}

/** The text of a result, its images, and links to what it mentions, with fields in the SDK's order. */
export function toolContent({
  text,
  pictures = [],
  links = [],
}: ToolResult): CallToolResult['content'] {
  return [
    { type: 'text', text },
    ...pictures.map(({ bytes, mimeType }) => ({
      type: 'image' as const,
      data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
      mimeType,
    })),
    ...links.map(({ uri, name, mimeType, size, annotations }) => ({
      name,
      uri,
      ...(mimeType !== undefined && { mimeType }),
      ...(size !== undefined && { size }),
      annotations,
      type: 'resource_link' as const,
    })),
  ];
}

/** The error for an unknown tool. */
export function unknownTool(name: string): string {
  return `Unknown tool: ${name}`;
}
