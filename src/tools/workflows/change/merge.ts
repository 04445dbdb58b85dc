import type { ChangeRequestLocation } from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import { operationTool } from '../../operation-tool.ts';
import { MERGE_CALLS } from '../../preconditions/merge-rules.ts';
import { MERGE_READS, type MergeReport, updateBeforeMerge } from '../../runs/merge.ts';
import type { Steps } from '../workflow.ts';

const mergeTool = operationTool(operations.mergeChangeRequest);

/** The operations that a workflow needs in order to merge what it wrote. */
export const MERGING = [...MERGE_CALLS, operations.updateChangeRequestFromPrimary, ...MERGE_READS];

/** The sentence that a person sees before a call merges. */
export const MERGE_WARNING = 'It merges the change request, which makes it live.';

export type MergeSummary = MergeReport & { result?: string };

/** Merges. The confirmation covers what the call changes, not what happened to primary content meanwhile. */
export async function mergeRequest(
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<MergeSummary> {
  const { caller } = steps;
  const notMerged = await updateBeforeMerge(location, caller);
  if (notMerged) return notMerged;
  const merged = (await mergeTool.run(
    { ...location },
    { ...caller, approval: undefined },
  )) as MergeSummary;
  if (merged.merged !== false) await steps.finish('merged');
  return merged;
}

/** The outcome of a merge, with the pages that it changed besides those that the call itself reports. */
export function mergeFields(
  { result = 'merged', merged, pages = [], conflicts, settle, note }: MergeSummary,
  reported: readonly { id: string }[],
) {
  const known = new Set(reported.map(({ id }) => id));
  const others = pages.filter((page) => !known.has((page as { id: string }).id));
  return {
    merged: merged ?? result,
    ...(others.length > 0 && { [merged === false ? 'pulledIn' : 'alsoLive']: others }),
    ...(conflicts && { conflicts }),
    ...(settle !== undefined && { settle }),
    ...(note !== undefined && { note }),
  };
}
