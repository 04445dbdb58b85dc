import { commonLines } from '@docs-platform-mcp/markdown';
import { foldConfusable } from '../../../text/index.ts';

const TOKEN = /[\p{L}\p{N}]+|\s|[^\p{L}\p{N}\s]/gu;

/** The replacement of a text, with the quotation marks, dashes and spaces of the text where both say the same. */
export function keepPunctuation(found: string, replacement: string): string {
  const [was, is] = [tokensOf(found), tokensOf(replacement)];
  const result = [...is];
  for (const [from, to] of commonLines(was.map(foldConfusable), is.map(foldConfusable))) {
    result[to] = was[from] as string;
  }
  return result.join('');
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}
