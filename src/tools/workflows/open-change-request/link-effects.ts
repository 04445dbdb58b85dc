import { PlatformError } from '../../../client/index.ts';
import {
  type ChangeRequestLocation,
  type ContentLocation,
  flattenPages,
  readersOf,
} from '../../../content/index.ts';
import { operations, type PageNode } from '../../../operations/index.ts';
import { eachInTurns } from '../../../turns.ts';
import type { OriginalPage } from '../../edits/expand.ts';
import { withoutTitleLine } from '../../edits/title-line.ts';
import { Refusal } from '../../refusal.ts';
import type { EarlierFragments } from '../audit-links/page-links.ts';
import { textsOf } from '../find-in-pages.ts';
import type { Steps } from '../workflow.ts';
import type { PageEdit } from './changes.ts';
import { movesBetween, type PageMove } from './redirects.ts';

/** Maximum number of pages to name that link to hidden ones. */
const MAX_NAMED = 10;

/** Maximum number of pages whose links are read along with the edit. */
const MAX_PAGES = 1_000;

interface LinkMove {
  from: string;
  to: string;
}

/** The links before the edit, and which of them were already broken. */
export interface LinksBefore {
  links: readonly LinkMove[];
  broken: readonly BrokenLink[];
  /** Pages on which the edit drops or rewords a heading, which links may name as an anchor. */
  reworded: ReadonlySet<string>;
  /** The fragments of those with operations, which would pass for anchors of an operation. */
  fragments: EarlierFragments;
  /** Why the links are unknown. */
  unknown?: string;
}

interface BrokenLink {
  page: string;
  title: string;
  target: string;
  leadsTo?: string;
  line?: number;
}

/** The state of the links to moved and deleted pages. */
export interface LinkEffects {
  /** Links to them from existing pages. */
  toThese?: number;
  /** The broken ones among them. */
  broken?: number;
  nowhere?: BrokenLink[];
  /** Pages that readers see and that link to a page hidden by the edit. */
  toHidden?: { page: string; title: string }[];
  note?: string;
}

/**
 * The links of the space before an edit that moves, deletes or hides pages, or drops headings of these; undefined for one
 * that does not.
 */
export async function readLinksBefore(
  source: ContentLocation,
  tree: readonly PageNode[],
  { changes, reworded }: { changes: readonly PageEdit[]; reworded: ReadonlySet<string> },
  steps: Steps,
): Promise<LinksBefore | undefined> {
  const felt = changes.filter(mayAffectLinks);
  if (felt.length + reworded.size === 0) return undefined;
  if (flattenPages(tree).length > MAX_PAGES)
    return unknownLinks(`the space has more than ${MAX_PAGES} pages`);
  try {
    const [{ audit, linksBetween }, { fragmentsBefore }] = await Promise.all([
      import('../audit-links/audit.ts'),
      import('../audit-links/page-links.ts'),
    ]);
    const read = await textsOf(source, {}, steps);
    const below = idsBelow(tree, new Set(felt.flatMap(({ page }) => page ?? [])));
    const touched = new Set([...below, ...reworded]);
    const links = await linksBetween(source, read, steps);
    const from = new Set(links.filter(({ to }) => touched.has(to)).map(({ from: page }) => page));
    const texts = read.texts.filter(({ page }) => from.has(page.id));
    const { bad } = await audit(source, { ...read, texts }, steps);
    const broken = bad.filter(({ status }) => status === 'broken');
    const fragments = await fragmentsBefore(read.texts, (page) => reworded.has(page));
    return { links, broken, reworded, fragments };
  } catch (error) {
    // The edit matters more than this extra information.
    if (!(error instanceof PlatformError || error instanceof Refusal)) throw error;
    return unknownLinks(error.message);
  }
}

/** Makes an edit, and reports links to pages that it moves, deletes or hides, or whose headings it rewords. */
export async function reportLinkEffects<T>(
  location: ContentLocation,
  edits: { changes: readonly PageEdit[]; reworded: ReadonlySet<string> },
  steps: Steps,
  edit: () => Promise<{ done: T; location: ChangeRequestLocation }>,
): Promise<{ done: T; links?: LinkEffects }> {
  const isFelt = edits.reworded.size > 0 || edits.changes.some(mayAffectLinks);
  if (!isFelt) return { done: (await edit()).done };
  const { pages: before } = await steps.send(readersOf(location).pages, location);
  const linking = await readLinksBefore(location, before, edits, steps);
  const { done, location: edited } = await edit();
  if (!linking) return { done };
  const { pages: after } = await steps.send(operations.listChangeRequestPages, edited);
  const moved = movesBetween(before, after);
  const links = await linkEffectsOf(edited, linking, { moved, before, after }, steps);
  return { done, ...(links && { links }) };
}

/** Whether a change may affect links to its page. */
function mayAffectLinks(change: PageEdit): boolean {
  return changesPath(change) || change.hidden === true;
}

/** Whether a change moves, renames or deletes an existing page. */
function changesPath({ operation, into, slug }: PageEdit): boolean {
  if (operation === 'delete_page') return true;
  return operation === 'update_page' && (into !== undefined || slug !== undefined);
}

/** These pages of a tree and all below them. */
export function idsBelow(tree: readonly PageNode[], ids: ReadonlySet<string>): Set<string> {
  const roots = flattenPages(tree).filter(({ id }) => ids.has(id));
  return new Set(flattenPages(roots).map(({ id }) => id));
}

const HEADING = /^ {0,3}#{1,6} .*$/gm;

/** The pages on which the changes drop or reword a heading below the title. */
export async function pagesLosingHeadings(
  changes: readonly PageEdit[],
  pageOf: (page: string) => OriginalPage | undefined,
): Promise<Set<string>> {
  const pages = new Set<string>();
  await eachInTurns(changes, ({ operation, page = '', document }) => {
    const { title = '', markdown: before } = pageOf(page) ?? {};
    const after = document?.markdown;
    if (operation !== 'update_page' || before === undefined || after === undefined) return;
    const [earlier, later] = [before, after].map((text) => withoutTitleLine(text, title));
    if (losesHeading(earlier ?? '', later ?? '')) pages.add(page);
  });
  return pages;
}

/** Whether a text lacks a heading of an earlier one. */
export function losesHeading(before: string, after: string): boolean {
  const left = new Set(after.match(HEADING));
  return (before.match(HEADING) ?? []).some((heading) => !left.has(heading));
}

function unknownLinks(reason: string): LinksBefore {
  return { links: [], broken: [], reworded: new Set(), fragments: new Map(), unknown: reason };
}

interface MovedTrees {
  moved: readonly PageMove[];
  before: readonly PageNode[];
  after: readonly PageNode[];
}

/** The current links to the moved, deleted and hidden pages. */
export async function linkEffectsOf(
  location: ChangeRequestLocation,
  linking: LinksBefore,
  trees: MovedTrees,
  steps: Steps,
): Promise<LinkEffects | undefined> {
  if (linking.unknown !== undefined) {
    return uncheckedLinks(linking.unknown);
  }
  const broken = await linksBrokenBy(location, linking, trees, steps);
  const toHidden = await linksToHidden(location, linking, trees, steps);
  return toHidden.length > 0 ? { ...broken, toHidden: toHidden.slice(0, MAX_NAMED) } : broken;
}

/** The note for links that could not be read. */
export function uncheckedLinks(reason: string): LinkEffects {
  return { note: `Links to these pages were not checked: ${reason}. audit_links does.` };
}

/** The pages that readers see and that still link to a page that the edit hid. */
async function linksToHidden(
  location: ChangeRequestLocation,
  linking: LinksBefore,
  { before, after }: MovedTrees,
  steps: Steps,
): Promise<{ page: string; title: string }[]> {
  const wereHidden = new Set(hiddenIn(before).map(({ id }) => id));
  const hidden = new Set(hiddenIn(after).map(({ id }) => id));
  const isNew = (id: string) => hidden.has(id) && !wereHidden.has(id);
  const linked = linking.links.filter(({ from, to }) => isNew(to) && !hidden.has(from));
  if (linked.length === 0) return [];
  const [{ linksBetween }, { readTexts }] = await Promise.all([
    import('../audit-links/audit.ts'),
    import('../../../content/find/index.ts'),
  ]);
  const pages = new Set(linked.map(({ from }) => from));
  const read = await readTexts(location, () => pages, steps.caller);
  const links = await linksBetween(location, read, steps);
  const stillLinking = new Set(links.filter(({ to }) => isNew(to)).map(({ from }) => from));
  return flattenPages(after)
    .filter(({ id }) => stillLinking.has(id))
    .map(({ id, title }) => ({ page: id, title }));
}

function hiddenIn(tree: readonly PageNode[]): PageNode[] {
  return flattenPages(tree).filter(({ hidden }) => hidden === true);
}

/** The links to moved and deleted pages; undefined if there are no such pages. */
async function linksBrokenBy(
  location: ChangeRequestLocation,
  linking: LinksBefore,
  { moved, before, after }: MovedTrees,
  steps: Steps,
): Promise<LinkEffects | undefined> {
  const present = new Set(flattenPages(after).map(({ id }) => id));
  const deleted = flattenPages(before).filter(({ id }) => !present.has(id));
  const ends = [...moved.map(({ page }) => page), ...deleted.map(({ id }) => id)];
  const touched = new Set([...ends, ...linking.reworded]);
  if (touched.size === 0) return undefined;
  const links = linking.links.filter(({ from, to }) => touched.has(to) && present.has(from));
  if (links.length === 0) return ends.length > 0 ? { toThese: 0, broken: 0 } : undefined;
  const pages = new Set(links.map(({ from }) => from));
  const [{ audit }, { newLinks }, { readTexts }] = await Promise.all([
    import('../audit-links/audit.ts'),
    import('../audit-links/broken-by.ts'),
    import('../../../content/find/index.ts'),
  ]);
  const read = await readTexts(location, () => pages, steps.caller);
  const { bad } = await audit(location, read, steps, linking.fragments);
  const broken = bad.filter(({ status }) => status === 'broken');
  const nowhere = newLinks(broken, linking.broken);
  // If only the headings of a page changed, links to the page itself still work.
  if (ends.length === 0 && nowhere.length === 0) return undefined;
  const note = deleted.length > 0 ? LINKS_TO : undefined;
  return brokenLinks(links.length, nowhere, note);
}

const LINKS_TO = 'linksTo with delete_page points links to the page elsewhere.';

/** The newly broken ones among links, and how to mend them. */
export function brokenLinks(
  toThese: number,
  nowhere: readonly BrokenLink[],
  note = anchorNote(nowhere),
): LinkEffects {
  const named = nowhere.slice(0, MAX_NAMED).map(({ page, title, target, line }) => ({
    page,
    title,
    line,
    target,
  }));
  return {
    toThese,
    broken: nowhere.length,
    nowhere: named,
    ...(nowhere.length > 0 && note !== undefined && { note }),
  };
}

/** The call that mends the links to a heading, whose page still exists. */
function anchorNote(nowhere: readonly BrokenLink[]): string | undefined {
  const dead = nowhere.find(({ target, leadsTo }) => leadsTo !== undefined && target.includes('#'));
  if (!dead) return undefined;
  const old = `${dead.leadsTo}${dead.target.slice(dead.target.indexOf('#'))}`;
  return `replace_in_pages points all links to a heading elsewhere: match "link", old ${JSON.stringify(old)}, new ${JSON.stringify(`${dead.leadsTo}#…`)}.`;
}

/** The fields of an answer that tell of bad links, each link once: those that `links` names only there. */
export function linkFields(badLinks: readonly BrokenLink[], links: LinkEffects | undefined) {
  const told = new Set(links?.nowhere?.map(keyOf));
  const others = badLinks.filter((link) => !told.has(keyOf(link)));
  return { ...(others.length > 0 && { badLinks: others }), ...(links && { links }) };
}

function keyOf({ page, target, line }: BrokenLink): string {
  return JSON.stringify([page, target, line]);
}
