import { Markdown } from '@docs-platform-mcp/markdown';
import { sanitizeText } from '../../../text/index.ts';
import { applyTextEdits } from '../../edits/text-edits.ts';
import { sectionsOf } from './text.ts';

/** The text without sections that moved elsewhere, or what is wrong with their names. */
export function removeSections(
  markdown: string,
  names: string,
): { text: string } | { problem: string } {
  const found = sectionsOf(Markdown.read(sanitizeText(markdown)), names);
  if ('problem' in found) return found;
  const edits = found.sections
    .map(({ start, end }) => ({ start, end, text: '' }))
    .sort((a, b) => a.start - b.start);
  return { text: applyTextEdits(markdown, edits) };
}
