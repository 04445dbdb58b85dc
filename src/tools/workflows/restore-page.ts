import { z } from 'zod';
import { pagesChangedBy, stateOf, type TreeChange } from '../../content/index.ts';
import { CHANGES_AT_ONCE } from '../../operations/content-changes.ts';
import { idOf } from '../../operations/ids.ts';
import { operations } from '../../operations/index.ts';
import { ChangeRequestId, PageId, SpaceId } from '../../operations/params.ts';
import { exactlyOneOf } from '../../operations/rules.ts';
import { fencedInline } from '../../text/index.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { CHANGE_OPERATIONS, targetOfChange } from './change/request.ts';
import { openChangeRequestWithEdits } from './open-change-request-with-edits.ts';
import { consequenceOfRestoring } from './restore/consequence.ts';
import { laterChanges, refuseToLoseLater } from './restore/later-changes.ts';
import { limitPages } from './restore/limit-pages.ts';
import {
  contentAfter,
  contentBefore,
  type MergedRequest,
  mergedRequest,
} from './restore/merged-request.ts';
import { planPageUndo } from './restore/one-page.ts';
import type { UndoPlan } from './restore/plan.ts';
import { planSteps, UNDO_READS } from './restore/undo.ts';
import { type KeptPassage, limitPassages } from './restore/undo-in-text.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_SUBJECT = 100;

/** Maximum lines of a page's diff to show. */
const MAX_DIFF_LINES = 25;

const EXACTLY_ONE =
  'give either changeRequestId, a merged one, or revision: page_history lists both for a page';

/** Maximum number of pages that a refusal names. */
const MAX_NAMED = 10;

/** Restores an earlier state of one page, or of all pages of a merged change request. */
export const restorePage = workflow({
  name: 'restore_page',
  title: 'Restore page',
  summary:
    'Undo a merged change request, whole or on one page, keeping later changes; or restore a page as in a revision.',
  tasks: [
    'undo a bad merge',
    'undo a merged change request',
    'revert a merged change request',
    'roll back everything that a change request changed',
    'take a merge back',
    'restore a page to how it was before',
    'revert a page to an earlier version',
    'roll back a page',
    'bring back a deleted page',
    'undo a change request on a page',
    'recover an old version of a page',
    'put a page back the way it was last week',
    'get a deleted page back',
    'undo what a change request did to a page',
  ],
  toolset: 'change-requests',
  effect: 'update',
  destructive: true,
  consequence: consequenceOfRestoring,
  confirm: ({ merge }) =>
    merge === true ? 'It merges the change request, which makes it live.' : undefined,
  confirmTarget: ({ spaceId, existing, changeRequestId }) => ({
    ...targetOfChange({ spaceId, changeRequestId: existing ?? changeRequestId }),
    // The result of a merge depends on the present content.
    ...(existing === undefined && { dependsOn: [targetOfChange({ spaceId })] }),
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
    status: z.enum(['draft', 'open']).optional(),
    merge: z.boolean().optional().describe('merge at the end'),
    expectedRevision,
  },
  output: z.looseObject({ changeRequestId: z.string() }),
  check: (args) =>
    (exactlyOneOf('changeRequestId', 'revision')(args) && EXACTLY_ONE) ??
    (args.revision !== undefined && args.pageId === undefined
      ? 'pageId is required with revision'
      : undefined),
  async work({ changeRequestId, revision: given, pageId, subject, ...where }, steps) {
    const from =
      changeRequestId === undefined
        ? undefined
        : await mergedRequest({ spaceId: where.spaceId, changeRequestId }, steps);
    if (pageId === undefined && from) {
      const newSubject = subject ?? `Undo change request ${from.request.number}`;
      return undoRequest(
        from,
        { ...where, ...(where.existing === undefined && { subject: newSubject }) },
        steps,
      );
    }
    const revision = from?.revision ?? String(given);
    const named = from ? stateBefore(from) : `revision ${given}`;
    const newSubject = subject ?? `Restore a page as in ${named}`.slice(0, MAX_SUBJECT);
    const source = { spaceId: where.spaceId, changeRequestId: where.existing };
    const page = String(pageId);
    const own = from && (await planPageUndo({ pageId: page, from, source }, steps));
    const kept = own && 'change' in own;
    if (from && own && !kept && where.merge === true) {
      const earlier = { spaceId: where.spaceId, pageId: page, revision, request: from.request };
      await refuseToLoseLater(earlier, own.reason, steps);
    }
    const done = await steps
      .run<RestoreResult>(openChangeRequestWithEdits, {
        ...where,
        ...(where.existing === undefined && { subject: newSubject }),
        changes: [kept ? own.change : { operation: 'revert_page', page, revision }],
      })
      .catch(rethrowAboutPage);
    if (kept) return { ...done, pages: done.pages.map((one) => noteKeptChanges(one, own.kept)) };
    // The page may have been named by its title.
    const [{ id } = { id: page }] = done.pages;
    const earlier = { spaceId: where.spaceId, pageId: id, revision, by: done.changeRequestId };
    return {
      ...done,
      pages: done.pages.map((one) => shortenDiff(one, named)),
      ...(await laterChanges({ ...earlier, ...(from && { request: from.request }) }, steps)),
      ...(own && {
        note: `The whole page was restored, and later changes are lost: ${own.reason}.`,
      }),
    };
  },
});

interface RestoreResult {
  changeRequestId: string;
  revision: string;
  pages: RestoredPage[];
  badLinks?: object[];
  oldBadLinks?: number;
}

interface RestoredPage {
  id: string;
  outcome: string;
  diff?: string;
  kept?: KeptPassage[];
}

interface RestoreTarget {
  spaceId: string;
  existing?: string;
  subject?: string;
  status?: 'draft' | 'open';
  merge?: boolean;
  expectedRevision?: string;
}

async function undoRequest(from: MergedRequest, where: RestoreTarget, steps: Steps) {
  const { spaceId, existing } = where;
  const { plan, now } = await planUndo(from, { spaceId, changeRequestId: existing }, steps);
  const { changes, left, merged, note } = plan;
  if (changes.length === 0) throw new Refusal(nothingToUndoMessage(from.request.number, plan));
  const { status, merge, ...target } = { expectedRevision: now, ...withoutUndefined(where) };
  const pages: RestoredPage[] = [];
  const badLinks: object[] = [];
  let oldBadLinks = 0;
  let last: RestoreResult | undefined;
  for (let at = 0; at < changes.length; at += CHANGES_AT_ONCE) {
    const isLast = at + CHANGES_AT_ONCE >= changes.length;
    last = await steps.run<RestoreResult>(openChangeRequestWithEdits, {
      ...(last
        ? { spaceId, existing: last.changeRequestId, expectedRevision: last.revision }
        : target),
      ...(isLast && withoutUndefined({ status, merge })),
      changes: changes.slice(at, at + CHANGES_AT_ONCE),
    });
    await steps.finish(`undid ${Math.min(at + CHANGES_AT_ONCE, changes.length)} changes`);
    pages.push(...last.pages);
    badLinks.push(...(last.badLinks ?? []));
    oldBadLinks += last.oldBadLinks ?? 0;
  }
  const shown = pages.map((page) => {
    const kept = merged.get(page.id);
    return kept
      ? noteKeptChanges(page, kept)
      : shortenDiff(page, `${stateBefore(from)}, and had no other change since`);
  });
  return {
    ...last,
    ...limitPages(shown, ({ id }) => merged.has(id)),
    ...(badLinks.length > 0 && { badLinks }),
    ...(oldBadLinks > 0 && { oldBadLinks }),
    ...(left.length > 0 && { left }),
    ...(left.length + merged.size === 0 && note === undefined && { laterChanges: 'none' }),
    ...(note !== undefined && { note }),
  };
}

async function planUndo(
  from: MergedRequest,
  source: { spaceId: string; changeRequestId: string | undefined },
  steps: Steps,
): Promise<{ plan: UndoPlan; now?: string }> {
  const { request, location, revision, ends } = from;
  const before = await contentBefore(from, steps);
  const made = contentAfter(from, steps);
  if (!before) {
    const touched = pagesChangedBy(await made.tree(), request) ?? [];
    throw new Refusal(unknownStateMessage(request.number, touched));
  }
  const now = ends && (await currentRevision(source, steps));
  const is = stateOf(
    now === undefined ? source : { spaceId: source.spaceId, revisionId: now },
    steps,
  );
  const { state: was, isExact, ends: compared } = before;
  const states = { was, made, is };
  const plan = await planSteps(
    { location, revision, ends: compared, states, isExact, source },
    steps,
  );
  return now === undefined ? { plan: { ...plan, note: NO_REVISIONS } } : { plan, now };
}

async function currentRevision(
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string | undefined },
  steps: Steps,
): Promise<string> {
  if (changeRequestId !== undefined) {
    return (await steps.send(operations.getChangeRequest, { spaceId, changeRequestId })).revision;
  }
  const current = { spaceId, metadata: false, computed: false };
  return (await steps.send(operations.getCurrentRevision, current)).id;
}

const NO_REVISIONS =
  'This service has no revisions: found by comparison with the change request merged before.';

function unknownStateMessage(number: number, touched: readonly TreeChange[]): string {
  const titles = touched.slice(0, MAX_NAMED).map(({ page }) => page.title);
  const named =
    titles.length === 0
      ? 'Name a page as pageId.'
      : `It changed ${fencedInline(titles.join(', '), 'titles of pages')}: name one as pageId.`;
  return `Nothing was written: this service does not show what the pages of change request ${number} were before, as none was merged before it. ${named}`;
}

/** An object without undefined members. */
function withoutUndefined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

function nothingToUndoMessage(number: number, { left }: UndoPlan): string {
  const named = left
    .slice(0, MAX_NAMED)
    .map(({ title, left: reason, places = [] }) => {
      const sections = [...new Set(places.flatMap(({ section }) => section ?? []))];
      const where = sections.length > 0 && `: ${fencedInline(sections.join(', '), 'headings')}`;
      return `${fencedInline(title, 'title')}: ${reason}${where || ''}`;
    })
    .join('; ');
  const more = left.length > MAX_NAMED ? `; and ${left.length - MAX_NAMED} more` : '';
  return left.length === 0
    ? `Nothing was written: change request ${number} changed no page.`
    : `Nothing was written: no page of change request ${number} can be undone. ${named}${more}.`;
}

function stateBefore({ request }: MergedRequest): string {
  return `the state before change request ${request.number}`;
}

/** A page with the first lines of its diff. Instead of the others, names the resulting state if that is known. */
function shortenDiff<T extends RestoredPage>(page: T, state?: string): T {
  const lines = page.diff?.split('\n') ?? [];
  if (lines.length <= MAX_DIFF_LINES) return page;
  const result = state ? `the page is as in ${state}` : 'review_change_request shows them';
  const more = `… ${lines.length - MAX_DIFF_LINES} more lines; ${result}.`;
  return { ...page, diff: [...lines.slice(0, MAX_DIFF_LINES), more].join('\n') };
}

/** A page with later changes that stay, and the passages that these changed again. */
function noteKeptChanges(page: RestoredPage, kept: readonly KeptPassage[]): RestoredPage {
  const outcome = `${page.outcome}; later changes kept`;
  if (kept.length === 0) return shortenDiff({ ...page, outcome });
  return {
    ...shortenDiff({ ...page, outcome: `${outcome}, also where they changed the same words` }),
    kept: limitPassages(kept),
  };
}

/** The caller passed a page, not a change. */
function rethrowAboutPage(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.message.replace('changes[0]: ', 'pageId: '));
}
