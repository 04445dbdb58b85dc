import { diff3Merge } from 'node-diff3';
import { normalizeText } from '../markdown/parse.ts';

export interface MergedText {
  text: string;
  conflict: boolean;
}

/**
 * Three-way merge of two texts by lines. Where both sides changed the same lines, both versions stay in the
 * text between conflict markers. Blank lines around the markers keep them paragraphs of their own: directly
 * under a line of text, a row of equals signs would make it a heading.
 */
export function mergeText(base: string, theirs: string, ours: string, label: string): MergedText {
  let conflict = false;
  const lines = diff3Merge(ours.split('\n'), base.split('\n'), theirs.split('\n'), {
    excludeFalseConflicts: true,
  }).flatMap((region) => {
    if (region.ok) return region.ok;
    conflict = true;
    const { a = [], b = [] } = region.conflict ?? {};
    return [
      '',
      '<<<<<<< primary content',
      '',
      ...b,
      '',
      '=======',
      '',
      ...a,
      '',
      `>>>>>>> ${label}`,
      '',
    ];
  });
  return { text: normalizeText(lines.join('\n')), conflict };
}
