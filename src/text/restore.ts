import { diff3Merge } from 'node-diff3';

interface Versions {
  /** The text as the platform has it. */
  original: string;
  /** What was shown of it. */
  sanitized: string;
  /** What came back. */
  edited: string;
}

/**
 * What came back with the hidden parts of the original where nothing was edited, so that reading a text and
 * writing it back loses nothing. Where both say something of a line, what was edited wins.
 */
export function restoreHidden({ original, sanitized, edited }: Versions): string {
  if (original === sanitized) return edited;
  const regions = diff3Merge(edited.split('\n'), sanitized.split('\n'), original.split('\n'), {
    excludeFalseConflicts: true,
  });
  return regions.flatMap((region) => region.ok ?? region.conflict?.a ?? []).join('\n');
}
