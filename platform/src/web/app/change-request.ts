import { h } from 'hastscript';
import { openSpace } from '../../auth/access.ts';
import { userById } from '../../auth/users.ts';
import {
  changeRequestState,
  findChangeRequest,
  isOutdated,
} from '../../content/change-requests.ts';
import { revisionChanges } from '../../content/comparison.ts';
import { countComments } from '../../discussion/comments.ts';
import type { HtmlDocument } from '../parts/document.ts';
import { count, facts, link, sectionElement, statusBadge, time } from '../parts/elements.ts';
import type { Visit } from '../parts/visit.ts';
import { changeList } from './change-list.ts';
import { BRAND, spaceHref } from './links.ts';
import { spaceCrumbs } from './space.ts';
import { threads } from './threads.ts';

/** An id that no heading has. It leads past the changes, which may be long, to the comments. */
const COMMENTS = ':comments';

/** A change request: its state, all its changes, and its discussion. */
export function changeRequestPage(
  visit: Visit,
  params: { space: string; request: string },
): HtmlDocument {
  const { db } = visit;
  const { row } = openSpace(visit, params.space);
  const request = findChangeRequest(db, row.id, params.request);
  const comparison = revisionChanges(db, { ...request, branch: request.id });
  const subject = request.subject || 'No subject';
  const open = countComments(db, { branch: request.id, status: 'open' });
  const all = countComments(db, { branch: request.id, status: 'all' });
  const merged = request.revision_merged;
  return {
    title: `#${request.number} ${subject}`,
    brand: BRAND,
    crumbs: [
      ...spaceCrumbs(visit, row),
      { title: 'Change requests', href: `${spaceHref(row.id)}/change-requests` },
    ],
    body: [
      h('h1', [`#${request.number} ${subject} `, statusBadge(request.status)]),
      facts([
        ['By', userById(db, request.created_by).display_name],
        ['Opened', time(request.created_at)],
        ['Updated', time(request.updated_at)],
        ['Comments', link(`#${COMMENTS}`, `${all} (${open} open)`)],
        ...(merged === null
          ? []
          : [
              [
                'Merged',
                link(`${spaceHref(row.id)}/revisions/${merged}`, 'what the merge changed'),
              ] as const,
            ]),
      ]),
      isOutdated(db, request)
        ? h('p.notice', 'The space has changed since this change request was last updated.')
        : '',
      sectionElement('Changes', changeList(visit, comparison)),
      sectionElement(
        count(all, 'comment'),
        threads(visit, changeRequestState(request), request.id),
        COMMENTS,
      ),
    ],
  };
}
