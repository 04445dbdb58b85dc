import type { PageEdit } from '../../../operations/content-changes.ts';

export type { PageEdit };

/** The temporary id of an inserted page. */
export function temporaryId(index: number): string {
  return `changes[${index}]`;
}

/** The refs that changes assign to the pages or files that they insert. */
export function refsOf(changes: readonly PageEdit[]): { pages: string[]; files: string[] } {
  const labels = (all: readonly { ref?: string }[]) => all.flatMap(({ ref }) => ref ?? []);
  return { pages: labels(changes), files: labels(changes.flatMap(({ files = [] }) => files)) };
}

/** The frontmatter of a text; the first group is its content. */
export const FRONTMATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;

/** The settings in the frontmatter that a text begins with, which its diff does not show. */
export function frontmatterSet(sent = ''): { frontmatter?: string } {
  const keys = FRONTMATTER.exec(sent)?.[1]?.match(/^[\w-]+(?=:)/gm) ?? [];
  return keys.length > 0 ? { frontmatter: `sets ${keys.join(', ')}` } : {};
}
