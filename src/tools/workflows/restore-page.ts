import { z } from 'zod';
import { idOf } from '../../operations/ids.ts';
import { operations } from '../../operations/index.ts';
import { ChangeRequestId, PageId, SpaceId } from '../../operations/params.ts';
import { exactlyOneOf } from '../../operations/rules.ts';
import { expectedRevision } from '../guards/revision.ts';
import { Refusal } from '../refusal.ts';
import { CHANGE_OPERATIONS, openChangeRequestWithEdits } from './open-change-request-with-edits.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_SUBJECT = 100;

/** Restores an earlier state of one page, in a new or an existing change request. */
export const restorePage = workflow({
  name: 'restore_page',
  title: 'Restore page',
  summary:
    'Restore a page, even a deleted one, as it was before a merged change request or in a revision (page_history tells them).',
  toolset: 'change-requests',
  effect: 'update',
  destructive: true,
  confirm: ({ merge }) =>
    merge === true ? 'It merges the change request, which makes it live.' : undefined,
  calls: CHANGE_OPERATIONS,
  mayCall: [operations.getChangeRequest, operations.getRevision],
  input: {
    spaceId: SpaceId,
    pageId: PageId,
    changeRequestId: ChangeRequestId.optional().describe('merged: as before it'),
    revision: idOf('revision').optional(),
    existing: ChangeRequestId.optional().describe('change request to restore in'),
    subject: z.string().max(MAX_SUBJECT).optional(),
    status: z.enum(['draft', 'open']).optional().describe('open asks for review'),
    merge: z.boolean().optional().describe('merge at the end'),
    expectedRevision,
  },
  output: z.looseObject({ changeRequestId: z.string(), restoredFrom: z.string() }),
  check: exactlyOneOf('changeRequestId', 'revision'),
  async work({ changeRequestId, revision: given, pageId, subject, ...where }, steps) {
    const { revision, named } =
      changeRequestId === undefined
        ? { revision: String(given), named: `revision ${given}` }
        : await before({ spaceId: where.spaceId, changeRequestId }, steps);
    const said = subject ?? `Restore a page as in ${named}`.slice(0, MAX_SUBJECT);
    const done = await steps
      .run<object>(openChangeRequestWithEdits, {
        ...where,
        ...(where.existing === undefined && { subject: said }),
        changes: [{ operation: 'revert_page', page: pageId, revision }],
      })
      .catch(inOwnTerms);
    return { ...done, restoredFrom: revision };
  },
});

/** The caller gave a page, not a change. */
function inOwnTerms(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.message.replace('changes[0]: ', 'pageId: '));
}

/** The revision that a merged change request was merged into. */
async function before(
  place: { spaceId: string; changeRequestId: string },
  steps: Steps,
): Promise<{ revision: string; named: string }> {
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
      `The platform does not tell what was there before change request ${number}; page_history may name a revision. Nothing was written.`,
    );
  }
  return { revision, named: `the state before change request ${number}` };
}
