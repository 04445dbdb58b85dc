import type { Element } from 'hast';
import { h } from 'hastscript';
import { openSpace } from '../../auth/access.ts';
import { userById } from '../../auth/users.ts';
import {
  type ChangeRequest,
  LISTED_COLUMNS,
  type ListedRequest,
} from '../../content/change-requests.ts';
import { revisionChanges } from '../../content/comparison.ts';
import type { ContentState, Revision } from '../../content/model.ts';
import { primaryHead, revisionOf, stateAt } from '../../content/revisions.ts';
import { type CommentRow, countComments } from '../../discussion/comments.ts';
import { notFound } from '../../errors.ts';
import { groupByPage, searchSections } from '../../search/search.ts';
import { pageAppUrl } from '../../serializers/page.ts';
import type { SpaceRow } from '../../spaces/schema.ts';
import type { Crumb, HtmlDocument } from '../parts/document.ts';
import {
  badge,
  count,
  facts,
  link,
  listing,
  searchForm,
  sectionElement,
  statusBadge,
  time,
} from '../parts/elements.ts';
import { pageTreeLists } from '../parts/page-tree.ts';
import type { Visit } from '../parts/visit.ts';
import { changeList } from './change-list.ts';
import { BRAND, requestHref, spaceHref } from './links.ts';
import { organizationCrumbs } from './organization.ts';
import { hitList } from './search.ts';
import { thread, threads } from './threads.ts';

const RECENT = 20;
const MAX_REQUESTS = 200;

type InSpace = { space: string };

/** A space: its pages, change requests and history. */
export function spacePage(visit: Visit, params: InSpace): HtmlDocument {
  const { db, url } = visit;
  const { row } = openSpace(visit, params.space);
  const query = url.searchParams.get('q') ?? '';
  const state = stateAt(primaryHead(db, row.id));
  const comments = countComments(db, { branch: row.id, status: 'open' });
  return {
    title: row.title,
    brand: BRAND,
    crumbs: organizationCrumbs(visit, row.organization),
    tree: tree(visit, state),
    body: [
      h('h1', row.title),
      h('p.meta', ['Updated ', time(row.updated_at)]),
      searchForm(spaceHref(row.id), query, 'Search this space'),
      query ? hitList(visit, groupByPage(searchSections(db, [row.id], query))) : '',
      sectionElement('Change requests', [
        requestList(visit, row, "status IN ('open', 'draft')", RECENT),
        h('p', link(`${spaceHref(row.id)}/change-requests`, 'All change requests')),
      ]),
      sectionElement(
        'Comments',
        h('p', link(`${spaceHref(row.id)}/comments`, count(comments, 'open comment'))),
      ),
      sectionElement('History', history(visit, row)),
    ],
  };
}

export function changeRequestsPage(visit: Visit, params: InSpace): HtmlDocument {
  const { row } = openSpace(visit, params.space);
  return {
    title: `Change requests of ${row.title}`,
    brand: BRAND,
    crumbs: spaceCrumbs(visit, row),
    body: [h('h1', 'Change requests'), requestList(visit, row, '1', MAX_REQUESTS)],
  };
}

export function commentsPage(visit: Visit, params: InSpace): HtmlDocument {
  const { row } = openSpace(visit, params.space);
  const state = stateAt(primaryHead(visit.db, row.id));
  return {
    title: `Comments on ${row.title}`,
    brand: BRAND,
    crumbs: spaceCrumbs(visit, row),
    body: [h('h1', 'Comments'), h('h2', 'Newest first'), threads(visit, state, row.id)],
  };
}

/** One thread of a space or of one of its change requests. */
export function commentPage(visit: Visit, params: InSpace & { comment: string }): HtmlDocument {
  const { db } = visit;
  const { row } = openSpace(visit, params.space);
  const sql = 'SELECT * FROM comment WHERE space = ? AND id = ?';
  const comment = db.get<CommentRow>(sql, row.id, params.comment);
  if (!comment) throw notFound('Comment');
  const request = db.get<ChangeRequest>(
    'SELECT * FROM change_request WHERE id = ?',
    comment.branch,
  );
  const state = stateAt(revisionOf(db, row.id, comment.revision));
  const all = request ? requestHref(row.id, request.number) : `${spaceHref(row.id)}/comments`;
  return {
    title: `Comment on ${request ? `change request ${request.number}` : row.title}`,
    brand: BRAND,
    crumbs: spaceCrumbs(visit, row),
    body: [
      h('h1', 'Comment'),
      h('h2', request ? `Change request ${request.number}` : row.title),
      thread(visit, state, comment),
      h('p', link(all, request ? 'The change request' : 'All comments')),
    ],
  };
}

/** The changes of a revision. */
export function revisionPage(visit: Visit, params: InSpace & { revision: string }): HtmlDocument {
  const { db } = visit;
  const { row } = openSpace(visit, params.space);
  const revision = revisionOf(db, row.id, params.revision);
  return {
    title: `Revision of ${row.title}`,
    brand: BRAND,
    crumbs: spaceCrumbs(visit, row),
    body: [
      h('h1', 'Revision'),
      facts([
        ['Made', time(revision.created_at)],
        ['By', author(visit, revision)],
        ['Kind', origin(visit, revision)],
      ]),
      sectionElement('Changes', changeList(visit, revisionChanges(db, revision))),
    ],
  };
}

/** The breadcrumbs of objects in a space. */
export function spaceCrumbs(visit: Visit, { id, title, organization }: SpaceRow): Crumb[] {
  return [...organizationCrumbs(visit, organization), { title, href: spaceHref(id) }];
}

/** All pages of a state, as links into the application. */
export function tree(
  visit: Visit,
  state: ContentState,
  current?: Parameters<typeof pageTreeLists>[2]['current'],
): Element {
  const hrefOf = (path: string) => pageAppUrl(visit, state, path);
  return pageTreeLists(visit.db, state, { current, hrefOf, shows: () => true });
}

function requestList({ db }: Visit, space: SpaceRow, condition: string, limit: number): Element {
  const rows = db.all<ListedRequest>(
    `SELECT ${LISTED_COLUMNS} FROM change_request WHERE space = ? AND ${condition} ORDER BY number DESC LIMIT ${limit}`,
    space.id,
  );
  const items = rows.map(({ number, subject, status, created_by, updated_at }) => [
    link(requestHref(space.id, number), `#${number} ${subject || 'No subject'}`),
    ' ',
    statusBadge(status),
    h('p.meta', [`${userById(db, created_by).display_name}, `, time(updated_at)]),
  ]);
  return listing(items, 'No change requests');
}

function history(visit: Visit, space: SpaceRow): Element {
  const rows = visit.db.all<Revision>(
    `SELECT * FROM revision WHERE branch = ? ORDER BY seq DESC LIMIT ${RECENT}`,
    space.id,
  );
  const items = rows.map((revision) => [
    link(`${spaceHref(space.id)}/revisions/${revision.id}`, time(revision.created_at)),
    ' ',
    badge(revision.type),
    h('p.meta', [author(visit, revision), ', ', origin(visit, revision)]),
  ]);
  return listing(items, 'No revisions');
}

function author({ db }: Visit, revision: Revision): string {
  return revision.author === null ? 'the platform' : userById(db, revision.author).display_name;
}

/** The origin of a revision: a merged change request, or edits. */
function origin({ db }: Visit, { type, merged_from, space }: Revision): Element {
  const request =
    merged_from === null
      ? undefined
      : db.get<ChangeRequest>('SELECT * FROM change_request WHERE id = ?', merged_from);
  if (!request) return h('span', type);
  const name = `#${request.number} ${request.subject || 'No subject'}`;
  return h('span', ['merge of ', link(requestHref(space, request.number), name)]);
}
