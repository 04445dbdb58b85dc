import { z } from 'zod';
import { changesOf, type PageChange } from '../../content/index.ts';
import { type OutputOf, operations } from '../../operations/index.ts';
import { ChangeRequestId, SpaceId } from '../../operations/params.ts';
import { CHANGE_REQUEST_APP } from '../../uris/index.ts';
import { badLinksOf } from './links.ts';
import {
  CALLS_FOR_APP,
  changeForApp,
  commentForApp,
  repliesForApp,
  reviewersForApp,
} from './review-for-app.ts';
import { workflow } from './workflow.ts';

const MAX_COMMENTS = 200;

const MERGED_UNREADABLE =
  'It is merged, and this service has no earlier revision to compare with: what it changed then cannot be told. get_change_request_page shows its pages.';

/** Everything a reviewer needs: the changes page by page, the discussion, and broken links. */
export const reviewChangeRequest = workflow({
  name: 'review_change_request',
  title: 'Review change request',
  summary:
    'Show what a change request changes as diffs by page, its open comments and broken links.',
  toolset: 'change-requests',
  effect: 'read',
  app: CHANGE_REQUEST_APP,
  calls: [
    operations.getChangeRequest,
    operations.listPages,
    operations.listChangeRequestPages,
    operations.getPage,
    operations.getChangeRequestPage,
    operations.listChangeRequestPageLinks,
    operations.listChangeRequestComments,
  ],
  mayCall: [operations.listRevisionPages, operations.getRevisionPage, ...CALLS_FOR_APP],
  input: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
  output: z.looseObject({
    changes: z.array(z.looseObject({ page: z.string(), change: z.string() })),
  }),
  async work(place, steps) {
    const request = await steps.send(operations.getChangeRequest, place);
    const { forApp } = steps.context;
    const changes: PageChange[] = [];
    const badLinks = [];
    const ids = forApp && { spaceId: place.spaceId, changeRequestId: request.id };
    const isMerged = request.status === 'merged';
    const base = request.revisionMergedAncestor ?? request.revisionInitial;
    if (isMerged && (base === undefined || (await steps.service()) === 'contract')) {
      return { ...ids, ...standing(request), changes, note: MERGED_UNREADABLE };
    }
    const ends = isMerged && base !== undefined ? { base, head: request.revision } : undefined;
    for await (const changed of changesOf(place, steps, ends)) {
      const { page, change } = changed;
      changes.push({ ...change, ...(forApp && changeForApp(place, changed, ends)) });
      if (!isMerged && change.change !== 'deleted') {
        for (const link of await badLinksOf(place, page, steps)) badLinks.push(link);
      }
      await steps.finish(`compared ${page.title}`);
    }
    const open = { ...place, status: 'open' } as const;
    const comments = await steps.list(operations.listChangeRequestComments, open, MAX_COMMENTS);
    const threads = forApp && (await repliesForApp(place, comments, steps));
    const { outdated, urls } = request;
    return {
      ...ids,
      ...standing(request),
      ...(isMerged && { note: 'Merged: this is what it changed then.' }),
      ...(!isMerged &&
        outdated && {
          warning:
            'Primary content moved on: the diffs below also show that. Update before merging.',
        }),
      changes,
      openComments: comments.map((comment) => ({
        object: 'comment',
        id: comment.id,
        postedBy: { displayName: comment.postedBy.displayName },
        page: comment.target.page?.title,
        body: comment.body,
        ...(threads && commentForApp(comment, threads.get(comment.id))),
      })),
      badLinks,
      ...(forApp && (await reviewersForApp(place, steps))),
      urls,
    };
  },
});

function standing({
  number,
  subject,
  status,
  outdated,
  revision,
}: OutputOf<typeof operations.getChangeRequest>) {
  return { number, subject, status, ...(status !== 'merged' && { outdated }), revision };
}
