import { type Child, h } from 'hastscript';
import { openSpace } from '../../auth/access.ts';
import {
  type ChangeRequest,
  changeRequestState,
  findChangeRequest,
} from '../../content/change-requests.ts';
import { readDocument } from '../../content/documents.ts';
import type { ContentState, Page } from '../../content/model.ts';
import { primaryHead, stateAt } from '../../content/revisions.ts';
import { pageByAddress } from '../../content/tree.ts';
import { notFound } from '../../errors.ts';
import { pageAppUrl } from '../../serializers/page.ts';
import type { SpaceRow } from '../../spaces/schema.ts';
import type { HtmlDocument } from '../parts/document.ts';
import { link, sectionElement, time } from '../parts/elements.ts';
import { linkAddress } from '../parts/link-page.ts';
import { pageCover, pageText } from '../parts/text.ts';
import type { Visit } from '../parts/visit.ts';
import { appRenderContext, BRAND, requestHref } from './links.ts';
import { spaceCrumbs, tree } from './space.ts';
import { threads } from './threads.ts';

const WEB = /^[a-z][a-z0-9+.-]*:/i;

type InSpace = { space: string; path: string };

/** A page in primary content. */
export function pagePage(visit: Visit, params: InSpace): HtmlDocument {
  const { row } = openSpace(visit, params.space);
  return showPage(visit, row, stateAt(primaryHead(visit.db, row.id)), params.path);
}

/** A page in a change request. */
export function proposedPage(visit: Visit, params: InSpace & { request: string }): HtmlDocument {
  const { row } = openSpace(visit, params.space);
  const request = findChangeRequest(visit.db, row.id, params.request);
  return showPage(visit, row, changeRequestState(request), params.path, request);
}

function showPage(
  visit: Visit,
  space: SpaceRow,
  state: ContentState,
  path: string,
  request?: ChangeRequest,
): HtmlDocument {
  const { db } = visit;
  const page = find(visit, state, path);
  const { description } = page.attributes;
  const text = readDocument(db, page.document);
  const around = appRenderContext(visit, space, state, page.id);
  return {
    title: `${page.title} · ${space.title}`,
    brand: BRAND,
    crumbs: [
      ...spaceCrumbs(visit, space),
      ...(request
        ? [{ title: `#${request.number}`, href: requestHref(space.id, request.number) }]
        : []),
    ],
    tree: tree(visit, state, page),
    body: [
      request
        ? h('p.notice', [
            'This is the page as ',
            link(requestHref(space.id, request.number), `change request ${request.number}`),
            ` has it (${request.status}).`,
          ])
        : '',
      h('article', { dir: 'auto' }, [
        ...pageCover(page.attributes, around),
        h('h1', page.title),
        description === undefined ? '' : h('p', description),
        h('p.meta', ['Updated ', time(page.updatedAt)]),
        text === '' ? h('p.meta', placeholder(visit, state, page)) : pageText(text, around),
      ]),
      sectionElement(
        'Comments on this page',
        threads(visit, state, request?.id ?? space.id, page.id),
      ),
    ],
  };
}

/** What to show for a page without text. */
function placeholder(visit: Visit, state: ContentState, page: Page): Child {
  if (page.type === 'group') return 'This group of pages has no text of its own.';
  if (page.type !== 'link') return 'This page is empty.';
  const { href = '' } = page.attributes;
  const address = linkAddress(visit.db, state, page, (path) => pageAppUrl(visit, state, path));
  if (address === undefined) return `This entry leads to ${href}, which is not there.`;
  return ['This entry leads to ', link(address, WEB.test(href) ? href : 'another page'), '.'];
}

function find({ db }: Visit, state: ContentState, path: string): Page {
  const page = pageByAddress(db, state, path.split('/'));
  if (!page) throw notFound('Page');
  return page;
}
