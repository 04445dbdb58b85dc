import { z } from 'zod';
import { stateOf, type TreeChange, touchedPages } from '../../content/index.ts';
import { CHANGES_AT_ONCE } from '../../operations/content-changes.ts';
import { idOf } from '../../operations/ids.ts';
import { type OutputOf, operations } from '../../operations/index.ts';
import { ChangeRequestId, PageId, SpaceId } from '../../operations/params.ts';
import { exactlyOneOf } from '../../operations/rules.ts';
import { fencedInline } from '../../text/index.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import {
  CHANGE_OPERATIONS,
  openChangeRequestWithEdits,
  targetOfChange,
} from './open-change-request-with-edits.ts';
import { laterChanges } from './restore/later.ts';
import { undoOfPage } from './restore/one-page.ts';
import type { UndoPlan } from './restore/plan.ts';
import { UNDO_READS, undoPlan } from './restore/undo.ts';
import { baseRequestOf } from './review/base-request.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_SUBJECT = 100;

/** Maximum lines of a page's diff to show. */
const MAX_DIFF_LINES = 25;

/** Maximum number of pages that a refusal names. */
const MAX_NAMED = 10;

/** Restores an earlier state of one page, or of all pages of a merged change request. */
export const restorePage = workflow({
  name: 'restore_page',
  title: 'Restore page',
  summary:
    'Undo a merged change request, whole or on one page, keeping later changes; or restore a page as in a revision.',
  toolset: 'change-requests',
  effect: 'update',
  destructive: true,
  confirm: ({ merge }) =>
    merge === true ? 'It merges the change request, which makes it live.' : undefined,
  confirmTarget: ({ spaceId, existing, changeRequestId }) => ({
    ...targetOfChange({ spaceId, changeRequestId: existing ?? changeRequestId }),
    // What is merged then depends on the present content.
    ...(existing === undefined && { beside: [targetOfChange({ spaceId })] }),
  }),
  calls: CHANGE_OPERATIONS,
  mayCall: [operations.getChangeRequest, operations.getRevision, ...UNDO_READS],
  input: {
    spaceId: SpaceId,
    pageId: PageId.optional().describe('default: all it changed'),
    changeRequestId: ChangeRequestId.optional().describe('merged'),
    revision: idOf('revision').optional(),
    existing: ChangeRequestId.optional().describe('change request to restore in'),
    subject: z.string().max(MAX_SUBJECT).optional(),
    status: z.enum(['draft', 'open']).optional().describe('open asks for review'),
    merge: z.boolean().optional().describe('merge at the end'),
    expectedRevision,
  },
  output: z.looseObject({ changeRequestId: z.string() }),
  check: (args) =>
    exactlyOneOf('changeRequestId', 'revision')(args) ??
    (args.revision !== undefined && args.pageId === undefined
      ? 'pageId is required with revision'
      : undefined),
  async work({ changeRequestId, revision: given, pageId, subject, ...where }, steps) {
    const from =
      changeRequestId === undefined
        ? undefined
        : await before({ spaceId: where.spaceId, changeRequestId }, steps);
    if (pageId === undefined && from) {
      const said = subject ?? `Undo change request ${from.request.number}`;
      return undo(
        from,
        { ...where, ...(where.existing === undefined && { subject: said }) },
        steps,
      );
    }
    const revision = from?.revision ?? String(given);
    const named = from ? stateBefore(from) : `revision ${given}`;
    const said = subject ?? `Restore a page as in ${named}`.slice(0, MAX_SUBJECT);
    const source = { spaceId: where.spaceId, changeRequestId: where.existing };
    const page = String(pageId);
    const own =
      from &&
      (await undoOfPage(
        { pageId: page, request: from.request, ...(from.ends && { ends: from.ends }), source },
        steps,
      ));
    const kept = own && 'change' in own;
    const done = await steps
      .run<Done>(openChangeRequestWithEdits, {
        ...where,
        ...(where.existing === undefined && { subject: said }),
        changes: [kept ? own.change : { operation: 'revert_page', page, revision }],
      })
      .catch(inOwnTerms);
    if (kept) return { ...done, pages: done.pages.map(keepingLater) };
    // The page may have been named by its title.
    const [{ id } = { id: page }] = done.pages;
    const earlier = { spaceId: where.spaceId, pageId: id, revision, by: done.changeRequestId };
    return {
      ...done,
      pages: done.pages.map((one) => bounded(one, named)),
      ...(await laterChanges({ ...earlier, ...(from && { request: from.request }) }, steps)),
      ...(own && { note: `The whole page went back, and later changes are lost: ${own.reason}.` }),
    };
  },
});

interface Done {
  changeRequestId: string;
  revision: string;
  pages: DonePage[];
  badLinks?: object[];
  oldBadLinks?: number;
}

interface DonePage {
  id: string;
  outcome: string;
  diff?: string;
}

interface RestoreTarget {
  spaceId: string;
  existing?: string;
  subject?: string;
  status?: 'draft' | 'open';
  merge?: boolean;
  expectedRevision?: string;
}

async function undo(from: MergedRequest, where: RestoreTarget, steps: Steps) {
  const { spaceId, existing } = where;
  const { plan, now } = await planOf(from, { spaceId, changeRequestId: existing }, steps);
  const { changes, left, merged, note } = plan;
  if (changes.length === 0) throw new Refusal(nothingToUndo(from.request.number, plan));
  const { status, merge, ...target } = { expectedRevision: now, ...stated(where) };
  const pages: DonePage[] = [];
  const badLinks: object[] = [];
  let oldBadLinks = 0;
  let last: Done | undefined;
  for (let at = 0; at < changes.length; at += CHANGES_AT_ONCE) {
    const isLast = at + CHANGES_AT_ONCE >= changes.length;
    last = await steps.run<Done>(openChangeRequestWithEdits, {
      ...(last
        ? { spaceId, existing: last.changeRequestId, expectedRevision: last.revision }
        : target),
      ...(isLast && stated({ status, merge })),
      changes: changes.slice(at, at + CHANGES_AT_ONCE),
    });
    await steps.finish(`undid ${Math.min(at + CHANGES_AT_ONCE, changes.length)} changes`);
    pages.push(...last.pages);
    badLinks.push(...(last.badLinks ?? []));
    oldBadLinks += last.oldBadLinks ?? 0;
  }
  return {
    ...last,
    pages: pages.map((page) =>
      merged.has(page.id)
        ? keepingLater(page)
        : bounded(page, `${stateBefore(from)}, and had no other change since`),
    ),
    ...(badLinks.length > 0 && { badLinks }),
    ...(oldBadLinks > 0 && { oldBadLinks }),
    ...(left.length > 0 && { left }),
    ...(left.length + merged.size === 0 && note === undefined && { laterChanges: 'none' }),
    ...(note !== undefined && { note }),
  };
}

async function planOf(
  from: MergedRequest,
  source: { spaceId: string; changeRequestId: string | undefined },
  steps: Steps,
): Promise<{ plan: UndoPlan; now?: string }> {
  const { request, revision, ends } = from;
  const { spaceId, changeRequestId } = source;
  const place = { spaceId, changeRequestId: request.id };
  if (!ends) {
    const before = await baseRequestOf(request, spaceId, steps);
    if (!before) {
      const touched = touchedPages(await stateOf(place, steps).tree(), request) ?? [];
      throw new Refusal(unknownBefore(request.number, touched));
    }
    const states = {
      was: stateOf({ spaceId, changeRequestId: before.id }, steps),
      made: stateOf(place, steps),
      is: stateOf(source, steps),
    };
    const { isExact } = before;
    const undone = { place, revision, ends: { otherRequest: before.id }, states, isExact, source };
    return { plan: { ...(await undoPlan(undone, steps)), note: NO_REVISIONS } };
  }
  const now =
    changeRequestId === undefined
      ? (
          await steps.send(operations.getCurrentRevision, {
            ...{ spaceId, metadata: false, computed: false },
          })
        ).id
      : (await steps.send(operations.getChangeRequest, { spaceId, changeRequestId })).revision;
  const at = (revisionId: string) => stateOf({ spaceId, revisionId }, steps);
  const states = { was: at(ends.base), made: at(ends.head), is: at(now) };
  const undone = { place, revision: ends.base, ends, states, isExact: true, source };
  return { plan: await undoPlan(undone, steps), now };
}

const NO_REVISIONS =
  'This service has no revisions: found by comparison with the change request merged before.';

function unknownBefore(number: number, touched: readonly TreeChange[]): string {
  const titles = touched.slice(0, MAX_NAMED).map(({ page }) => page.title);
  const named =
    titles.length === 0
      ? 'Name a page as pageId.'
      : `It changed ${fencedInline(titles.join(', '), 'titles of pages')}: name one as pageId.`;
  return `Nothing was written: this service does not show what the pages of change request ${number} were before, as none was merged before it. ${named}`;
}

/** An object without undefined members. */
function stated<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

function nothingToUndo(number: number, { left }: UndoPlan): string {
  const named = left
    .slice(0, MAX_NAMED)
    .map(({ title, left: reason }) => `${fencedInline(title, 'title')}: ${reason}`)
    .join('; ');
  const more = left.length > MAX_NAMED ? `; and ${left.length - MAX_NAMED} more` : '';
  return left.length === 0
    ? `Nothing was written: change request ${number} changed no page.`
    : `Nothing was written: no page of change request ${number} can be undone. ${named}${more}.`;
}

function stateBefore({ request }: MergedRequest): string {
  return `the state before change request ${request.number}`;
}

/** A page with the first lines of its diff. Of the others it says what they lead to, if that is a known state. */
function bounded<T extends DonePage>(page: T, state?: string): T {
  const lines = page.diff?.split('\n') ?? [];
  if (lines.length <= MAX_DIFF_LINES) return page;
  const result = state ? `the page is as in ${state}` : 'review_change_request shows them';
  const more = `… ${lines.length - MAX_DIFF_LINES} more lines; ${result}.`;
  return { ...page, diff: [...lines.slice(0, MAX_DIFF_LINES), more].join('\n') };
}

function keepingLater(page: DonePage): DonePage {
  return bounded({ ...page, outcome: `${page.outcome}; later changes kept` });
}

/** The caller passed a page, not a change. */
function inOwnTerms(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.message.replace('changes[0]: ', 'pageId: '));
}

/** A merged change request, and the content that it was merged into. */
interface MergedRequest {
  request: OutputOf<typeof operations.getChangeRequest>;
  revision: string;
  /** The revisions between which its changes lie; absent: they cannot be read. */
  ends?: { base: string; head: string };
}

/** The revision that a merged change request was merged into. */
async function before(
  place: { spaceId: string; changeRequestId: string },
  steps: Steps,
): Promise<MergedRequest> {
  const request = await steps.send(operations.getChangeRequest, place);
  const { number, status, revisionMerged, revisionMergedAncestor, revisionInitial } = request;
  if (status !== 'merged') {
    throw new Refusal(
      `Change request ${number} is not merged (status ${status}), so there is nothing to restore from it. Nothing was written.`,
    );
  }
  const isReadable = revisionMerged !== undefined && (await steps.service()) !== 'contract';
  const parent = isReadable
    ? await steps
        .send(operations.getRevision, {
          spaceId: place.spaceId,
          revisionId: revisionMerged,
          metadata: false,
          computed: false,
        })
        .then(({ parents }) => parents?.[0])
    : undefined;
  const revision = parent ?? revisionMergedAncestor ?? revisionInitial;
  if (revision === undefined) {
    throw new Refusal(
      `The platform does not show what existed before change request ${number}; page_history may name a revision. Nothing was written.`,
    );
  }
  if ((await steps.service()) === 'contract') return { request, revision };
  const head = parent === undefined ? request.revision : String(revisionMerged);
  return { request, revision, ends: { base: revision, head } };
}
