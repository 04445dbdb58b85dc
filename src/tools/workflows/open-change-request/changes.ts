import type { z } from 'zod';
import type { PageChange } from '../../../operations/content-changes.ts';

/** A change of a content edit. */
export type Change = z.infer<typeof PageChange>;

/** What an inserted page goes by until it has an id. */
export function insertedId(index: number): string {
  return `changes[${index}]`;
}

/** The labels that changes give to the pages or the files that they make. */
export function refsOf(changes: readonly Change[]): { pages: string[]; files: string[] } {
  const labels = (all: readonly { ref?: string }[]) => all.flatMap(({ ref }) => ref ?? []);
  return { pages: labels(changes), files: labels(changes.flatMap(({ files = [] }) => files)) };
}

/** What a text may begin with to say more of its page than its words; its inside is the first group. */
export const FRONTMATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;
