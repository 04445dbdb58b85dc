import type { Context } from '../auth/context.ts';
import { primaryHead, stateAt } from '../content/revisions.ts';
import { pages } from '../content/tables.ts';
import { ancestors, pagePathOf } from '../content/tree.ts';
import type { Hit, RankedPage } from '../search/search.ts';
import { step } from '../workers/computed.ts';
import { pageAppUrl } from './page.ts';

/** Maximum number of sections of one page, the best first. */
const MAX_SECTIONS = 5;

/** A hit: a page with its best matching sections. Each is one step, because an answer can have many long ones. */
export function foundPageObject(context: Context, hits: RankedPage) {
  const key = JSON.stringify(['found', hits.space, hits.page, hits.rank]);
  return step(key, () => pageWithSections(context, hits));
}

function pageWithSections(context: Context, { space, page: id, ...hits }: RankedPage) {
  const { db } = context;
  const state = stateAt(primaryHead(db, space));
  const page = pages.find(db, state, id);
  const above = page ? ancestors(db, state, page) : [];
  const path = page ? pagePathOf(db, state, page, above) : '';
  const url = pageAppUrl(context, state, path);
  const [best] = hits.sections;
  return {
    id,
    title: page?.title ?? best?.title ?? '',
    description: page?.attributes.description ?? '',
    path,
    score: scoreOf(hits),
    rank: hits.rank,
    ...(best && { resultType: resultType(best) }),
    ancestors: above.map(({ title }) => ({ title })).reverse(),
    sections: hits.sections
      .filter(({ heading, body }) => heading || body)
      .slice(0, MAX_SECTIONS)
      .map((section) => ({
        id: section.anchor || id,
        title: section.heading || section.title,
        path: section.anchor ? `${path}#${section.anchor}` : path,
        score: scoreOf(section),
        resultType: resultType(section),
        body: section.excerpt(),
        urls: { app: `${url}${section.anchor && `#${section.anchor}`}` },
      })),
    urls: { app: url },
  };
}

/** A space with its hits, the best first. */
export function foundSpaceObject(
  context: Context,
  { id, title }: { id: string; title: string },
  found: readonly RankedPage[],
) {
  return {
    type: 'space' as const,
    id,
    title,
    score: found[0] ? scoreOf(found[0]) : 0,
    pages: found.map((hits) => foundPageObject(context, hits)),
  };
}

/** In the API, a greater score is better. */
function scoreOf({ score }: Pick<Hit, 'score'>): number {
  return Math.max(0, -score);
}

/** The part before all headings belongs to the page itself, like its title. */
function resultType({ heading }: Hit): 'page' | 'section' {
  return heading === '' ? 'page' : 'section';
}
