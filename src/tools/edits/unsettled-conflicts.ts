import type { JobCaller } from '../../thread-pool.ts';
import { runJob } from '../jobs/run.ts';

/** The first mark of a conflict; a text without one needs no parsing. */
const CONFLICT_MARK = '<<<<<<<';

/** A written text that still contains both sides of a conflict. */
export interface Unsettled {
  page?: string;
  /** Lines of the first marks, counted from 1. */
  lines: number[];
}

/** Result fields that report written texts with both sides of a conflict; none for other texts. */
export async function reportUnsettled(
  texts: readonly { page?: string; markdown?: string }[],
  caller: JobCaller,
): Promise<{ unsettled?: Unsettled[] }> {
  const unsettled: Unsettled[] = [];
  for (const { page, markdown = '' } of texts) {
    if (!markdown.includes(CONFLICT_MARK)) continue;
    const parts = await runJob('markedParts', markdown, caller);
    if (parts.length > 0) unsettled.push({ page, lines: parts.map(({ line }) => line) });
  }
  return unsettled.length > 0 ? { unsettled } : {};
}
