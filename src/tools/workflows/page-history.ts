import { z } from 'zod';
import { historyByRequests, historyOf } from '../../content/index.ts';
import { idOf } from '../../operations/ids.ts';
import { operations } from '../../operations/index.ts';
import { PageId, SpaceId } from '../../operations/params.ts';
import { mergedInOrder } from './review/base-request.ts';
import { type Steps, workflow } from './workflow.ts';

const DEFAULT_REVISIONS = 100;
const MAX_REVISIONS = 500;

/** Who changed a page, when and by which change request. */
export const pageHistory = workflow({
  name: 'page_history',
  title: 'Page history',
  summary: 'Show who changed a page, when, how and by which change request. restore_page undoes.',
  tasks: [
    'who changed this page',
    'who edited the page last and when',
    'history of a page',
    'which change request introduced this sentence',
    'when was this page changed',
    'who wrote this',
    'blame',
    'who broke the page',
    'earlier versions of a page',
    'who last touched a page',
    'change log of a page',
    'when was a sentence removed and by whom',
    'who did it',
    'who edited a page last',
    'when did this paragraph change',
  ],
  toolset: 'content',
  effect: 'read',
  calls: [],
  mayCall: [
    operations.getCurrentRevision,
    operations.getPage,
    operations.getRevision,
    operations.listChangeRequests,
    operations.listChangeRequestPages,
  ],
  input: {
    spaceId: SpaceId,
    pageId: PageId,
    limit: z
      .number()
      .int()
      .min(1)
      .max(MAX_REVISIONS)
      .optional()
      .meta({ description: 'revisions looked at; default 100', onDemand: true }),
    page: idOf('revision').optional().meta({
      description: 'next.page of the last result',
      onDemand: true,
    }),
  },
  output: z.looseObject({
    count: z.number(),
    items: z.array(z.looseObject({ change: z.string() })),
    next: z.looseObject({ page: z.string() }).optional(),
  }),
  async work({ spaceId, pageId, limit = DEFAULT_REVISIONS, page }, steps) {
    const location = { spaceId, pageId };
    const report = (done: number) => steps.caller.onProgress?.(done, `looked at ${done} states`);
    if ((await steps.service()) === 'contract') {
      const found = await historyFromRequests(location, limit, steps, report);
      // Fails for a page that never existed.
      if (found.count === 0) await steps.send(operations.getPage, location);
      return found;
    }
    const history = await historyOf(location, { from: page, limit }, steps, report);
    const { entries, lookedAt, next } = history;
    if (entries.length === 0 && next === undefined) await steps.send(operations.getPage, location);
    return {
      count: entries.length,
      items: entries,
      revisionsLookedAt: lookedAt,
      complete: next === undefined,
      ...(next !== undefined && { next: { page: next } }),
    };
  },
});

/** For the legacy API, which has no earlier revisions to read. */
async function historyFromRequests(
  { spaceId, pageId }: { spaceId: string; pageId: string },
  limit: number,
  steps: Steps,
  onLooked: (done: number) => Promise<void> | undefined,
) {
  const merged = await mergedInOrder(spaceId, steps);
  const from = Math.max(0, merged.length - limit);
  const pagesOf = async (changeRequestId: string) =>
    (await steps.send(operations.listChangeRequestPages, { spaceId, changeRequestId })).pages;
  const requests = { merged, from, pagesOf };
  const { entries, undecided } = await historyByRequests(pageId, requests, onLooked);
  return {
    count: entries.length,
    items: entries,
    ...(undecided.length > 0 && { mayHaveChangedIt: undecided }),
    changeRequestsLookedAt: merged.length - from,
    complete: false,
    note: 'This service has no earlier revisions to read, so this comes from the merged change requests. Changes made without one are missing.',
  };
}
