import { mergeKeepingFirst } from '@docs-platform-mcp/markdown/repository';
import { sectionFinder } from '../../../content/index.ts';
import { sanitizeText } from '../../../text/index.ts';

/** The text of a page in three states. */
export interface TextStates {
  /** Before the change request. */
  was: string;
  /** As the change request left it. */
  made: string;
  /** At present. */
  is: string;
}

/** A passage in which later changes stay, because they changed the same words. */
export interface KeptPassage {
  section?: string;
  now: string;
  before: string;
}

/** Undoes the changes from `was` to `made` in the present text. Passages that were changed again stay. */
export function undoInText({ was, made, is }: TextStates): { text: string; kept: KeptPassage[] } {
  const { text, conflicts } = mergeKeepingFirst({ base: made, first: is, second: was });
  if (conflicts.length === 0) return { text, kept: [] };
  const sectionOf = sectionFinder(text);
  const starts = [0];
  for (const line of text.split('\n')) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const kept = conflicts.map(({ line, count, kept: now, other }) => {
    const [start = 0, after = 0] = [starts[line], starts[line + count]];
    return {
      ...sectionOf({ start, end: Math.max(start, after - 1) }),
      now: sanitizeText(now),
      before: sanitizeText(other),
    };
  });
  return { text, kept };
}

const MAX_PLACES = 10;

/** Maximum characters of one side of a passage. */
const MAX_SIDE = 600;

/** The first passages, each side cut off at a maximum length. */
export function limitPassages(places: readonly KeptPassage[]): KeptPassage[] {
  const cut = (text: string) => (text.length > MAX_SIDE ? `${text.slice(0, MAX_SIDE)}…` : text);
  return places
    .slice(0, MAX_PLACES)
    .map((place) => ({ ...place, now: cut(place.now), before: cut(place.before) }));
}
