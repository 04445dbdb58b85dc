import { Markdown } from './markdown.ts';

/** What the service writes as the target of a link after the target was deleted. */
export const DELETED_TARGETS = ['broken-reference', '/broken/'] as const;

const WRITTEN_FOR_DELETED =
  /^(?:broken-reference\/?|\/broken\/(?:pages|spaces|files|openapi)\/[^?#]*)(?:[?#]|$)/;

/** Whether the service wrote this target for a link whose own target was deleted. */
export function isDeletedTarget(url: string): boolean {
  return WRITTEN_FOR_DELETED.test(url);
}

/** The text with every link to a deleted target reduced to its label, as a platform may store it. */
export function withoutDeletedTargets(text: string): string {
  if (!DELETED_TARGETS.some((mark) => text.includes(mark))) return text;
  return Markdown.read(text).retargeted(({ url }) => (isDeletedTarget(url) ? null : undefined));
}
