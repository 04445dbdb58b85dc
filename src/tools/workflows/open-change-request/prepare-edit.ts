import { type ContentLocation, filesOf, flattenPages, readersOf } from '../../../content/index.ts';
import type { OutputOf, operations, PageNode } from '../../../operations/index.ts';
import { readAfterReverts } from '../../edits/after-reverts.ts';
import { changesTree, writesTree } from '../../edits/compare-trees.ts';
import { expandTextChanges, refuseUnfitDocuments } from '../../edits/expand.ts';
import { includeHint } from '../../edits/included-text.ts';
import { withPinnedLinks } from '../../edits/pinned-links.ts';
import { settleTitles } from '../../edits/title-headings.ts';
import { type CopiedChanges, expandCopies } from '../copy/copies.ts';
import type { CopyTarget } from '../copy/copy.ts';
import type { Steps } from '../workflow.ts';
import type { PageEdit } from './changes.ts';
import { refuseImpossible } from './impossible-changes.ts';
import { type LinksBefore, pagesLosingHeadings, readLinksBefore } from './link-effects.ts';
import { findNewLinkTargets, type NewLinkTargets, withNewLinkTargets } from './new-link-targets.ts';
import { mergeIntoNewPages } from './new-pages.ts';
import { resolvePositions } from './positions.ts';
import { resolvePages } from './resolve-pages.ts';
import { resolveRootedLinks } from './rooted-links.ts';
import { refuseUnchanged } from './unchanged.ts';
import { refuseUnknownReverts } from './unknown-reverts.ts';

export type StoredPage = OutputOf<typeof operations.getPage>;

/** The changes of a call before they are resolved. */
export interface GivenEdit {
  spaceId: string;
  /** The change request to continue; absent: a new one is opened. */
  existing?: string;
  changes: readonly PageEdit[];
  allowPlainLinks?: boolean;
}

/** Changes that are ready to be sent, and the content that they apply to. */
export interface PreparedEdit {
  /** The page tree before the edit. */
  before: PageNode[];
  /** The changes with pages and positions resolved. */
  named: PageEdit[];
  /** The changes in the form to send. */
  changes: PageEdit[];
  copied: CopiedChanges;
  /** The pages that were read, by id, as they are before the edit. */
  reads: ReadonlyMap<string, StoredPage>;
  /** Absent if the edit cannot affect links. */
  linksBefore: LinksBefore | undefined;
  /** The new targets of links to deleted pages, and to parts that move. */
  newLinkTargets: NewLinkTargets;
  /** The changes with the whole texts that they write, and the pages that lose headings. */
  texts: { changes: readonly PageEdit[]; reworded: ReadonlySet<string> };
}

/**
 * Resolves copies, page names, positions and links of changes, and checks everything that can be checked before a change
 * request is opened. Writes nothing.
 * @throws {Refusal} naming the first change that cannot be made.
 */
export async function prepareEdit(given: GivenEdit, steps: Steps): Promise<PreparedEdit> {
  const { spaceId, existing } = given;
  const isNew = existing === undefined;
  const source = { spaceId, changeRequestId: existing };
  const { pages: before } = await steps.send(readersOf(source).pages, source);
  const { copied, newLinkTargets } = await mergeChanges(
    given.changes,
    { ...source, pages: before },
    steps,
  );
  const reads = new Map<string, StoredPage>();
  const read = (pageId: string) => readPage(source, pageId, steps, reads);
  const inTree = (change: PageEdit) => changesTree(change, source, steps.caller);
  const named = await settleTitles(resolvePositions(before, copied.changes), read);
  if (isNew) await refuseUnknownReverts(spaceId, named, before, steps);
  const rooted = await resolveRootedLinks(before, named, read, steps.caller);
  const changes = await withNewLinkTargets(source, before, rooted, newLinkTargets, steps);
  const readText = readAfterReverts(changes, source, read, steps.caller);
  const hint = includeHint(source, steps.caller);
  const options = { maxTokens: steps.caller.maxResultTokens, hint };
  const expanded = await expandTextChanges(changes, readText, steps.caller, options);
  for (const page of rewrittenPages(changes, before)) await read(page);
  await refuseUnfitDocuments(expanded, readText, steps.caller, (at) => copied.copies.has(at));
  if (isNew) await Promise.all(changes.filter(writesTree).map(inTree));
  if (given.allowPlainLinks !== true) {
    const { refuseLostLinks } = await import('./lost-links.ts');
    const { changes: unpinned } = expanded;
    const pinned = await withPinnedLinks(unpinned, before, readText, steps.caller);
    await refuseLostLinks(source, pinned, steps, { ...copied, tree: before, given: unpinned });
  }
  if (isNew) await refuseUnchanged(before, expanded, reads, steps.caller);
  const reworded = await pagesLosingHeadings(expanded.changes, (page) => reads.get(page));
  const linksBefore = await readLinksBefore(source, before, { changes, reworded }, steps);
  const texts = { changes: expanded.changes, reworded };
  return { before, named, changes, copied, reads, linksBefore, newLinkTargets, texts };
}

/**
 * The changes with their pages named by id, with the texts that they copy, and with changes of new pages merged into
 * these; and the new targets of links to what they delete or move.
 */
async function mergeChanges(given: readonly PageEdit[], target: CopyTarget, steps: Steps) {
  const resolved = await resolvePages(
    target.pages,
    given,
    () => filesOf(target, steps.caller),
    readersOf(target).file.tool,
  );
  refuseImpossible(target.pages, resolved);
  const copied = await expandCopies(resolved, target, steps);
  const { changes: merged, indexes } = await mergeIntoNewPages(copied.changes, steps.caller);
  const at = (index: number) => indexes[index] ?? index;
  const parts = copied.moves.map((move) => ({ ...move, to: at(move.to) }));
  const { changes, targets } = await findNewLinkTargets(target, merged, parts, steps);
  const copies = new Set([...copied.copies].map(at));
  return { copied: { ...copied, changes, copies }, newLinkTargets: targets };
}

/** The existing pages whose whole text the changes replace, in the order of the changes. */
function rewrittenPages(changes: readonly PageEdit[], tree: readonly PageNode[]): string[] {
  const present = new Set(flattenPages(tree).map(({ id }) => id));
  return changes.flatMap(({ operation, page, document }) => {
    const isRewritten =
      operation === 'revert_page' || (operation === 'update_page' && document !== undefined);
    return isRewritten && page !== undefined && present.has(page) ? page : [];
  });
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
