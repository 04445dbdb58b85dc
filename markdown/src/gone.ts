import { Markdown } from './markdown.ts';

/** What the service writes as the target of a link after the target was deleted. */
export const GONE_MARKS = ['broken-reference', '/broken/'] as const;

const GONE = /^(?:broken-reference\/?|\/broken\/(?:pages|spaces|files)\/[^?#]*)(?:[?#]|$)/;

/** Whether the service wrote this target for a link whose own target was deleted. */
export function isGone(url: string): boolean {
  return GONE.test(url);
}

/** The text with every link to a deleted target reduced to its label, as a platform may store it. */
export function withoutGone(text: string): string {
  if (!GONE_MARKS.some((mark) => text.includes(mark))) return text;
  return Markdown.read(text).retargeted(({ url }) => (isGone(url) ? null : undefined));
}
