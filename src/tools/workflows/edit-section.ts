import { z } from 'zod';
import { operations } from '../../operations/index.ts';
import { ChangeRequestId, PageId, SpaceId } from '../../operations/params.ts';
import type { Unsettled } from '../edits/unsettled-conflicts.ts';
import { operationTool } from '../operation-tool.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { allowPlainLinks, EDIT_CALLS } from '../runs/edit.ts';
import { requestSummary } from './change/request.ts';
import { workflow } from './workflow.ts';

/** Replaces one section of a page in a change request; the rest of the page stays unchanged. */
export const editSection = workflow({
  name: 'edit_section',
  title: 'Edit section',
  summary:
    'Replace one section of a page, found by its heading, in a change request; the rest stays.',
  tasks: ['rewrite one section of a page', 'change a paragraph below a heading'],
  toolset: 'change-request-content',
  effect: 'update',
  calls: [...EDIT_CALLS],
  steps: 2,
  input: {
    spaceId: SpaceId,
    changeRequestId: ChangeRequestId,
    pageId: PageId,
    heading: z.string().min(1).describe('text, #anchor or Parent > Child'),
    markdown: z.string().describe('the new section, with its heading'),
    expectedRevision,
    allowPlainLinks,
  },
  output: z.looseObject({ changeRequestId: z.string(), revision: z.string() }),
  async work({ heading, markdown, pageId, ...where }, steps) {
    const { spaceId, changeRequestId, expectedRevision: expected, allowPlainLinks: plain } = where;
    const location = { spaceId, changeRequestId };
    const change = { operation: 'replace_section', page: pageId, section: heading };
    const edit = {
      ...location,
      changes: [{ ...change, document: { markdown } }],
      expectedRevision: expected,
      allowPlainLinks: plain,
    };
    const tool = operationTool(operations.editChangeRequestContent);
    const answer = await steps.run<EditSectionResult>(tool, edit).catch(rethrowWithoutIndex);
    await steps.finish('replaced the section and read the page again');
    const { note, diffs = [], incomingLinks: links, unsettled } = answer;
    return {
      ...(note && { note }),
      ...(diffs[0] && { diff: diffs[0].diff }),
      ...(links && { links }),
      ...(unsettled && { unsettled }),
      ...(await requestSummary(location, steps)),
    };
  },
});

interface EditSectionResult {
  note?: string;
  diffs?: { diff: string }[];
  incomingLinks?: object;
  unsettled?: Unsettled[];
}

/** There is only one change, so its index would mean nothing to the caller. */
function rethrowWithoutIndex(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.message.replace('. changes[0]: ', ': ').replace('changes[0] ', ''));
}
