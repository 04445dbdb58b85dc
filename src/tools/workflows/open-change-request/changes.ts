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

/** Longer values of settings are left out. */
const MAX_VALUE = 80;

/**
 * The settings in the frontmatter that a text begins with, which its diff does not show: each with its value and, if the
 * page is known to have had one, the value before, unless they are long.
 */
export function frontmatterSet(sent = '', before: object = {}): { frontmatter?: string } {
  const [, content = ''] = FRONTMATTER.exec(sent) ?? [];
  const set = [...content.matchAll(/^([\w-]+):(.*)$/gm)].map(([, key = '', value = '']) =>
    settingSet(key, value.trim(), (before as Record<string, unknown>)[key]),
  );
  return set.length > 0 ? { frontmatter: `sets ${set.join(', ')}` } : {};
}

/** A setting with its values. Values of several lines are left out. */
function settingSet(key: string, written: string, before: unknown): string {
  const value = /^(["'])(.*)\1$/.exec(written)?.[2] ?? written;
  const isPlain = value === written ? /^[^>|[\]{}&*!#"'`@%]/.test(value) : true;
  if (!isPlain || value.length > MAX_VALUE) return key;
  const earlier = typeof before === 'string' || before === true ? String(before) : undefined;
  if (earlier === value) return `${key} as before`;
  const was = earlier !== undefined && earlier.length <= MAX_VALUE;
  return `${key}: ${was ? `${JSON.stringify(earlier)} → ` : ''}${JSON.stringify(value)}`;
}
