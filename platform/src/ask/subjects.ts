import { rowsInStep } from '../search/rank.ts';
import { anyOf } from '../search/words.ts';
import type { Database } from '../store/database.ts';

/** Names, in lower case, that all documentation of a space is about, by space. */
export type Subjects = ReadonlyMap<string, readonly string[]>;

/** The least share of the pages of a space that have the name of its subject. */
const EVERYWHERE = 0.45;

/** The least share of the pages of a space that may be about a name. */
const SOMEWHERE = 0.05;

/** Maximum number of sections in which to look for a name. */
const MAX_EXAMINED = 10_000;

/** Spaces with fewer pages that have a name say nothing about it. */
const MIN_PAGES = 3;

/** Which of these names is the subject of a space: a large share of its pages has it. */
export function subjectsOf(
  db: Database,
  spaces: readonly string[],
  names: readonly string[],
): Subjects {
  const found = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const about = pagesWith(db, spaces, anyOf([name])).filter(
      ({ space, pages }) => pages >= pagesOf(db, space) * EVERYWHERE,
    );
    // The index finds the product `Currents` wherever something is current.
    const named = about.filter(({ title }) => title?.toLowerCase().includes(name));
    for (const { space } of named.length > 0 ? named : about) {
      found.set(space, [...(found.get(space) ?? []), name]);
    }
  }
  return found;
}

/** The spaces of which a share of the pages matches an expression for a name, those with most of them first. */
export function spacesNaming(
  db: Database,
  spaces: readonly string[],
  expression: string,
): { space: string; isEverywhere: boolean }[] {
  return pagesWith(db, spaces, expression)
    .map(({ space, pages }) => ({ space, share: pages / pagesOf(db, space) }))
    .filter(({ share }) => share >= SOMEWHERE)
    .sort((one, other) => other.share - one.share)
    .map(({ space, share }) => ({ space, isEverywhere: share >= EVERYWHERE }));
}

/** Spaces that are about the same names, which are searched together: an organization may have hundreds. */
export function spacesBySubject(
  subjects: Subjects,
): { names: readonly string[]; spaces: string[] }[] {
  const groups = new Map<string, { names: readonly string[]; spaces: string[] }>();
  for (const [space, names] of subjects) {
    const key = names.join(' ');
    const group = groups.get(key) ?? { names, spaces: [] };
    group.spaces.push(space);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function pagesWith(db: Database, spaces: readonly string[], expression: string) {
  const sql = `SELECT section.space AS space, COUNT(DISTINCT section.page) AS pages,
      (SELECT title FROM space WHERE id = section.space) AS title
    FROM (SELECT rowid AS id FROM section_text WHERE section_text MATCH ? LIMIT ${MAX_EXAMINED}) AS named
    JOIN section ON section.id = named.id WHERE section.space IN (SELECT value FROM json_each(?))
    GROUP BY section.space HAVING pages >= ${MIN_PAGES}`;
  return rowsInStep<{ space: string; pages: number; title: string | null }>(
    db,
    sql,
    expression,
    JSON.stringify(spaces),
  );
}

function pagesOf(db: Database, space: string): number {
  const sql = 'SELECT COUNT(DISTINCT page) AS total FROM section WHERE space = ?';
  const [row] = rowsInStep<{ total: number }>(db, sql, space);
  return row?.total ?? 0;
}
