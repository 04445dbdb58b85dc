import { z } from 'zod';
import { changesOf, type PageChange } from '../../content/index.ts';
import { operations } from '../../operations/index.ts';
import { ChangeRequestId, SpaceId } from '../../operations/params.ts';
import { badLinksOf } from './links.ts';
import { workflow } from './workflow.ts';

const MAX_COMMENTS = 200;

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
  input: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
  output: z.looseObject({
    changes: z.array(z.looseObject({ page: z.string(), change: z.string() })),
  }),
  async work(place, steps) {
    const request = await steps.send(operations.getChangeRequest, place);
    const changes: PageChange[] = [];
    const badLinks = [];
    for await (const { page, change } of changesOf(place, steps)) {
      changes.push(change);
      if (change.change !== 'deleted') badLinks.push(...(await badLinksOf(place, page, steps)));
      await steps.finish(`compared ${page.title}`);
    }
    const open = { ...place, status: 'open' } as const;
    const comments = await steps.list(operations.listChangeRequestComments, open, MAX_COMMENTS);
    const { number, subject, status, outdated, revision, urls } = request;
    return {
      number,
      subject,
      status,
      outdated,
      revision,
      ...(outdated && {
        warning: 'Primary content moved on: the diffs below also show that. Update before merging.',
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
