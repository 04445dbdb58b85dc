import { generateKeyBetween } from 'fractional-indexing';
import { slug as slugify } from 'github-slugger';
import { unprocessable } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { ContentState, Page } from './model.ts';
import { pages } from './tables.ts';

/** The number of levels that pages can nest. */
const MAX_LEVELS = 100;

/** The service's limit for the pages of a space. */
export const MAX_PAGES = 5_000;

/** @throws {ApiError} 422 for more levels of pages than there can be. */
export function requireLevels(levels: number): void {
  if (levels > MAX_LEVELS) {
    throw unprocessable(
      `Pages nest ${levels} levels deep here; at most ${MAX_LEVELS} are possible`,
    );
  }
}

/** The ids of a page and its descendants. */
export function branchOf(db: Database, state: ContentState, page: string): string[] {
  return aboutBranch<{ id: string }>(db, state, page, 'id').map(({ id }) => id);
}

/** The number of levels and pages of a page and its descendants. */
export function sizeOfBranch(
  db: Database,
  state: ContentState,
  page: string,
): { levels: number; pages: number } {
  const sizes = 'MAX(level) AS levels, COUNT(*) AS pages';
  const [size] = aboutBranch<{ levels: number; pages: number }>(db, state, page, sizes);
  return size ?? { levels: 0, pages: 0 };
}

/** Columns of a page and its descendants, or aggregates of them: their ids, and their levels below it. */
function aboutBranch<Row>(db: Database, state: ContentState, page: string, columns: string): Row[] {
  // Merges can leave pages in a ring, whose levels would never end.
  const { sql, bound } = pages.query(state, 'page.parent = below.id AND level <= ?', [MAX_LEVELS], {
    select: 'page.id, level + 1 FROM below CROSS JOIN page',
    union: 'UNION',
  });
  return db.all<Row>(
    `WITH RECURSIVE below (id, level) AS (SELECT ?, 1 UNION ${sql}) SELECT ${columns} FROM below`,
    ...[page, ...bound],
  );
}

/** The children of a page, or the root pages, in order. Others get turns in between: only for requests that read. */
export function listChildren(db: Database, state: ContentState, parent: string | null): Page[] {
  return pages.listed(db, state, 'parent IS ?', parent).sort(byPosition);
}

export function hasChildren(db: Database, state: ContentState, parent: string): boolean {
  const { sql, bound } = pages.query(state, 'parent IS ?', [parent]);
  return db.get(`${sql} LIMIT 1`, ...bound) !== undefined;
}

/** Of these pages, the one with this id and its descendants, or those below the root: parents first. */
export function treeOrder(all: readonly Page[], root: string | null): Page[] {
  const children = new Map<string | null, Page[]>();
  for (const page of all) {
    const siblings = children.get(page.parent);
    if (siblings) siblings.push(page);
    else children.set(page.parent, [page]);
  }
  for (const siblings of children.values()) siblings.sort(byPosition);
  const found = new Set(all.filter(({ id }) => id === root));
  const add = (parent: string | null): void => {
    for (const page of children.get(parent) ?? []) {
      if (found.has(page)) continue;
      found.add(page);
      add(page.id);
    }
  };
  add(root);
  return [...found];
}

/** The first live root page. */
export function firstRootPage(db: Database, state: ContentState): Page | undefined {
  const { sql, bound } = pages.query(state, 'parent IS ?', [null]);
  const row = db.get<{ id: string }>(`${sql} ORDER BY position, id LIMIT 1`, ...bound);
  return row && pages.find(db, state, row.id);
}

/** Slugs from the root to the page, joined by slashes. `above` are its ancestors, nearest first. */
export function pagePathOf(
  db: Database,
  state: ContentState,
  page: Page,
  above = ancestors(db, state, page),
): string {
  return [page, ...above]
    .map(({ slug }) => slug)
    .reverse()
    .join('/');
}

/** What is known of a page above another. */
export type Ancestor = Pick<Page, 'id' | 'slug' | 'title' | 'attributes'>;

/** The ancestors of a page, nearest first. One row has all of them: a query for each would make deep trees slow. */
export function ancestors(
  db: Database,
  state: ContentState,
  page: Pick<Page, 'id' | 'parent'>,
): Ancestor[] {
  if (page.parent === null) return [];
  const names = ['id', 'slug', 'title', 'attributes', 'parent'];
  const select = `${names.map((name) => `page.${name}`).join(', ')} FROM above CROSS JOIN page`;
  // Merges can leave pages in a ring, which `UNION` ends.
  const { sql, bound } = pages.query(state, 'page.id = above.parent', [], {
    select,
    union: 'UNION',
  });
  const row = db.get<{ found: string }>(
    `WITH RECURSIVE above (${names.join(', ')}) AS (SELECT NULL, NULL, NULL, NULL, ? UNION ${sql})
     SELECT json_group_array(json_object(
       'id', id, 'slug', slug, 'title', title, 'attributes', json(attributes))) AS found
     FROM above WHERE id IS NOT NULL`,
    ...[page.parent, ...bound],
  );
  const above = JSON.parse(row?.found ?? '[]') as Ancestor[];
  return above.filter(({ id }) => id !== page.id);
}

/** The page at this path of slugs. */
export function pageAt(
  db: Database,
  state: ContentState,
  slugs: readonly string[],
): Page | undefined {
  let page: Page | undefined;
  for (const slug of slugs) {
    [page] = pages.select(db, state, 'parent IS ? AND slug = ?', page?.id ?? null, slug);
    if (!page) return undefined;
  }
  return page;
}

/** A live page among its siblings. */
export type Sibling = Pick<Page, 'id' | 'position'>;

/** The children of a page, or the root pages, in order, without what else is known of them. */
export function siblingsUnder(db: Database, state: ContentState, parent: string | null): Sibling[] {
  const select = { select: 'id, position FROM page' };
  const { sql, bound } = pages.query(state, 'parent IS ?', [parent], select);
  return db.all<Sibling>(sql, ...bound).sort(byPosition);
}

/** The position key behind all pages under `parent`, not counting the page itself. */
export function lastPositionUnder(
  db: Database,
  state: ContentState,
  place: { parent: string | null; moving: string },
): string {
  return generateKeyBetween(lastPosition(db, state, place.parent, place.moving), null);
}

/** The position key between two siblings, or before or behind all. */
export function positionBetween(before: Sibling | undefined, behind: Sibling | undefined): string {
  return generateKeyBetween(before?.position ?? null, behind?.position ?? null);
}

/** The position key right after `position` among the pages under `parent`. */
export function positionAfter(
  db: Database,
  state: ContentState,
  parent: string | null,
  position: string,
): string {
  const condition = 'parent IS ? AND position > ?';
  const next = pages.first(db, state, condition, [parent, position], {
    order: 'position',
    index: 'page_by_position',
  });
  return generateKeyBetween(position, next?.position ?? null);
}

/** Taken slugs that begin alike, by parent and beginning. */
export type TakenSlugs = Map<string, Set<string>>;

/**
 * The slug, with the lowest free number appended if a sibling already has it.
 * @param taken what is known from earlier calls for new pages; the result is added.
 */
export function freeSlug(
  db: Database,
  state: ContentState,
  place: { parent: string | null; slug: string; own: string },
  taken: TakenSlugs = new Map(),
): string {
  const { parent, slug, own } = place;
  const siblings = 'parent IS ? AND id <> ? AND';
  const key = JSON.stringify([parent, slug]);
  let slugs = taken.get(key);
  if (!slugs) {
    if (pages.select(db, state, `${siblings} slug = ?`, parent, own, slug).length === 0)
      return slug;
    const range = [parent, own, `${slug}-`, `${slug}.`];
    const select = { select: 'slug FROM page' };
    const { sql, bound } = pages.query(state, `${siblings} slug >= ? AND slug < ?`, range, select);
    slugs = new Set(db.all<Pick<Page, 'slug'>>(sql, ...bound).map((page) => page.slug));
    taken.set(key, slugs);
  }
  let number = 1;
  while (slugs.has(`${slug}-${number}`)) number += 1;
  const free = `${slug}-${number}`;
  slugs.add(free);
  return free;
}

/** A character that separates words. */
const LONE_SIGN = /\s[^\p{L}\p{N}\s_-]+(?=\s)/gu;

/** Emoji, with the characters that join and vary them. */
const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0e|\ufe0f|\u20e3)+/gu;

/**
 * The slug derived from a title: of the punctuation between words, only `&` becomes part of it, and emoji do not, as on
 * the service.
 */
export function slugOf(title: string): string {
  const words = title
    .replaceAll(EMOJI, '')
    .trim()
    .replaceAll(/\s&(?=\s)/g, ' and')
    .replaceAll(LONE_SIGN, '');
  return slugify(words).slice(0, 100) || 'page';
}

export function byPosition(left: Sibling, right: Sibling): number {
  if (left.position !== right.position) return left.position < right.position ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}

function lastPosition(
  db: Database,
  state: ContentState,
  parent: string | null,
  moving: string,
): string | null {
  const condition = 'parent IS ? AND id <> ?';
  const last = pages.first(db, state, condition, [parent, moving], {
    order: 'position DESC',
    index: 'page_by_position',
  });
  return last?.position ?? null;
}

/** The page behind an address for people: by its path, or, below `pages`, by its id too. */
export function pageByAddress(
  db: Database,
  state: ContentState,
  segments: readonly string[],
): Page | undefined {
  const [first, second = ''] = segments;
  const named = first === 'pages' ? segments.slice(1) : segments;
  const found = pageAt(db, state, named);
  if (found || first !== 'pages' || segments.length !== 2) return found;
  return pages.find(db, state, second);
}
