import { isDeepStrictEqual } from 'node:util';
import { ATTRIBUTES } from './attributes.ts';
import { hashOf } from './folder.ts';
import type { Local, LocalPage } from './local.ts';
import type { Remote, RemotePage } from './remote.ts';
import type { CommonBase, PageFacts, PageRecord } from './state.ts';
import { movedBetween } from './tree.ts';

/** Aspects of a page that can differ. */
export type Aspect = 'text' | 'title' | 'slug' | 'place' | (typeof ATTRIBUTES)[number];

/** The difference between a page and its common base. */
export interface PageDifference {
  kind: 'new' | 'changed' | 'deleted';
  id: string;
  title: string;
  /** Its file, or its place on the platform if it has none. */
  path: string;
  aspects: Aspect[];
}

/** Differences between two states of a page, apart from its place and its text. */
export function changedFacts(before: PageFacts, after: PageFacts): Aspect[] {
  const aspects: Aspect[] = [];
  if (before.title !== after.title) aspects.push('title');
  if (before.slug !== after.slug) aspects.push('slug');
  for (const name of ATTRIBUTES) {
    if (!isDeepStrictEqual(before.attributes[name], after.attributes[name])) aspects.push(name);
  }
  return aspects;
}

/** The local changes. */
export function localChanges({ pages, deleted }: Local, side: CommonBase): PageDifference[] {
  const known = new Map(side.pages.map((page) => [page.id, page]));
  const moved = movedBetween(side.pages, pages);
  const changes = pages.map((page): PageDifference => {
    const record = known.get(page.id);
    const named = { id: page.id, title: page.title, path: page.path ?? page.title };
    if (!record) return { ...named, kind: 'new', aspects: [] };
    const aspects: Aspect[] = changedFacts(record, page);
    if (hasOwnText(page, record)) aspects.push('text');
    if (moved.has(page.id)) aspects.push('place');
    return { ...named, kind: 'changed', aspects };
  });
  return [...onlyDifferent(changes), ...deleted.map(deletion)];
}

function onlyDifferent(changes: readonly PageDifference[]): PageDifference[] {
  return changes.filter(({ kind, aspects }) => kind === 'new' || aspects.length > 0);
}

function deletion({ id, title, path = title }: PageRecord): PageDifference {
  return { kind: 'deleted', id, title, path, aspects: [] };
}

/** Whether the text of a page has changed. */
export function hasOwnText({ body }: Pick<LocalPage, 'body'>, { text }: PageRecord): boolean {
  return body !== undefined && hashOf(body) !== text;
}

/** Whether the text of a page may have changed on the platform. */
export function mayDiffer(record: PageRecord, page: RemotePage): boolean {
  if (page.type !== 'document') return false;
  if (record.text === undefined) return true;
  if (record.documentId !== undefined || page.documentId !== undefined)
    return record.documentId !== page.documentId;
  return record.updatedAt === undefined || record.updatedAt !== page.updatedAt;
}

/** The changes on the platform, determined without reading texts. */
export function remoteChanges({ pages }: Remote, side: CommonBase): PageDifference[] {
  const known = new Map(side.pages.map((page) => [page.id, page]));
  const present = new Set(pages.map(({ id }) => id));
  const moved = movedBetween(side.pages, pages);
  const changes = pages.map((page): PageDifference => {
    const record = known.get(page.id);
    const { id, title } = page;
    if (!record) return { kind: 'new', id, title, path: page.location, aspects: [] };
    const aspects = changedFacts(record, page);
    if (mayDiffer(record, page)) aspects.push('text');
    if (moved.has(id)) aspects.push('place');
    return { kind: 'changed', id, title, path: record.path ?? page.location, aspects };
  });
  const deleted = side.pages.filter(({ id }) => !present.has(id));
  return [...onlyDifferent(changes), ...deleted.map(deletion)];
}
