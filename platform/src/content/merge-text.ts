import { normalizeText } from '../markdown/parse.ts';
import { textTask } from '../workers/task.ts';
import { mergeLines } from './three-way.ts';

export interface MergedText {
  text: string;
  conflict: boolean;
}

export interface TextSides {
  base: string;
  theirs: string;
  ours: string;
  /** Whose text ours is. */
  label: string;
}

/**
 * Three-way merge of two texts by lines. Where both sides changed the same lines, both versions stay in the
 * text between conflict markers. Blank lines around the markers keep them paragraphs of their own: directly
 * under a line of text, a row of equals signs would make it a heading.
 */
export function mergeText({ base, theirs, ours, label }: TextSides): MergedText {
  const lines = (text: string) => text.split('\n');
  const { regions, isCoarse } = mergeLines(lines(base), lines(theirs), lines(ours));
  const note = isCoarse ? ' (too different to be compared line by line)' : '';
  let conflict = false;
  const merged = regions.flatMap((region) => {
    if ('lines' in region) return region.lines;
    conflict = true;
    return [
      '',
      '<<<<<<< primary content',
      '',
      ...region.theirs,
      '',
      '=======',
      '',
      ...region.ours,
      '',
      `>>>>>>> ${label}${note}`,
      '',
    ];
  });
  return { text: normalizeText(merged.join('\n')), conflict };
}

/** As `mergeText`; the sides as JSON. */
export const MERGE_TEXT = textTask('mergeText', (sides) =>
  mergeText(JSON.parse(sides) as TextSides),
);
