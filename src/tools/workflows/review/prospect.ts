import {
  type ChangeRequestLocation,
  changesBetween,
  type PageChange,
  placedPages,
  settingConflicts,
} from '../../../content/index.ts';
import { operations, type PageNode } from '../../../operations/index.ts';
import { runJob } from '../../jobs/run.ts';
import { whereReadable } from '../../readable.ts';
import type { Steps } from '../workflow.ts';

/** The operations for predicting a merge. */
export const PROSPECT_READS = [
  operations.getCurrentRevision,
  operations.listRevisionPages,
  operations.getRevisionPage,
];

/** Maximum characters of a conflicting part to show. */
const MAX_SHOWN = 600;

interface Outdated {
  number: number;
  place: ChangeRequestLocation;
  base: string;
  head: string;
  changes: readonly PageChange[];
  baseTree(spaceId: string, revision: string, steps: Steps): Promise<PageNode[]>;
}

/** Whether an outdated change request merges cleanly, or else the conflicts. */
export async function prospectOf(
  { number, place, base, head, changes, baseTree }: Outdated,
  steps: Steps,
): Promise<object> {
  const { spaceId } = place;
  const read = { spaceId, metadata: false, computed: false };
  const primary = await steps.send(operations.getCurrentRevision, read);
  const was = await baseTree(spaceId, base, steps);
  const theirs = new Set(changesBetween(was, primary.pages).map(({ page }) => page.id));
  const shared = changes.filter(({ page }) => theirs.has(page));
  const also = shared.length > 0 && { alsoChangedInPrimary: shared.map(({ title }) => title) };
  const found = await whereReadable(async () => {
    const { pages } = await steps.send(operations.listRevisionPages, {
      spaceId,
      revisionId: head,
    });
    const trees = { base: was, primary: primary.pages, changeRequest: pages, after: pages };
    const settings = settingConflicts(trees).map(({ now: _, ...conflict }) => conflict);
    const isThere = [was, primary.pages, pages].map((tree) => placedPages(tree));
    const texts = [];
    for (const { page, title, diff } of shared) {
      // A page that one side deleted is reported as such.
      if (diff === undefined || !isThere.every((ids) => ids.has(page))) continue;
      const sides = { number, spaceId, page, revisions: [base, primary.id, head] as const };
      for (const part of await textConflicts(sides, steps)) texts.push({ page, title, ...part });
      await steps.finish(`compared both sides of ${title}`);
    }
    return [...settings, ...texts];
  });
  if (found === undefined) {
    return { warning: 'Primary content moved on. Update before merging.', ...also };
  }
  return found.length === 0
    ? { outlook: 'Primary content moved on, and this merges cleanly.', ...also }
    : {
        warning: `Primary content moved on: both sides changed ${found.length === 1 ? 'one place' : `${found.length} places`}. update_change_request_from_primary writes both sides into the pages, to settle.`,
        ...also,
        conflicts: found,
      };
}

interface PageVersions {
  number: number;
  spaceId: string;
  page: string;
  revisions: readonly [base: string, primary: string, changeRequest: string];
}

async function textConflicts({ number, spaceId, page, revisions }: PageVersions, steps: Steps) {
  const [base = '', primary = '', request = ''] = await Promise.all(
    revisions.map(async (revisionId) => {
      const where = { spaceId, revisionId, pageId: page };
      const { markdown } = await steps.send(operations.getRevisionPage, where);
      return markdown;
    }),
  );
  const { text, conflict } = await runJob('mergeTexts', {
    base,
    first: { text: primary, label: 'primary content' },
    second: { text: request, label: `change request ${number}` },
  });
  if (!conflict) return [];
  const parts = await runJob('shownMarkedParts', text);
  return parts.map(({ section, marked }) => ({
    ...(section !== undefined && { section }),
    both: marked.length > MAX_SHOWN ? `${marked.slice(0, MAX_SHOWN)}…` : marked,
  }));
}
