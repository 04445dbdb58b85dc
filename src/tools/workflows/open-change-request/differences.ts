import { Markdown } from '@docs-platform-mcp/markdown';
import { differenceOf } from '../../../content/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import { FRONTMATTER } from './changes.ts';
import { isInternal } from './markdown-links.ts';

/**
 * The differences between the sent and the stored text, as a unified diff; undefined if there are none. Ignores titles
 * and frontmatter, which it keeps elsewhere, hidden parts, and its way of writing link targets.
 */
export function storedDifferently({
  sent,
  stored,
}: {
  sent: string;
  stored: string;
}): string | undefined {
  const [was, is] = [bodyOf(sent), bodyOf(stored)];
  const compared = withTargetsOf(is, was);
  return compared === is ? undefined : differenceOf(compared, is);
}

function bodyOf(text: string): string {
  return sanitizeText(text)
    .replace(FRONTMATTER, '')
    .trimStart()
    .replace(/^# .*\n*/, '')
    .trim();
}

/**
 * The text with its link targets replaced, one by one, by those of the other text; unchanged if the number of links
 * differs.
 */
function withTargetsOf(other: string, text: string): string {
  const theirs = internalIn(Markdown.read(other));
  const own = Markdown.read(text);
  if (internalIn(own).length !== theirs.length) return text;
  let next = 0;
  return own.retargeted((link) => {
    if (!isInternal(link)) return undefined;
    next += 1;
    return theirs[next - 1]?.url;
  });
}

function internalIn({ references }: Markdown) {
  return references.references.filter(isInternal);
}
