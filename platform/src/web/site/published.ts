import type { Element } from 'hast';
import { h } from 'hastscript';
import { readDocument } from '../../content/documents.ts';
import type { Page } from '../../content/model.ts';
import { pages } from '../../content/tables.ts';
import { type Ancestor, ancestors, listChildren, pageAt, pagePathOf } from '../../content/tree.ts';
import { notFound } from '../../errors.ts';
import { redirectedPage } from '../../git/sources.ts';
import { groupByPage, searchSections } from '../../search/search.ts';
import type { Database } from '../../store/database.ts';
import { step } from '../../workers/computed.ts';
import { resultList } from '../app/search.ts';
import type { HtmlDocument } from '../parts/document.ts';
import { link, listing, searchForm } from '../parts/elements.ts';
import { linkAddress } from '../parts/link-page.ts';
import { pageTreeLists } from '../parts/page-tree.ts';
import { renderContextOf } from '../parts/render-context.ts';
import { pageCover, pageText } from '../parts/text.ts';
import { type Audience, type SiteAddress, sitePath } from './audience.ts';
import { navigation } from './navigation.ts';
import { type PublishedSpace, placeOf, placesOf } from './places.ts';

/** The published space at an address of a site, and its reader. */
interface PublishedAddress extends SiteAddress {
  db: Database;
  audience: Audience;
  place: PublishedSpace;
}

/** A page of a published site with its navigation; 404 if there is none that this audience may see. */
export function publishedPage(
  db: Database,
  address: SiteAddress,
  audience: Audience,
  query: string,
): HtmlDocument {
  const { site, base, segments } = address;
  const found = placeOf(db, site, audience, segments);
  const home = { title: site.title, href: base };
  if (!found) {
    if (segments.length > 0) throw notFound('Page');
    return {
      title: site.title,
      brand: home,
      body: [h('h1', site.title), h('p', 'Nothing here yet')],
    };
  }
  const reading: PublishedAddress = { ...address, db, audience, place: found.place };
  const page = pageOf(reading, found.rest);
  const title = page?.title ?? found.place.title;
  return {
    title,
    brand: home,
    parts: navigation(db, address, found.place, placesOf(db, site, audience)),
    tree: pageTreeLists(db, found.place.state, {
      current: page,
      hrefOf: (path) => hrefOf(reading, path),
      shows: (item) => item.attributes.hidden !== true && isShown(reading, item),
    }),
    indexed: site.visibility === 'public' && page?.attributes.noRobotsIndex !== true,
    body: [
      searchForm(base, query, `Search ${site.title}`),
      query ? resultList(search(reading, query)) : '',
      article(reading, title, page),
    ],
  };
}

/**
 * The target of an address without a page: that of a link in the navigation, or the page that a redirect of the space's
 * repository names. Undefined if this audience sees none.
 */
export function publicAddress(
  db: Database,
  address: SiteAddress,
  audience: Audience,
): string | undefined {
  const found = placeOf(db, address.site, audience, address.segments);
  if (!found || found.rest.length === 0) return undefined;
  const { place, rest } = found;
  const reading: PublishedAddress = { ...address, db, audience, place };
  const former = redirectedPage(db, place.state.space, rest.join('/'));
  const page =
    pageAt(db, place.state, rest) ??
    (former === undefined ? undefined : pages.find(db, place.state, former));
  const isOpen =
    page && [page, ...ancestors(db, place.state, page)].every((item) => isShown(reading, item));
  return isOpen ? addressOf(reading, page) : undefined;
}

function addressOf(reading: PublishedAddress, page: Page): string | undefined {
  const { db, place } = reading;
  if (page.type !== 'link') return hrefOf(reading, pagePathOf(db, place.state, page));
  return linkAddress(db, place.state, page, (path) => hrefOf(reading, path));
}

function article(reading: PublishedAddress, title: string, page: Page | undefined): Element {
  const { db, place } = reading;
  const description = page?.attributes.description;
  const text = page ? readDocument(db, page.document) : '';
  const below = page && text === '' ? listChildren(db, place.state, page.id) : [];
  const links = below
    .filter((child) => isShown(reading, child))
    .map((child) => {
      const address = addressOf(reading, child);
      return address === undefined ? child.title : link(address, child.title);
    });
  const around = siteRenderContext(reading, page?.id);
  return h('article', { dir: 'auto' }, [
    ...(page ? pageCover(page.attributes, around) : []),
    h('h1', title),
    description === undefined ? '' : h('p', description),
    text === '' ? listing(links, 'Nothing here yet') : pageText(text, around),
  ]);
}

/** The page at a path of the space, or the first one; undefined when the space is empty. */
function pageOf(reading: PublishedAddress, path: readonly string[]): Page | undefined {
  const { db, place } = reading;
  const page = path.length > 0 ? pageAt(db, place.state, path) : first(reading, null);
  if (!page) {
    if (path.length > 0) throw notFound('Page');
    return undefined;
  }
  const chain = [page, ...ancestors(db, place.state, page)];
  if (page.type === 'link' || !chain.every((item) => isShown(reading, item))) {
    throw notFound('Page');
  }
  return page;
}

/** The first page that has a text; it may be within a group. */
function first(reading: PublishedAddress, parent: string | null): Page | undefined {
  for (const page of listChildren(reading.db, reading.place.state, parent)) {
    if (page.type === 'link' || page.attributes.hidden || !isShown(reading, page)) continue;
    const found = page.type === 'group' ? first(reading, page.id) : page;
    if (found) return found;
  }
  return undefined;
}

function search(reading: PublishedAddress, query: string) {
  const { db, site, audience } = reading;
  const places = placesOf(db, site, audience);
  const ids = places.map(({ state }) => state.space);
  return groupByPage(searchSections(db, ids, query)).flatMap(
    ({ space, page: id, sections: [best] }) =>
      step(JSON.stringify(['found', space, id]), () => {
        const place = places.find(({ state }) => state.space === space);
        const page = place && pages.find(db, place.state, id);
        if (!place || !page || !best || !isListed({ ...reading, place }, page)) return [];
        const path = pagePathOf(db, place.state, page);
        const anchor = best.anchor && `#${best.anchor}`;
        const href = hrefOf({ ...reading, place }, path) + anchor;
        return [{ href, title: page.title, excerpt: best.excerpt }];
      }),
  );
}

function isListed(reading: PublishedAddress, page: Page): boolean {
  const { hidden, noIndex } = page.attributes;
  const chain = [page, ...ancestors(reading.db, reading.place.state, page)];
  return !hidden && !noIndex && chain.every((item) => isShown(reading, item));
}

/** Content that depends on a visitor's attributes is only for members: conditions are not evaluated. */
function isShown({ site, audience }: PublishedAddress, { attributes }: Ancestor): boolean {
  return audience === 'member' || site.adaptive_content === 0 || attributes.condition === undefined;
}

function hrefOf({ base, place }: PublishedAddress, path: string): string {
  return sitePath(base, [...place.path, ...path.split('/')]);
}

/** Links in a page lead to other pages of the site. */
function siteRenderContext(reading: PublishedAddress, page: string | undefined) {
  const { db, site, audience, place } = reading;
  return renderContextOf({
    db,
    organization: site.organization,
    state: place.state,
    page,
    hrefOf: (path) => hrefOf(reading, path),
    showsConditions: audience === 'member',
  });
}
