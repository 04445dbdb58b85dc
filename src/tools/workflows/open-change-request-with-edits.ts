import { z } from 'zod';
import type { ChangeRequestLocation } from '../../content/index.ts';
import {
  checkChanges,
  copyingChanges,
  localCopyingChanges,
  NO_CHANGE,
} from '../../operations/content-changes.ts';
import { type Arguments, type OutputOf, operations } from '../../operations/index.ts';
import { ChangeRequestId, onDemand, SpaceId } from '../../operations/params.ts';
import { givenOf } from '../../operations/rules.ts';
import type { Unsettled } from '../edits/unsettled-conflicts.ts';
import { operationTool } from '../operation-tool.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { allowPlainLinks } from '../runs/edit.ts';
import { MERGE_WARNING, MERGING, mergeFields, mergeRequest } from './change/merge.ts';
import {
  CHANGE_OPERATIONS,
  editOrArchive,
  openOrFindRequest,
  requestSummary,
  targetOfChange,
  updateRequest,
} from './change/request.ts';
import {
  checkReviewers,
  requestReviews,
  requireReviewers,
  reviewers as reviewersArgument,
} from './change/reviewers.ts';
import { copiedSpaces } from './copy/copies.ts';
import { type PageEdit, refsOf } from './open-change-request/changes.ts';
import { consequenceOfEdits } from './open-change-request/consequence.ts';
import { linkEffectsOf, linkFields } from './open-change-request/link-effects.ts';
import {
  idsOfNewPages,
  pageResults,
  type WrittenItem,
} from './open-change-request/page-results.ts';
import { prepareEdit } from './open-change-request/prepare-edit.ts';
import {
  deletedBetween,
  movesBetween,
  REDIRECT_CALLS,
  redirectsFor,
} from './open-change-request/redirects.ts';
import { subjectOf } from './open-change-request/subject.ts';
import { TASKS } from './open-change-request/task-phrases.ts';
import { REVERT_READS } from './open-change-request/unknown-reverts.ts';
import { type Steps, workflow } from './workflow.ts';

interface EditsResult {
  changes?: WrittenItem[];
  note?: string;
  looseMatches?: string;
  unsettled?: Unsettled[];
  insertedFiles?: { id: string; name: string; ref?: string }[];
}

const editTool = operationTool(operations.editChangeRequestContent);

/** Turns an intention into a reviewable or merged change in one call. */
export const openChangeRequestWithEdits = workflow({
  name: 'open_change_request_with_edits',
  title: 'Open change request with edits',
  summary:
    'Make `changes`, all or none, in a new change request or the `existing` one. update_page also moves (into, at) and renames (title, slug).',
  tasks: TASKS,
  consequence: consequenceOfEdits,
  toolset: 'change-requests',
  effect: 'update',
  destructive: true,
  confirm: ({ merge }) => (merge === true ? MERGE_WARNING : undefined),
  confirmTarget: ({ spaceId, existing, changes }) => ({
    ...targetOfChange({ spaceId, changeRequestId: existing }),
    dependsOn: copiedSpaces(changes as PageEdit[], String(spaceId)).map((source) =>
      targetOfChange({ spaceId: source }),
    ),
  }),
  calls: CHANGE_OPERATIONS,
  mayCall: [
    operations.updateChangeRequest,
    operations.requestReviewers,
    ...MERGING,
    ...REVERT_READS,
    operations.getRevisionPage,
    ...REDIRECT_CALLS,
  ],
  input: {
    spaceId: SpaceId,
    existing: ChangeRequestId.optional().describe('change request to continue'),
    subject: z.string().max(100).optional(),
    changes: copyingChanges,
    status: z.enum(['draft', 'open']).optional().describe('open asks for review'),
    reviewers: reviewersArgument,
    merge: z.boolean().optional().meta(onDemand('merge at the end')),
    expectedRevision,
    allowPlainLinks,
  },
  localInput: { changes: localCopyingChanges },
  output: z.looseObject({
    changeRequestId: z.string(),
    number: z.number(),
    pages: z.array(z.looseObject({ id: z.string(), outcome: z.string() })),
  }),
  check: (args) => {
    const { changes } = args;
    return (
      checkReviewers(args) ??
      checkNoChange(args) ??
      checkChanges({ changes }) ??
      repeatedRef(changes as PageEdit[])
    );
  },
  async work(given, steps) {
    const { spaceId, existing, expectedRevision, merge = false, reviewers } = given;
    if (reviewers) await requireReviewers(steps);
    const known =
      existing === undefined
        ? undefined
        : await openOrFindRequest({ spaceId, existing, expectedRevision }, steps);
    const settings = { ...given, merge };
    if (known && given.changes.length === 0) {
      const location = { spaceId, changeRequestId: known.id };
      const { standing, merged } = await applySettings(location, known, settings, steps);
      return { ...standing, pages: [], ...(merged && mergeFields(merged, [])) };
    }
    const prepared = await prepareEdit(given, steps);
    const subject = given.subject ?? subjectOf(prepared.named, prepared.before);
    const request =
      known ?? (await openOrFindRequest({ spaceId, subject, expectedRevision }, steps));
    const location = { spaceId, changeRequestId: request.id };
    const written = await writeChanges(location, request, prepared.changes, !known, steps);
    const { pages: after } = await steps.send(operations.listChangeRequestPages, location);
    const trees = { location, before: prepared.before, after };
    const { badLinks, ...results } = await pageResults(
      trees,
      { ...prepared, outcomes: written.outcomes },
      steps,
    );
    const moved = movesBetween(prepared.before, after);
    const refs = idsOfNewPages(prepared.changes, written.outcomes);
    const deleted = deletedBetween(prepared.before, after, (page) => {
      const target = prepared.newLinkTargets.get(page)?.('', false);
      return target && 'page' in target ? (refs.get(target.page) ?? target.page) : undefined;
    });
    const links =
      prepared.linksBefore &&
      (await linkEffectsOf(location, prepared.linksBefore, { ...trees, moved }, steps));
    const { standing, merged } = await applySettings(location, known, settings, steps);
    return {
      ...standing,
      ...results,
      ...noteCopies(prepared.copied.notCopied),
      ...linkFields(badLinks, links),
      ...written.notes,
      ...(merged && mergeFields(merged, results.pages)),
      ...written.files,
      ...(moved.length > 0 && { moved }),
      ...(moved.length + deleted.length > 0 &&
        (await redirectsFor(spaceId, { moved, deleted }, Boolean(merged), steps))),
    };
  },
});

function noteCopies(notCopied: readonly string[]) {
  return notCopied.length > 0 ? { notCopied } : {};
}

/** Sends the changes. A change request that was opened for them is archived if nothing can be written. */
async function writeChanges(
  location: ChangeRequestLocation,
  request: OutputOf<typeof operations.getChangeRequest>,
  changes: readonly PageEdit[],
  isNew: boolean,
  steps: Steps,
) {
  const answer = await editOrArchive({ request, isNew }, location.spaceId, steps, async () => {
    const edit = { ...location, changes, allowPlainLinks: true };
    const done = await steps.run<EditsResult>(editTool, edit);
    if (isNew && done.note !== undefined) throw new Refusal(done.note);
    return done;
  });
  await steps.finish(`applied ${changes.length} changes`);
  const { changes: outcomes = [], insertedFiles = [], note, unsettled, looseMatches } = answer;
  return {
    outcomes,
    notes: {
      ...(note !== undefined && { note }),
      ...(looseMatches !== undefined && { looseMatches }),
      ...(unsettled && { unsettled }),
    },
    files:
      insertedFiles.length > 0
        ? { files: insertedFiles.map(({ id, name, ref }) => ({ id, name, ref })) }
        : {},
  };
}

interface RequestSettings {
  subject?: string;
  status?: 'draft' | 'open';
  reviewers?: string[];
  merge: boolean;
}

/** Does what a call requests besides its changes; returns the state of the change request afterwards. */
async function applySettings(
  location: ChangeRequestLocation,
  known: { subject?: string } | undefined,
  { subject, status, reviewers, merge }: RequestSettings,
  steps: Steps,
) {
  const renamed = known?.subject === subject ? undefined : subject;
  await updateRequest(
    location,
    { ...(!merge && { status }), ...(known && { subject: renamed }) },
    steps,
  );
  const people = reviewers && (await requestReviews(location, reviewers, steps));
  const merged = merge ? await mergeRequest(location, steps) : undefined;
  return { standing: { ...(await requestSummary(location, steps)), ...people }, merged };
}

/** Only an existing change request can be opened for review, or merged, without a change. */
function checkNoChange({ changes, existing, ...asked }: Arguments): string | undefined {
  if ((changes as unknown[]).length > 0) return undefined;
  const isAsked = givenOf(asked, ['subject', 'status', 'reviewers', 'merge']).length > 0;
  return existing !== undefined && isAsked
    ? undefined
    : `${NO_CHANGE}; an existing change request takes status, reviewers, subject or merge without one`;
}

function repeatedRef(changes: readonly PageEdit[]): string | undefined {
  const { pages, files } = refsOf(changes);
  const all = [...pages, ...files];
  const repeated = all.find((ref, index) => all.indexOf(ref) !== index);
  return repeated && `ref ${repeated} is used twice; give each page and file a ref of its own`;
}
