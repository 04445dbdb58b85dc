import { isDeepStrictEqual } from 'node:util';
import { mergeTexts } from '@docs-platform-mcp/markdown/repository';
import { ATTRIBUTES } from './attributes.ts';
import type { PageFacts } from './state.ts';

/** Labels of the two sides in conflict markers. */
export const HERE = 'this folder';
export const THERE = 'the platform';

/** A merged page, and the facts that both sides changed differently. For those the local value is kept. */
export interface MergedFacts {
  facts: PageFacts;
  contested: { name: string; here: unknown; there: unknown }[];
}

/** Merges a page's metadata. */
export function mergeFacts(base: PageFacts, here: PageFacts, there: PageFacts): MergedFacts {
  const contested: MergedFacts['contested'] = [];
  const merged = <T>(name: string, was: T, ours: T, theirs: T): T => {
    if (isDeepStrictEqual(ours, was) || isDeepStrictEqual(ours, theirs)) return theirs;
    if (!isDeepStrictEqual(theirs, was)) contested.push({ name, here: ours, there: theirs });
    return ours;
  };
  const attributes = ATTRIBUTES.flatMap((name) => {
    const value = merged(
      name,
      base.attributes[name],
      here.attributes[name],
      there.attributes[name],
    );
    return value === undefined ? [] : [[name, value]];
  });
  const title = merged('title', base.title, here.title, there.title);
  const slug = merged('slug', base.slug, here.slug, there.slug);
  return { facts: { title, slug, attributes: Object.fromEntries(attributes) }, contested };
}

/** Merges two texts of a page. Lines that both sides changed stay in both versions, between conflict markers. */
export function mergeBodies(
  base: string,
  here: string,
  there: string,
): { text: string; conflict: boolean } {
  if (here === base || here === there) return { text: there, conflict: false };
  if (there === base) return { text: here, conflict: false };
  return mergeTexts({
    base,
    first: { text: here, label: HERE },
    second: { text: there, label: THERE },
  });
}
