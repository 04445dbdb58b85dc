import { normalizeText } from './parse.ts';
import { mergeLines } from './three-way.ts';

export interface MergedText {
  text: string;
  conflict: boolean;
}

/** Two descendants of one text, and their labels in conflict markers. */
export interface TextSides {
  base: string;
  first: { text: string; label: string };
  second: { text: string; label: string };
}

/**
 * Three-way merge of two texts by lines. Lines that both sides changed stay in both versions, between conflict
 * markers. Blank lines around the markers make them paragraphs of their own: directly below a line of text, a row of
 * equals signs would turn it into a heading.
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
