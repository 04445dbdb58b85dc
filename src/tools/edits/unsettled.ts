import { markedParts } from '../../content/index.ts';

/** A written text in which both sides of a conflict still stand. */
export interface Unsettled {
  page?: string;
  /** Lines of the first marks, counted from 1. */
  lines: number[];
}

/** What to say of written texts with both sides of a conflict, to spread into a result; nothing of others. */
export function unsettledIn(texts: readonly { page?: string; markdown?: string }[]): {
  unsettled?: Unsettled[];
} {
  const unsettled = texts.flatMap(({ page, markdown = '' }) => {
    const lines = markedParts(markdown).map(({ line }) => line);
    return lines.length > 0 ? [{ page, lines }] : [];
  });
  return unsettled.length > 0 ? { unsettled } : {};
}
