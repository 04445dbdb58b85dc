import { Markdown } from './markdown.ts';

/** What the service writes into the target of a link whose target is gone. */
export const GONE_MARKS = ['broken-reference', '/broken/'] as const;

const GONE = /^(?:broken-reference\/?|\/broken\/(?:pages|spaces|files)\/[^?#]*)(?:[?#]|$)/;

/** Whether a target is one that the service itself writes for a link whose target is gone. */
export function isGone(url: string): boolean {
  return GONE.test(url);
}

/** The text with the words of links to targets that are gone, which a platform may keep alone. */
export function withoutGone(text: string): string {
  if (!GONE_MARKS.some((mark) => text.includes(mark))) return text;
  return Markdown.read(text).redirected(({ url }) => (isGone(url) ? null : undefined));
}
