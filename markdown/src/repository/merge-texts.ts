import { normalizeText } from './parse.ts';
import { mergeLines } from './three-way.ts';

export interface MergedText {
  text: string;
  conflict: boolean;
}

/** Two texts that one was made into, and what they are called where both stay. */
export interface TextSides {
  base: string;
  first: { text: string; label: string };
  second: { text: string; label: string };
}

/**
 * Three-way merge of two texts by lines. Where both sides changed the same lines, both versions stay in the
 * text between conflict markers. Blank lines around the markers keep them paragraphs of their own: directly
 * under a line of text, a row of equals signs would make it a heading.
 */
export function mergeTexts({ base, first, second }: TextSides): MergedText {
  const lines = (text: string) => text.split('\n');
  const { regions, isCoarse } = mergeLines(lines(base), lines(first.text), lines(second.text));
  const note = isCoarse ? ' (too different to be compared line by line)' : '';
  let conflict = false;
  const merged = regions.flatMap((region) => {
    if ('lines' in region) return region.lines;
    conflict = true;
    return [
      '',
      `<<<<<<< ${first.label}`,
      '',
      ...region.theirs,
      '',
      '=======',
      '',
      ...region.ours,
      '',
      `>>>>>>> ${second.label}${note}`,
      '',
    ];
  });
  return { text: normalizeText(merged.join('\n')), conflict };
}
