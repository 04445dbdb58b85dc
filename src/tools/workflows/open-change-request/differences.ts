import { differenceOf } from '../../../content/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import { FRONTMATTER } from './changes.ts';
import { internalLinksIn } from './markdown-links.ts';

/**
 * What the platform stored differently from what was sent, as a unified diff: undefined where that is nothing. Titles
 * and frontmatter, which it keeps elsewhere, hidden parts, and its way of writing where links lead are none.
 */
export function storedDifferently(sent: string, stored: string): string | undefined {
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

/** The text with its links leading where those of the other text do, one by one; as it is where it has more or fewer. */
function withTargetsOf(other: string, text: string): string {
  const [own, theirs] = [internalLinksIn(text), internalLinksIn(other)];
  if (own.length !== theirs.length) return text;
  let result = '';
  let done = 0;
  for (const [index, { target }] of own.entries()) {
    result += text.slice(done, target[0]) + theirs[index]?.url;
    done = target[1];
  }
  return result + text.slice(done);
}
