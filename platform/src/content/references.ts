import { findLinks } from '../markdown/links.ts';
import { type StoredTarget, targetOf } from '../markdown/targets.ts';
import type { Database } from '../store/database.ts';
import { readDocument } from './documents.ts';
import type { ContentState, Page } from './model.ts';
import { files, pages } from './tables.ts';

export type LinkStatus = 'ok' | 'broken' | 'in-app';

/** A link of a page, and whether it resolves. */
export interface PageLink {
  /** Its index among the links of the page. */
  place: number;
  status: LinkStatus;
  url: string;
  target: StoredTarget;
}

export interface PageLinks {
  links: PageLink[];
  /** `changeRequest` counts the broken links that the change request added. */
  stats: { total: number; broken: { total: number; changeRequest?: number } };
}

/** Addresses of the app itself, which readers of published pages cannot open. */
const APPLICATION = 'https://app.gitbook.com/';

/** The links of a page's text in order. `origin` is where this platform's own pages are. */
export function pageLinks(
  db: Database,
  state: ContentState,
  page: Page,
  origin: string,
): PageLinks {
  const links = linksIn(db, state, page, origin);
  const broken = links.filter(({ status }) => status === 'broken');
  const before = state.overlay && pages.find(db, { ...state, overlay: null }, page.id);
  const earlier = before ? linksIn(db, { ...state, overlay: null }, before, origin) : [];
  const known = new Set(earlier.filter(({ status }) => status === 'broken').map(({ url }) => url));
  return {
    links,
    stats: {
      total: links.length,
      broken: {
        total: broken.length,
        ...(state.overlay && { changeRequest: broken.filter(({ url }) => !known.has(url)).length }),
      },
    },
  };
}

/** The pages of a state that link to a file. */
export function fileBacklinks(db: Database, state: ContentState, file: string): Page[] {
  return pages.select(
    db,
    state,
    'document IN (SELECT document FROM document_target WHERE target = ?)',
    file,
  );
}

function linksIn(db: Database, state: ContentState, page: Page, origin: string): PageLink[] {
  const known = new Map<string, LinkStatus>();
  return findLinks(readDocument(db, page.document)).map(({ url }, place) => {
    const target = targetOf(url);
    const status = known.get(url) ?? statusOf(db, state, target, origin);
    known.set(url, status);
    return { place, url, target, status };
  });
}

function statusOf(
  db: Database,
  state: ContentState,
  target: StoredTarget,
  origin: string,
): LinkStatus {
  switch (target.kind) {
    case 'page':
      return pages.find(db, state, target.page) ? 'ok' : 'broken';
    case 'file':
      return files.find(db, state, target.file) ? 'ok' : 'broken';
    case 'url':
      return [APPLICATION, `${origin}/app/`].some((start) => target.url.startsWith(start))
        ? 'in-app'
        : 'ok';
    case 'anchor':
      return 'ok';
    case 'unknown':
      return 'broken';
  }
}
