import { z } from 'zod';
import {
  type BaseRequest,
  type ChangeRequestLocation,
  type Ends,
  type PageChange,
  type PageWithParent,
  pageChangesOf,
  stateOf,
  touchedPages,
  wasTouched,
} from '../../content/index.ts';
import { type OutputOf, operations } from '../../operations/index.ts';
import { ChangeRequestId, SpaceId } from '../../operations/params.ts';
import { CHANGE_REQUEST_APP } from '../../uris/index.ts';
import { ifReadable } from '../readable.ts';
import { badLinksOf } from './links.ts';
import { addedBy } from './review/added.ts';
import { baseRequestOf } from './review/base-request.ts';
import { ownChanges } from './review/own-changes.ts';
import { PROSPECT_READS, prospectOf } from './review/prospect.ts';
import {
  CALLS_FOR_APP,
  changeForApp,
  commentForApp,
  repliesForApp,
  repliesIn,
  reviewersForApp,
} from './review-for-app.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_COMMENTS = 200;

const BASE_READS = [operations.listRevisionPages, operations.getRevisionPage];

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

const MERGED = 'Merged: this is what it changed then.';
const MERGED_WITHOUT_EFFECT = 'Merged: it changed no page then.';
const SEE_MERGED =
  'get_change_request_page shows its pages as it left them. restore_page with it and a pageId, without merge, puts a page back in a new change request and shows the difference, later changes of that page included.';
const MERGED_UNREADABLE = `Merged, and this service has no earlier revision to compare with, so what it changed is unknown. ${SEE_MERGED}`;
const MERGED_UNCOMPARED = `Merged, and this service has no earlier revision to compare with, so these are the pages that it changed, without their former text and without those that it deleted. ${SEE_MERGED}`;
const MERGED_COMPARED =
  'Merged. This service has no earlier revision to compare with: these are the differences from the change request that was merged before it';

const MERGED_INEXACTLY =
  'What was changed in between, or merged together with either, shows as well.';

const NOTHING = 'It changes no page, so there is nothing to review or to merge.';

const UP_TO_DATE = 'Up to date with primary content: no conflicts.';

const UPDATE_FIRST =
  'Primary content moved on, and the diffs compare with what it is now; whether both changed the same place is unknown here. Update before merging.';
const UPDATE_AND_COMPARE =
  'Primary content moved on, which the diffs below show as well. Update before merging.';

/** Everything a reviewer needs: the changes page by page, the discussion, and broken links. */
export const reviewChangeRequest = workflow({
  name: 'review_change_request',
  title: 'Review change request',
  summary:
    'Show what a change request changes as diffs by page, its open comments and broken links.',
  tasks: [
    'compare two change requests',
    'compare a draft with live',
    'show the diff of a change request',
    'what does this change request change',
    'what did this merge change',
    'review a draft',
    'what would go live if this was merged',
    'read what a PR changes',
    'check a draft before it goes live',
  ],
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
  mayCall: [...BASE_READS, ...PROSPECT_READS, operations.listChangeRequests, ...CALLS_FOR_APP],
  input: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
  output: z.looseObject({
    changes: z.array(z.looseObject({ page: z.string(), change: z.string() })),
  }),
  async work(location, steps) {
    const request = await steps.send(operations.getChangeRequest, location);
    const { forApp } = steps.context;
    const changes: PageChange[] = [];
    const badLinks = [];
    let oldBadLinks = 0;
    // Without its id, a revision would be taken for it.
    const ids = { changeRequestId: request.id, ...(forApp && { spaceId: location.spaceId }) };
    const isMerged = request.status === 'merged';
    const isBehind = !isMerged && request.outdated === true;
    const base = await ownBase(request, location.spaceId, steps);
    const isBare = (isMerged || isBehind) && base === undefined;
    const before = isBare ? await beginningOf(request, location.spaceId, steps) : undefined;
    if (isMerged && isBare && before === undefined) {
      // The app keeps the diffs from before the merge.
      const then = forApp
        ? { changes, note: MERGED_UNREADABLE }
        : await changedThen(location, request, steps);
      return { ...ids, ...standing(request), ...then };
    }
    // Both sides are read as revisions, since these write links in another form than a change request.
    const ends = endsOf(before?.id, base, request);
    const isOwn =
      isBehind && isBare && !before
        ? await ownChanges(location, request, steps)
        : (_: string, is?: PageWithParent) =>
            !before || before.isExact || !is || wasTouched(is.page, request) !== false;
    for await (const changed of pageChangesOf(location, steps, ends, isOwn)) {
      const { page, change } = changed;
      changes.push({ ...change, ...(forApp && changeForApp(location, changed, ends)) });
      if (!isMerged && change.change !== 'deleted') {
        const links = await badLinksOf(location, page, steps);
        const added = addedBy(change, links);
        badLinks.push(...added);
        oldBadLinks += links.length - added.length;
      }
      await steps.finish('compared', page.title);
    }
    const open = { ...location, status: 'open' } as const;
    const comments = await steps.list(operations.listChangeRequestComments, open, MAX_COMMENTS);
    const threads = await repliesForApp(location, comments, steps);
    const { urls } = request;
    return {
      ...ids,
      ...standing(request),
      ...(isMerged && { note: mergedNote(before, changes) }),
      ...(!isMerged && changes.length === 0 && { outlook: NOTHING }),
      ...(isUpToDate(request) && changes.length > 0 && { outlook: UP_TO_DATE }),
      ...(isBehind &&
        changes.length > 0 &&
        (isBare && !before
          ? { warning: isOwn ? UPDATE_FIRST : UPDATE_AND_COMPARE }
          : await prospectOf(
              {
                number: request.number,
                ...(await statesOf(location.spaceId, ends, request, steps)),
                changes,
              },
              steps,
            ))),
      changes: forApp ? changes : changes.map(bounded),
      openComments: comments.map((comment) => ({
        object: 'comment',
        id: comment.id,
        postedBy: { displayName: comment.postedBy.displayName },
        page: comment.target.page?.title,
        body: comment.body,
        ...(forApp
          ? commentForApp(comment, threads.get(comment.id))
          : repliesIn(threads.get(comment.id))),
      })),
      badLinks,
      ...(oldBadLinks > 0 && { oldBadLinks }),
      ...(forApp && (await reviewersForApp(location, steps))),
      urls,
    };
  },
});

function isUpToDate({ status, outdated }: ChangeRequest): boolean {
  return (status === 'open' || status === 'draft') && outdated === false;
}

/**
 * The change request with the content that another one began from. For an open one, only if it holds exactly that: the
 * changes in between would look like its own.
 */
async function beginningOf(request: ChangeRequest, spaceId: string, steps: Steps) {
  if (steps.context.isExcluded?.(operations.listChangeRequests.tool)) return undefined;
  const found = await baseRequestOf(request, spaceId, steps);
  return request.status === 'merged' || found?.isExact ? found : undefined;
}

/** The pages that a merged change request changed, where what it began from is unknown. */
async function changedThen(location: ChangeRequestLocation, request: ChangeRequest, steps: Steps) {
  const { pages } = await steps.send(operations.listChangeRequestPages, location);
  const touched = touchedPages(pages, request);
  if (touched === undefined) return { changes: [], note: MERGED_UNREADABLE };
  const changes = touched.map(({ page: { id, title }, change }) => ({ page: id, title, change }));
  return { changes, note: MERGED_UNCOMPARED };
}

/** The states from which the outcome of merging an outdated change request follows. */
async function statesOf(
  spaceId: string,
  { base, head, otherRequest }: Partial<Ends>,
  { id, revision }: ChangeRequest,
  steps: Steps,
) {
  if (base === undefined) {
    return {
      base: stateOf({ spaceId, changeRequestId: otherRequest }, steps),
      primary: stateOf({ spaceId }, steps),
      changeRequest: stateOf({ spaceId, changeRequestId: id }, steps),
    };
  }
  const read = { spaceId, metadata: false, computed: false };
  const primary = await steps.send(operations.getCurrentRevision, read);
  const at = (revisionId: string) => stateOf({ spaceId, revisionId }, steps);
  return { base: at(base), primary: at(primary.id), changeRequest: at(head ?? revision) };
}

function mergedNote(before: BaseRequest | undefined, changes: readonly PageChange[]): string {
  if (before) {
    return `${MERGED_COMPARED}, ${before.number}.${before.isExact ? '' : ` ${MERGED_INEXACTLY}`}`;
  }
  return changes.length > 0 ? MERGED : MERGED_WITHOUT_EFFECT;
}

/** Lines of a created page that are shown. */
const MAX_CREATED_LINES = 60;

/** The change, with a created page reduced to its beginning and a hint how to read the rest. */
function bounded(made: PageChange): PageChange {
  const lines = made.diff?.replace(/\n$/, '').split('\n') ?? [];
  const left = lines.length - 1 - MAX_CREATED_LINES;
  if (left <= 0 || !made.change.startsWith('created')) return made;
  const more = `… ${left} more lines; get_change_request_page shows them.`;
  return { ...made, diff: [...lines.slice(0, MAX_CREATED_LINES + 1), more].join('\n') };
}

/** What a change request is compared with: another one, or the revision that it began from. */
function endsOf(
  otherRequest: string | undefined,
  base: string | undefined,
  { revision: head }: ChangeRequest,
): Partial<Ends> {
  if (otherRequest !== undefined) return { otherRequest };
  return base === undefined ? {} : { base, head };
}

/**
 * The revision of primary content that a merged or outdated change request is compared with; undefined if it is up to
 * date, or if that revision cannot be read.
 */
async function ownBase(request: ChangeRequest, spaceId: string, steps: Steps) {
  const { status, outdated, revisionInitial } = request;
  const base = request.revisionMergedAncestor ?? revisionInitial;
  if (base === undefined || (await steps.service()) === 'contract') return undefined;
  if (status === 'merged') return base;
  if (!outdated || BASE_READS.some(({ tool }) => steps.context.isExcluded?.(tool)))
    return undefined;
  const tree = await ifReadable(() => stateOf({ spaceId, revisionId: base }, steps).tree());
  return tree && base;
}

function standing({ number, subject, status, outdated, revision }: ChangeRequest) {
  return { number, subject, status, ...(status !== 'merged' && { outdated }), revision };
}
