import { z } from 'zod';
import {
  type ChangeRequestLocation,
  type ContentLocation,
  flattenPages,
  readersOf,
} from '../../content/index.ts';
import {
  checkChanges,
  copyingChanges,
  localCopyingChanges,
  NO_CHANGE,
} from '../../operations/content-changes.ts';
import {
  type Arguments,
  type OutputOf,
  operations,
  type PageNode,
} from '../../operations/index.ts';
import { ChangeRequestId, onDemand, SpaceId } from '../../operations/params.ts';
import { givenOf } from '../../operations/rules.ts';
import { expandTextChanges } from '../edits/expand.ts';
import type { Unsettled } from '../edits/unsettled.ts';
import { runJob } from '../jobs/run.ts';
import { operationTool } from '../operation-tool.ts';
import { MERGE_CALLS } from '../preconditions/merge-rules.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { allowPlainLinks, EDIT_CALLS } from '../runs/edit.ts';
import { MERGE_READS, type MergeReport, updateBeforeMerge } from '../runs/merge.ts';
import type { TargetLocation } from '../tool.ts';
import { changeRequestFor, firstEdit, setRequest, standingOf } from './change/request.ts';
import {
  askReviewers,
  checkReviewers,
  requireReviewers,
  reviewers as reviewersArgument,
} from './change/reviewers.ts';
import { diffOf } from './change/write.ts';
import { foldedCopy, spacesCopied, withCopies } from './copy/copies.ts';
import { badLinksOf } from './links.ts';
import { withPlacesBeside } from './open-change-request/beside.ts';
import { type PageEdit, refsOf } from './open-change-request/changes.ts';
import { consequenceOfEdits } from './open-change-request/consequence.ts';
import { falloutOf, linkingPages, rewordedIn } from './open-change-request/fallout.ts';
import { withKnownPages } from './open-change-request/known-pages.ts';
import { outcomesOf, type TextFate } from './open-change-request/outcomes.ts';
import { movesBetween, REDIRECT_CALLS, redirectsFor } from './open-change-request/redirects.ts';
import { repeatedTitle } from './open-change-request/repeated-title.ts';
import { REVERT_READS, refuseUnknownReverts } from './open-change-request/reverted.ts';
import { withRootedLinks } from './open-change-request/rooted-links.ts';
import { subjectOf } from './open-change-request/subject.ts';
import { TASKS } from './open-change-request/task-phrases.ts';
import { refuseUnchanged } from './open-change-request/unchanged.ts';
import { linksAddedBy } from './review/added.ts';
import { type Steps, workflow } from './workflow.ts';

interface WrittenItem {
  object: 'created_page' | 'updated_page' | 'deleted_page';
  page: { id: string } | string;
}

type StoredPage = OutputOf<typeof operations.getPage>;

interface EditsResult {
  changes?: WrittenItem[];
  note?: string;
  unsettled?: Unsettled[];
  insertedFiles?: { id: string; name: string; ref?: string }[];
}

const edit = operationTool(operations.editChangeRequestContent);
const merging = operationTool(operations.mergeChangeRequest);

/** The operations that every change needs. */
export const CHANGE_OPERATIONS = [operations.createChangeRequest, ...EDIT_CALLS];

/** The target of a call that merges: the existing change request, or else the space. */
export function targetOfChange({ spaceId, changeRequestId }: Arguments): TargetLocation {
  return changeRequestId === undefined
    ? { operation: operations.getSpace, args: { spaceId } }
    : { operation: operations.getChangeRequest, args: { spaceId, changeRequestId } };
}

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
  confirm: ({ merge }) =>
    merge === true ? 'It merges the change request, which makes it live.' : undefined,
  confirmTarget: ({ spaceId, existing, changes }) => ({
    ...targetOfChange({ spaceId, changeRequestId: existing }),
    dependsOn: spacesCopied(changes as PageEdit[], String(spaceId)).map((source) =>
      targetOfChange({ spaceId: source }),
    ),
  }),
  calls: CHANGE_OPERATIONS,
  mayCall: [
    operations.updateChangeRequest,
    operations.requestReviewers,
    ...MERGE_CALLS,
    operations.updateChangeRequestFromPrimary,
    ...MERGE_READS,
    ...REVERT_READS,
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
  async work({ spaceId, existing, subject, status, reviewers, merge = false, ...given }, steps) {
    if (reviewers) await requireReviewers(steps);
    const asked = { subject, status, reviewers, merge };
    const source = { spaceId, changeRequestId: existing };
    const { expectedRevision } = given;
    const known =
      existing === undefined
        ? undefined
        : await changeRequestFor({ spaceId, existing, expectedRevision }, steps);
    if (known && given.changes.length === 0) {
      const location = { spaceId, changeRequestId: known.id };
      const { standing, merged } = await settle({ location, known }, asked, steps);
      return { ...standing, pages: [], ...(merged && mergeFields(merged)) };
    }
    const { pages: before } = await steps.send(readersOf(source).pages, source);
    const copied = await withCopies(given.changes, { ...source, pages: before }, steps);
    const named = withPlacesBeside(before, await withKnownPages(before, copied.changes));
    if (!known) await refuseUnknownReverts(spaceId, named, before, steps);
    const reads = new Map<string, StoredPage>();
    const read = (id: string) => readPage(source, id, steps, reads);
    const changes = await withRootedLinks(before, named, read);
    const expanded = await expandTextChanges(changes, read);
    const present = new Set(flattenPages(before).map(({ id }) => id));
    for (const { operation, page, document } of changes) {
      const rewritten = operation === 'revert_page' || (operation === 'update_page' && document);
      if (rewritten && page !== undefined && present.has(page)) await read(page);
    }
    if (given.allowPlainLinks !== true) {
      const { refuseLostLinks } = await import('./open-change-request/lost-links.ts');
      await refuseLostLinks(source, expanded.changes, steps, before, copied.copies);
    }
    if (!known) refuseUnchanged(before, expanded.changes, reads);
    const reworded = rewordedIn(expanded.changes, (page) => reads.get(page));
    const linking = await linkingPages(source, before, { changes, reworded }, steps);
    const request =
      known ??
      (await changeRequestFor(
        { spaceId, subject: subject ?? subjectOf(named, before), expectedRevision },
        steps,
      ));
    const location = { spaceId, changeRequestId: request.id };
    const {
      changes: outcomes = [],
      insertedFiles = [],
      ...edited
    } = await firstEdit({ request, isNew: !known }, spaceId, steps, async () => {
      const done = await steps.run<EditsResult>(edit, {
        ...location,
        changes,
        allowPlainLinks: true,
      });
      if (!known && done.note !== undefined) throw new Refusal(done.note);
      return done;
    });
    await steps.finish(`applied ${changes.length} changes`);
    const after = (await steps.send(operations.listChangeRequestPages, location)).pages;
    const trees = { location, before, after };
    const told = await pageResults(trees, changes, outcomes, reads, steps);
    const creatorOf = creators(changes, outcomes);
    const moved = movesBetween(before, after);
    const links = linking && (await falloutOf(location, linking, { moved, before, after }, steps));
    const { standing, merged } = await settle({ location, known }, asked, steps);
    return {
      ...standing,
      ...told,
      pages: told.pages.map((page) => {
        const isInto = page.diff !== undefined && copied.into.has(page.id);
        const creator = creatorOf.get(page.id) ?? -1;
        const copy = copied.copies.has(creator) ? changes[creator]?.document?.markdown : undefined;
        return {
          ...page,
          ...(isInto && { diff: foldedCopy(String(page.diff)) }),
          ...(copy !== undefined && {
            copied: `${linesIn(copy)} lines, verbatim apart from links and heading levels`,
          }),
        };
      }),
      ...(copied.notCopied.length > 0 && { notCopied: copied.notCopied }),
      ...(edited.note !== undefined && { note: edited.note }),
      ...(edited.unsettled && { unsettled: edited.unsettled }),
      ...(links && { links }),
      ...(merged && mergeFields(merged)),
      ...(insertedFiles.length > 0 && {
        files: insertedFiles.map(({ id, name, ref }) => ({ id, name, ref })),
      }),
      ...(moved.length > 0 && {
        moved,
        ...(await redirectsFor(spaceId, moved, Boolean(merged), steps)),
      }),
    };
  },
});

interface Asked {
  subject?: string;
  status?: 'draft' | 'open';
  reviewers?: string[];
  merge: boolean;
}

/** Does what a call asks for besides its changes; returns the state of the change request afterwards. */
async function settle(
  { location, known }: { location: ChangeRequestLocation; known: { subject?: string } | undefined },
  { subject, status, reviewers, merge }: Asked,
  steps: Steps,
) {
  const renamed = known?.subject === subject ? undefined : subject;
  await setRequest(
    location,
    { ...(!merge && { status }), ...(known && { subject: renamed }) },
    steps,
  );
  const people = reviewers && (await askReviewers(location, reviewers, steps));
  const merged = merge ? await mergeOf(location, steps) : undefined;
  if (merged && merged.merged !== false) await steps.finish('merged');
  return { standing: { ...(await standingOf(location, steps)), ...people }, merged };
}

/** Only an existing change request can be opened for review, or merged, without a change. */
function checkNoChange({ changes, existing, ...asked }: Arguments): string | undefined {
  if ((changes as unknown[]).length > 0) return undefined;
  const isAsked = givenOf(asked, ['subject', 'status', 'reviewers', 'merge']).length > 0;
  return existing !== undefined && isAsked
    ? undefined
    : `${NO_CHANGE}; an existing change request takes status, reviewers, subject or merge without one`;
}

/** The confirmation covers what this call changes, not what happened to primary content meanwhile. */
async function mergeOf(location: ChangeRequestLocation, { context }: Steps): Promise<MergeSummary> {
  const held = await updateBeforeMerge(location, context);
  if (held) return held;
  return (await merging.run({ ...location }, { ...context, approval: undefined })) as MergeSummary;
}

type MergeSummary = MergeReport & { result?: string };

/** What a merge changed besides the pages of this call. */
function mergeFields({ result = 'merged', merged, pages, conflicts, settle, note }: MergeSummary) {
  return {
    merged: merged ?? result,
    ...(pages && { live: pages }),
    ...(conflicts && { conflicts }),
    ...(settle !== undefined && { settle }),
    ...(note !== undefined && { note }),
  };
}

async function readPage(
  location: ContentLocation,
  pageId: string,
  steps: Steps,
  known: Map<string, StoredPage>,
): Promise<StoredPage> {
  const found = known.get(pageId);
  if (found) return found;
  const page = await steps.send(readersOf(location).page, { ...location, pageId });
  known.set(pageId, page);
  return page;
}

interface EditedTrees {
  location: ChangeRequestLocation;
  before: readonly PageNode[];
  after: readonly PageNode[];
}

/** The outcome for each touched page, with its diff or what the platform stored differently, and for its links. */
async function pageResults(
  { location, before, after }: EditedTrees,
  changes: readonly PageEdit[],
  outcomes: readonly WrittenItem[],
  reads: ReadonlyMap<string, StoredPage>,
  steps: Steps,
) {
  const sent = sentTexts(changes, outcomes);
  const diffs = new Map<string, { diff?: string; differences?: string }>();
  const former = new Map(flattenPages(before).map((page) => [page.id, page]));
  const paths = new Map(flattenPages(after).map(({ id, path }) => [id, path]));
  const notes = new Map<string, string>();
  const badLinks = [];
  let oldBadLinks = 0;
  for (const outcome of outcomes.filter(({ object }) => object !== 'deleted_page')) {
    const id = pageIdOf(outcome);
    const where = { ...location, pageId: id };
    const { title, markdown = '' } = await steps.send(operations.getChangeRequestPage, where);
    const earlier = reads.get(id)?.markdown;
    const note = repeatedTitle(former.get(id)?.title, { title, markdown }, earlier);
    if (note !== undefined) notes.set(id, note);
    const text = sent.get(id);
    const differences =
      text === undefined
        ? undefined
        : await runJob('storedDifferently', { sent: text, stored: markdown });
    if (differences !== undefined) diffs.set(id, { differences });
    else if (earlier !== undefined && earlier !== markdown) {
      const page = { id, title };
      diffs.set(id, { diff: await diffOf({ page, before: earlier, after: markdown, fields: {} }) });
    }
    const links = await badLinksOf(location, { id, title }, steps);
    const { diff } = diffs.get(id) ?? {};
    const isRewritten = text !== undefined && diff === undefined;
    const isElsewhere = former.get(id)?.path !== paths.get(id);
    const added = isRewritten ? links : linksAddedBy(diff, links, isElsewhere);
    badLinks.push(...added);
    oldBadLinks += links.length - added.length;
    await steps.finish('read again', title);
  }
  const touched = new Set(outcomes.map(pageIdOf));
  const texts = new Map<string, TextFate>([
    ...[...sent.keys(), ...reads.keys()].map((id) => [id, 'edited'] as const),
    ...restoredIn(changes).map((id) => [id, 'restored'] as const),
  ]);
  const pages = outcomesOf(before, after, touched, texts, placedBy(changes)).map((page) => ({
    ...page,
    ...diffs.get(page.id),
    ...(notes.has(page.id) && { note: notes.get(page.id) }),
  }));
  return {
    pages,
    ...(badLinks.length > 0 && { badLinks }),
    ...(oldBadLinks > 0 && { oldBadLinks }),
  };
}

function placedBy(changes: readonly PageEdit[]): Set<string> {
  const placing = changes.filter(({ into, at }) => into !== undefined || typeof at === 'number');
  return new Set([...placing.flatMap(({ page }) => page ?? []), ...restoredIn(changes)]);
}

function restoredIn(changes: readonly PageEdit[]): string[] {
  return changes.flatMap(({ operation, page }) =>
    operation === 'revert_page' && page !== undefined ? page : [],
  );
}

function repeatedRef(changes: readonly PageEdit[]): string | undefined {
  const { pages, files } = refsOf(changes);
  const all = [...pages, ...files];
  const repeated = all.find((ref, index) => all.indexOf(ref) !== index);
  return repeated && `ref ${repeated} is used twice; give each page and file a ref of its own`;
}

/** The sent markdown of each touched page: by id, or in order for inserted pages. */
function sentTexts(
  changes: readonly PageEdit[],
  outcomes: readonly WrittenItem[],
): Map<string, string> {
  const whole = changes.filter(({ operation }) => operation !== 'replace_section');
  const sent = [
    ...whole.map(({ page, document }) => [page, document?.markdown] as const),
    ...[...creators(changes, outcomes)].map(
      ([id, index]) => [id, changes[index]?.document?.markdown] as const,
    ),
  ];
  return new Map(sent.filter((entry): entry is [string, string] => !entry.includes(undefined)));
}

/** The index of the change that made each created page, by the page. */
function creators(
  changes: readonly PageEdit[],
  outcomes: readonly WrittenItem[],
): ReadonlyMap<string, number> {
  const created = outcomes.filter(({ object }) => object === 'created_page').map(pageIdOf);
  const inserts = [...changes.keys()].filter((at) => changes[at]?.operation === 'insert_page');
  return new Map(created.map((id, location) => [id, inserts[location] ?? -1]));
}

function linesIn(text: string): number {
  return text.trimEnd().split('\n').length;
}

function pageIdOf({ page }: WrittenItem): string {
  return typeof page === 'string' ? page : page.id;
}
