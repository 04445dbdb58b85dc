import { differenceOf } from '../../../content/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import { FRONTMATTER } from './changes.ts';
import { isInternal, type MarkdownLink, packedLinksIn, unpacked } from './markdown-links.ts';

/**
 * What the platform stored differently from what was sent, as a unified diff; undefined if nothing. Ignores titles
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
  const [own, theirs] = [text, other].map((one) =>
    unpacked(packedLinksIn(one)).filter(isInternal),
  ) as [MarkdownLink[], MarkdownLink[]];
  if (own.length !== theirs.length) return text;
  let result = '';
  let done = 0;
  for (const [index, { target }] of own.entries()) {
    result += text.slice(done, target[0]) + theirs[index]?.url;
    done = target[1];
  }
  return result + text.slice(done);
}
