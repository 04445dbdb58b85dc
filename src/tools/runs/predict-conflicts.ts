import { changesBetween, settingConflicts, stateOf } from '../../content/index.ts';
import {
  type Caller,
  type OutputOf,
  type operations,
  type PageNode,
  send,
} from '../../operations/index.ts';
import { ifReadable } from '../if-readable.ts';
import { runJob } from '../jobs/run.ts';

/** Maximum number of pages that both sides changed to compare. */
const MAX_COMPARED = 100;

interface BothSides {
  spaceId: string;
  changeRequestId: string;
  request: OutputOf<typeof operations.getChangeRequest>;
  /** The pages of primary content, and of the change request. */
  primary: PageNode[];
  ours: PageNode[];
}

/** Whether both sides changed the same passages; undefined if their common base cannot be read. */
export async function predictConflicts(
  { spaceId, changeRequestId, request, primary, ours }: BothSides,
  caller: Caller,
): Promise<boolean | undefined> {
  const revisionId = request.revisionMergedAncestor ?? request.revisionInitial;
  if (revisionId === undefined) return undefined;
  const sender = { send: (operation, args) => send(operation, args, caller) } as Parameters<
    typeof stateOf
  >[1];
  return ifReadable(async () => {
    const base = stateOf({ spaceId, revisionId }, sender);
    const was = await base.tree();
    const settings = settingConflicts({ base: was, primary, changeRequest: ours, after: ours });
    if (settings.length > 0) return true;
    const edited = (pages: PageNode[]) =>
      changesBetween(was, pages)
        .filter(({ change }) => change !== 'deleted')
        .map(({ page }) => page.id);
    const theirs = new Set(edited(primary));
    const shared = edited(ours).filter((id) => theirs.has(id));
    const live = stateOf({ spaceId }, sender);
    const mine = stateOf({ spaceId, changeRequestId }, sender);
    for (const page of shared.slice(0, MAX_COMPARED)) {
      const [before, first, second] = await Promise.all(
        [base, live, mine].map((state) => state.markdown(page)),
      );
      const { conflict } = await runJob(
        'mergeTexts',
        {
          base: before ?? '',
          first: { text: first ?? '', label: 'primary content' },
          second: { text: second ?? '', label: `change request ${request.number}` },
        },
        caller,
      );
      if (conflict) return true;
    }
    return false;
  });
}
