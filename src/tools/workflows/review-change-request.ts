import { z } from 'zod';
import { changesOf, type PageChange } from '../../content/index.ts';
import { type OutputOf, operations } from '../../operations/index.ts';
import { ChangeRequestId, SpaceId } from '../../operations/params.ts';
import { badLinksOf } from './links.ts';
import { workflow } from './workflow.ts';

const MAX_COMMENTS = 200;

const MERGED_UNREADABLE =
  'It is merged, and this service has no earlier revision to compare with: what it changed then cannot be told. get_change_request_page shows its pages.';

/** Everything a reviewer looks at: what changed page by page, what is discussed, what is broken. */
export const reviewChangeRequest = workflow({
  name: 'review_change_request',
  title: 'Review change request',
  summary:
    'Show what a change request changes as diffs by page, its open comments and broken links.',
  toolset: 'change-requests',
  effect: 'read',
  calls: [
    operations.getChangeRequest,
    operations.listPages,
    operations.listChangeRequestPages,
    operations.getPage,
    operations.getChangeRequestPage,
    operations.listChangeRequestPageLinks,
    operations.listChangeRequestComments,
  ],
  mayCall: [operations.listRevisionPages, operations.getRevisionPage],
  input: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
  output: z.looseObject({
    changes: z.array(z.looseObject({ page: z.string(), change: z.string() })),
  }),
  async work(place, steps) {
    const request = await steps.send(operations.getChangeRequest, place);
    const changes: PageChange[] = [];
    const badLinks = [];
    const isMerged = request.status === 'merged';
    const base = request.revisionMergedAncestor ?? request.revisionInitial;
    if (isMerged && (base === undefined || (await steps.service()) === 'contract')) {
      return { ...standing(request), changes, note: MERGED_UNREADABLE };
    }
    const ends = isMerged && base !== undefined ? { base, head: request.revision } : undefined;
    for await (const { page, change } of changesOf(place, steps, ends)) {
      changes.push(change);
      if (!isMerged && change.change !== 'deleted') {
        badLinks.push(...(await badLinksOf(place, page, steps)));
      }
      await steps.finish(`compared ${page.title}`);
    }
    const open = { ...place, status: 'open' } as const;
    const comments = await steps.list(operations.listChangeRequestComments, open, MAX_COMMENTS);
    const { outdated, urls } = request;
    return {
      ...standing(request),
      ...(isMerged && { note: 'Merged: this is what it changed then.' }),
      ...(!isMerged &&
        outdated && {
          warning:
            'Primary content moved on: the diffs below also show that. Update before merging.',
        }),
      changes,
      openComments: comments.map(({ id, body, postedBy, target }) => ({
        object: 'comment',
        id,
        postedBy: { displayName: postedBy.displayName },
        page: target.page?.title,
        body,
      })),
      badLinks,
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
