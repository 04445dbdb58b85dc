import type { Element } from 'hast';
import { h } from 'hastscript';
import type { ContentState, Page } from '../../content/model.ts';
import { pages } from '../../content/tables.ts';
import { ancestors, listChildren } from '../../content/tree.ts';
import type { Database } from '../../store/database.ts';
import { count } from './elements.ts';
import { linkAddress } from './link-page.ts';

/** A larger tree is expanded only along the path to the current page. */
const MAX_WHOLE = 300;

/** Maximum number of siblings to show. */
const MAX_SIBLINGS = 200;

interface TreeOptions {
  current?: Page;
  /** The pages to list. */
  shows: (page: Page) => boolean;
  hrefOf: (path: string) => string;
}

/** The pages of a state as nested lists of links. */
export function pageTreeLists(db: Database, state: ContentState, options: TreeOptions): Element {
  const { current, shows, hrefOf } = options;
  const showsAll = isSmall(db, state);
  const along = new Set(current && [current, ...ancestors(db, state, current)].map(({ id }) => id));
  const listUnder = (parent: string | null, above: string): Element | '' => {
    const children = listChildren(db, state, parent).filter(shows);
    if (children.length === 0) return '';
    const items = children.slice(0, MAX_SIBLINGS).map((page) => {
      const path = `${above}${page.slug}`;
      const below = showsAll || along.has(page.id) ? listUnder(page.id, `${path}/`) : '';
      const href = page.type === 'link' ? linkAddress(db, state, page, hrefOf) : hrefOf(path);
      return h('li', [entry(page, href, page.id === current?.id), below]);
    });
    const more = children.length - items.length;
    return h('ul', [items, more > 0 ? h('li.meta', `and ${count(more, 'more page')}`) : '']);
  };
  return h('div.pages', listUnder(null, '') || h('p.meta', 'No pages yet'));
}

/** Groups are not pages, and some links lead nowhere. */
function entry({ type, title }: Page, href: string | undefined, isCurrent: boolean): Element {
  if (type === 'group' || href === undefined) return h('span.label', title);
  return h('a', { href, ariaCurrent: isCurrent ? 'page' : undefined }, title);
}

function isSmall(db: Database, state: ContentState): boolean {
  const { sql, bound } = pages.query(state, '1', []);
  const counted = `SELECT COUNT(*) AS total FROM (SELECT 1 FROM (${sql}) LIMIT ${MAX_WHOLE + 1})`;
  return (db.get<{ total: number }>(counted, ...bound)?.total ?? 0) <= MAX_WHOLE;
}
