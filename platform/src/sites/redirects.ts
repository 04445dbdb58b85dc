import type { Actor } from '../content/draft.ts';
import { primaryHead, stateAt } from '../content/revisions.ts';
import { pages } from '../content/tables.ts';
import { pageAt } from '../content/tree.ts';
import { badRequest, conflict, notFound, unprocessable } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { RedirectRow } from './schema.ts';
import { redirects, sections, siteSpaces } from './tables.ts';

/** The target of a redirect. */
export type RedirectDestination =
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'external'; url: string };

/** The target of a new redirect: the path of a page is resolved when it is created. */
export type NewDestination = RedirectDestination | { kind: 'path'; spaceId: string; path: string };

/** The fields of a redirect besides its source; undefined keeps a field. */
export interface RedirectSettings {
  captureWildcard?: boolean;
  permanent?: boolean;
}

/** The number of redirects of one site: a list is sorted, and a request compared with all of them. */
const MAX_REDIRECTS = 5_000;

type DestinationColumns = Pick<
  RedirectRow,
  'kind' | 'site_space' | 'page' | 'site_section' | 'url'
>;

/** A site may have two redirects with one source: a live one, and the draft of another. */
export function redirectFrom(
  db: Database,
  site: string,
  source: string,
  draft: boolean,
): RedirectRow | undefined {
  const sql = 'SELECT * FROM site_redirect WHERE site = ? AND source = ? AND draft = ?';
  return db.get<RedirectRow>(sql, site, source, draft);
}

/** The live redirect for a path: one from the path itself, else from its longest prefix with one. */
export function redirectOf(db: Database, site: string, path: string): RedirectRow | undefined {
  return db.get<RedirectRow>(
    `SELECT * FROM site_redirect WHERE site = ? AND draft = 0 AND (source = ? OR
       (source LIKE '%*' AND SUBSTR(source, 1, LENGTH(source) - 1) = SUBSTR(?, 1, LENGTH(source) - 1)))
     ORDER BY source = ? DESC, LENGTH(source) DESC LIMIT 1`,
    ...[site, path, path, path],
  );
}

/** How many more redirects a site may have, counted once for changes of many. */
export class RedirectRoom {
  #left: number;

  constructor(db: Database, site: string) {
    const sql = 'SELECT COUNT(*) AS total FROM site_redirect WHERE site = ?';
    this.#left = MAX_REDIRECTS - (db.get<{ total: number }>(sql, site)?.total ?? 0);
  }

  /** 422 if the site is full. */
  check(): void {
    if (this.#left > 0) return;
    throw unprocessable(
      `The site has ${MAX_REDIRECTS} redirects already, and no more are possible; delete old ones, or replace several by one that ends in *`,
    );
  }

  take(): void {
    this.#left -= 1;
  }

  free(): void {
    this.#left += 1;
  }
}

/** 400 if the destination does not exist, 409 if this source already has such a redirect, 422 if the site is full. */
export function createRedirect(
  db: Database,
  { newId, at }: Pick<Actor, 'newId' | 'at'>,
  site: string,
  given: RedirectSettings & { source: string; draft: boolean; destination: NewDestination },
  room = new RedirectRoom(db, site),
): RedirectRow {
  checkFree(db, site, given.source, given.draft);
  room.check();
  const row = redirects.insert(db, {
    id: newId(),
    site,
    source: given.source,
    draft: Number(given.draft),
    capture_wildcard: Number(given.captureWildcard ?? false),
    permanent: Number(given.permanent ?? false),
    ...columnsOf(db, site, given.destination),
    created_at: at,
    updated_at: null,
  });
  room.take();
  return row;
}

/** 400 and 409 as for a new one. */
export function updateRedirect(
  db: Database,
  { at }: Pick<Actor, 'at'>,
  row: RedirectRow,
  given: RedirectSettings & {
    source?: string;
    draft?: boolean;
    destination?: NewDestination;
  },
): RedirectRow {
  const { source = row.source, draft = row.draft === 1, destination } = given;
  checkFree(db, row.site, source, draft, row.id);
  redirects.update(db, row.id, {
    source,
    draft: Number(draft),
    capture_wildcard: given.captureWildcard === undefined ? undefined : +given.captureWildcard,
    permanent: given.permanent === undefined ? undefined : +given.permanent,
    ...(destination && columnsOf(db, row.site, destination)),
    updated_at: at,
  });
  return redirects.get(db, row.site, row.id);
}

/** Publishes a draft in place of the live redirect from its source, if there is one. 404 */
export function publishDraft(
  db: Database,
  { at }: Pick<Actor, 'at'>,
  site: string,
  source: string,
): RedirectRow {
  const draft = redirectFrom(db, site, source, true);
  if (!draft) throw notFound(`A draft of a redirect from ${source}`);
  const live = redirectFrom(db, site, source, false);
  if (!live) {
    redirects.update(db, draft.id, { draft: 0, updated_at: at });
    return redirects.get(db, site, draft.id);
  }
  const { id, created_at, draft: _, ...taken } = draft;
  redirects.remove(db, site, id);
  redirects.update(db, live.id, { ...taken, updated_at: at });
  return redirects.get(db, site, live.id);
}

function checkFree(db: Database, site: string, source: string, draft: boolean, own?: string) {
  const other = redirectFrom(db, site, source, draft);
  if (!other || other.id === own) return;
  throw conflict(
    `There is a ${draft ? 'draft of a' : 'live'} redirect from ${source} already: ${other.id}`,
  );
}

function columnsOf(db: Database, site: string, destination: NewDestination): DestinationColumns {
  const none = { site_space: null, page: null, site_section: null, url: null };
  switch (destination.kind) {
    case 'external':
      return { ...none, kind: 'external', url: destination.url };
    case 'site-section': {
      const id = destination.siteSectionId;
      if (!sections.find(db, site, id)) throw missing('siteSectionId', `section ${id}`);
      return { ...none, kind: 'site-section', site_section: id };
    }
    case 'site-space':
      return { ...none, kind: 'site-space', site_space: spaceOf(db, site, destination).id };
    case 'site-page': {
      const { id, space } = spaceOf(db, site, destination);
      const page = pages.find(db, stateAt(primaryHead(db, space)), destination.pageId);
      if (!page) throw missing('pageId', `page ${destination.pageId} in this space`);
      return { ...none, kind: 'site-page', site_space: id, page: page.id };
    }
    case 'path':
      return { ...none, ...lookUp(db, site, destination.spaceId, destination.path) };
  }
}

function spaceOf(db: Database, site: string, { siteSpaceId }: { siteSpaceId: string }) {
  const row = siteSpaces.find(db, site, siteSpaceId);
  if (!row) throw missing('siteSpaceId', `site space ${siteSpaceId}`);
  return row;
}

/** The page at a path of a space; the space itself for an empty one. */
function lookUp(db: Database, site: string, space: string, path: string) {
  const shown = siteSpaces.all(db, site).find((row) => row.space === space);
  if (!shown) throw missing('spaceId', `space ${space}`);
  const slugs = path.split('/').filter((slug) => slug !== '');
  if (slugs.length === 0) return { kind: 'site-space' as const, site_space: shown.id };
  const page = pageAt(db, stateAt(primaryHead(db, space)), slugs);
  if (!page) throw missing('path', `page ${path} in this space`);
  return { kind: 'site-page' as const, site_space: shown.id, page: page.id };
}

function missing(field: string, target: string) {
  return badRequest(`destination.${field}: the site has no ${target}`);
}
