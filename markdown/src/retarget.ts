import { referenceName } from './inline.ts';
import { type Range, type Replacement, replaceRanges } from './range.ts';
import type { Reference, References } from './references.ts';

/** The new target of a reference: a URL, undefined to keep it, or null to keep only what a reader sees. */
export type NewTarget = (reference: Reference) => string | null | undefined;

/**
 * The text with its references retargeted. Each new target replaces the old one in place, and nothing else changes. A
 * tag cannot be reduced to its visible part, so it stays.
 */
export function retargetReferences(text: string, found: References, newTarget: NewTarget): string {
  const edits: Replacement[] = [];
  const removed = new Set<string>();
  for (const reference of found.references) {
    const { form, url, whole, label, target } = reference;
    const to = newTarget(reference);
    if (to === undefined || to === url) continue;
    if (to !== null) {
      edits.push({ ...target, text: writtenLink(reference, to, text) });
    } else if (form === 'definition') {
      edits.push({ ...whole, text: '' });
      if (label) removed.add(referenceName(text.slice(label.start, label.end)));
    } else edits.push(...withoutMarks(whole, label));
  }
  for (const { name, whole, label } of found.indirect) {
    if (removed.has(name)) edits.push(...withoutMarks(whole, label));
  }
  return replaceRanges(text, edits);
}

function withoutMarks(whole: Range, label: Range | undefined): Replacement[] {
  if (!label) return [];
  return [
    { start: whole.start, end: label.start, text: '' },
    { start: label.end, end: whole.end, text: '' },
  ];
}

/** A target as it must be written in its position. */
function writtenLink({ form, target }: Reference, url: string, text: string): string {
  switch (form) {
    case 'html':
      return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
    case 'liquid':
      return url.replaceAll('"', '%22').replaceAll("'", '%27');
    case 'autolink':
      return encoded(url, /[\s<>]/g);
    default: {
      const isPointed = text.charAt(target.start - 1) === '<';
      if (isPointed) return url.replaceAll(/[\n\r]/g, '').replaceAll(/[<>]/g, '\\$&');
      return /[\s()<>\\]/.test(url) ? encoded(url, /[\s()<>\\]/g) : url;
    }
  }
}

function encoded(url: string, characters: RegExp): string {
  return url.replaceAll(
    characters,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
