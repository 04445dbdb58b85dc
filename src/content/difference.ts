import { createTwoFilesPatch } from 'diff';

/** What the platform stored differently from what was sent, as a unified diff. */
export function differenceOf(sent: string, stored: string): string {
  return patch(['sent', 'stored'], [sent.trim(), stored.trim()], 1);
}

/** A unified diff of two texts under their names. */
export function patch(
  [from, to]: [string, string],
  [before, after]: [string, string],
  context: number,
): string {
  return createTwoFilesPatch(from, to, before, after, undefined, undefined, { context });
}
