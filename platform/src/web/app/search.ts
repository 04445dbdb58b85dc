import type { Element } from 'hast';
import { h } from 'hastscript';
import { primaryHead, stateAt } from '../../content/revisions.ts';
import { pages } from '../../content/tables.ts';
import { pagePathOf } from '../../content/tree.ts';
import type { PageHits } from '../../search/search.ts';
import { pageAppUrl } from '../../serializers/page.ts';
import { step } from '../../workers/computed.ts';
import { count, link, sectionElement } from '../parts/elements.ts';
import type { Visit } from '../parts/visit.ts';

/** Maximum number of hits to show. */
const MAX_HITS = 30;

/** The hits of a search: pages with the best matching part of the text. */
export function resultList(
  hits: readonly { href: string; title: string; excerpt: () => string }[],
): Element {
  const items = hits
    .slice(0, MAX_HITS)
    .map(({ href, title, excerpt }) => h('li', [link(href, title), h('p.meta', excerpt())]));
  return sectionElement('Search results', [
    h('p.meta', `${count(hits.length, 'page')} found`),
    items.length > 0 ? h('ul.plain', items) : '',
  ]);
}

/** Hits as links into the application. */
export function hitList(visit: Visit, hits: readonly PageHits[]): Element {
  return resultList(
    hits.flatMap((hit) =>
      step(JSON.stringify(['found', hit.space, hit.page]), () => linkTo(visit, hit)),
    ),
  );
}

function linkTo(visit: Visit, { space, page: id, sections: [best] }: PageHits) {
  const state = stateAt(primaryHead(visit.db, space));
  const page = pages.find(visit.db, state, id);
  if (!page || !best) return [];
  const anchor = best.anchor && `#${best.anchor}`;
  const href = pageAppUrl(visit, state, pagePathOf(visit.db, state, page)) + anchor;
  return [{ href, title: page.title, excerpt: best.excerpt }];
}
