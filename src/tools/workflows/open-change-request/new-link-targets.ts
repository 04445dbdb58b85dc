import { type Fragments, Markdown } from '@docs-platform-mcp/markdown';
import { type ContentLocation, flattenPages } from '../../../content/index.ts';
import type { LinkGroup } from '../../../operations/content-changes.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import { turns } from '../../../turns.ts';
import { runJob } from '../../jobs/run.ts';
import { Refusal } from '../../refusal.ts';
import type { MovedPart } from '../copy/cuts.ts';
import { pageResolver, resolveLinkTarget } from '../find/links.ts';
import { searchInBatches } from '../find/search.ts';
import { textsOf } from '../find-in-pages.ts';
import type { Steps } from '../workflow.ts';
import { type PageEdit, refsOf } from './changes.ts';

/**
 * The new target of links to a page, by the anchor that they name and whether they are on that page; undefined if they
 * keep it.
 */
type NewTarget = (anchor: string, isOwn: boolean) => Target | undefined;

/** A page by its id or the ref of a new one, or else an address. */
type Target = PageTarget | { address: string };

interface PageTarget {
  page: string;
  anchor: string;
  /** A link keeps its anchor if this page has that, too. */
  mayKeep?: boolean;
}

/** The new targets of links to deleted pages and moved parts, by the id of the page that they point to now. */
export type NewLinkTargets = ReadonlyMap<string, NewTarget>;

/** The content that an edit changes, with its page tree. */
interface EditedContent extends ContentLocation {
  pages: readonly PageNode[];
}

/** The changes without their new targets for links, and these targets by page. */
export async function findNewLinkTargets(
  content: EditedContent,
  given: readonly PageEdit[],
  parts: readonly MovedPart[],
  steps: Steps,
): Promise<{ changes: PageEdit[]; targets: NewLinkTargets }> {
  const targets = new Map<string, NewTarget>();
  const changes: PageEdit[] = [];
  const refs = refsOf(given).pages;
  const placed = new Set(
    given.flatMap(({ page, into }) => (into === undefined ? [] : (page ?? []))),
  );
  for (const [index, change] of given.entries()) {
    const { linksTo, ...rest } = change;
    changes.push(rest);
    if (linksTo === undefined) continue;
    const named =
      newPageNamed(linksTo, refs) ?? (await targetNamed(linksTo, content, index, steps));
    const target = 'page' in named ? { ...named, mayKeep: named.anchor === '' } : named;
    const isDeleted = change.operation === 'delete_page';
    const pages = isDeleted ? idsBelow(content.pages, change.page, placed) : [change.page ?? ''];
    for (const id of pages) targets.set(id, (_, isOwn) => (isOwn ? undefined : target));
  }
  for (const { page, anchors, to } of parts) {
    const change = changes[to];
    const target = change?.operation === 'insert_page' ? change.ref : change?.page;
    if (target === undefined) continue;
    const earlier = targets.get(page);
    targets.set(page, (anchor, isOwn) => {
      const own = Object.hasOwn(anchors, anchor) ? anchors[anchor] : undefined;
      return own === undefined ? earlier?.(anchor, isOwn) : { page: target, anchor: own };
    });
  }
  return { changes, targets };
}

/** The page and all pages below it, without those that move away from it. */
function idsBelow(
  tree: readonly PageNode[],
  id: string | undefined,
  placed: ReadonlySet<string>,
): string[] {
  const page = flattenPages(tree).find((one) => one.id === id);
  const below = (one: PageNode): string[] => [
    one.id,
    ...(one.pages ?? []).filter((child) => !placed.has(child.id)).flatMap(below),
  ];
  return page ? below(page) : [];
}

/** A page that the same call inserts, by its ref. */
function newPageNamed(name: string, refs: readonly string[]): Target | undefined {
  const [ref = '', anchor = ''] = name.replace(/^\.\//, '').split('#');
  const page = ref.replace(/\.md$/, '');
  return refs.includes(page) ? { page, anchor } : undefined;
}

async function targetNamed(
  name: string,
  content: EditedContent,
  index: number,
  steps: Steps,
): Promise<Target> {
  try {
    const found = await resolveLinkTarget(content, content.pages, name, steps);
    if ('address' in found) return found;
    if ('files' in found) return { address: found.files[0] ?? name };
    return { page: found.page.id, anchor: (found.anchor ?? '').slice(1) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(`Nothing was written. changes[${index}].linksTo: ${error.message}`);
  }
}

/**
 * The changes, with further ones that retarget links, on every page of the space and in the texts that they
 * write.
 */
export async function withNewLinkTargets(
  source: ContentLocation,
  tree: readonly PageNode[],
  given: readonly PageEdit[],
  targets: NewLinkTargets,
  steps: Steps,
): Promise<PageEdit[]> {
  if (targets.size === 0) return [...given];
  const { texts } = await textsOf(source, {}, steps);
  const retargeter = new LinkRetargeter(source.spaceId, tree, {
    targets,
    refs: refsOf(given).pages,
    textsOf: (page) => [
      ...texts.filter((text) => text.page.id === page).map(({ markdown = '' }) => markdown),
      ...textsFor(page, given),
    ],
    caller: steps.caller,
  });
  const changes = await Promise.all(given.map((change) => retargeter.inChange(change)));
  const deleted = new Set(
    given.flatMap(({ operation, page }) => (operation === 'delete_page' ? (page ?? []) : [])),
  );
  const replaced = new Set(
    given.flatMap(({ page, document, operation }) =>
      operation === 'update_page' && document ? (page ?? []) : [],
    ),
  );
  const found = await searchInBatches(texts, async (pages) => {
    const urls = await runJob(
      'linkTargets',
      pages.map(({ markdown = '' }) => markdown),
      steps.caller,
    );
    return pages.map((_, at) => ({ urls: urls[at] ?? [] }));
  });
  for (const { page, urls } of found) {
    if (deleted.has(page.id) || replaced.has(page.id)) continue;
    const links = await retargeter.newTargets(urls, page);
    if (links.length > 0) changes.push({ operation: 'retarget_links', page: page.id, links });
  }
  return changes;
}

/** The texts that changes write to a page, or to a new one with this ref. */
function textsFor(id: string, changes: readonly PageEdit[]): string[] {
  return changes.flatMap(({ page, ref, document, new: added }) =>
    page === id || ref === id ? (document?.markdown ?? added ?? []) : [],
  );
}

interface Retargeting {
  targets: NewLinkTargets;
  refs: readonly string[];
  /** What a page, by id or ref, consists of after the edit. */
  textsOf: (page: string) => readonly string[];
  caller: JobCaller;
}

class LinkRetargeter {
  readonly #caller: JobCaller;
  readonly #textsOf: Retargeting['textsOf'];
  readonly #fragments = new Map<string, Promise<Fragments[]>>();
  readonly #targets: NewLinkTargets;
  readonly #pages: ReadonlyMap<string, PageNode>;
  readonly #refs: readonly string[];
  readonly #resolve: ReturnType<typeof pageResolver>;

  constructor(
    spaceId: string,
    tree: readonly PageNode[],
    { targets, refs, textsOf, caller }: Retargeting,
  ) {
    this.#caller = caller;
    this.#textsOf = textsOf;
    this.#targets = targets;
    this.#pages = new Map(flattenPages(tree).map((page) => [page.id, page]));
    this.#refs = refs;
    this.#resolve = pageResolver(spaceId, tree);
  }

  /** The links of a page to retarget, grouped by their new targets. */
  async newTargets(urls: readonly string[], from: PageNode): Promise<LinkGroup[]> {
    const byTarget = new Map<string, string[]>();
    const turn = turns();
    for (const url of urls) {
      await turn();
      const aim = this.#resolve(url, from);
      const target = aim && this.#targets.get(aim.page)?.(aim.fragment, aim.page === from.id);
      if (!target) continue;
      const keeps = 'page' in target && (await this.#keepsAnchor(target, aim.fragment));
      const to = this.#address(keeps ? { ...target, anchor: aim.fragment } : target, from.id);
      byTarget.set(to, [...(byTarget.get(to) ?? []), url]);
    }
    return [...byTarget].map(([to, group]) => ({ to, urls: group }));
  }

  async #keepsAnchor({ page, mayKeep }: PageTarget, anchor: string): Promise<boolean> {
    if (!mayKeep || anchor === '') return false;
    const known =
      this.#fragments.get(page) ??
      Promise.all(
        this.#textsOf(page).map(async (text) => (await Markdown.readInTurns(text)).fragments),
      );
    this.#fragments.set(page, known);
    return (await known).some((fragments) => fragments.has(anchor));
  }

  /** The change, with the links in the text that it writes retargeted. */
  async inChange(change: PageEdit): Promise<PageEdit> {
    const { operation, document, new: added, page = '' } = change;
    const self = this.#pages.get(page) ?? { id: '', title: '', path: '' };
    const from = operation === 'insert_page' ? { id: '', title: '', path: '' } : self;
    if (added !== undefined) return { ...change, new: await this.#inText(added, from) };
    if (document?.markdown === undefined) return change;
    return { ...change, document: { markdown: await this.#inText(document.markdown, from) } };
  }

  async #inText(markdown: string, from: PageNode): Promise<string> {
    const [urls = []] = await runJob('linkTargets', [markdown], this.#caller);
    const links = await this.newTargets(urls, from);
    return links.length === 0
      ? markdown
      : runJob('retargetLinkGroups', { markdown, links }, this.#caller);
  }

  #address(target: Target, from: string): string {
    if ('address' in target) return target.address;
    const { page, anchor } = target;
    const fragment = anchor === '' ? '' : `#${anchor}`;
    if (page === from && fragment !== '') return fragment;
    return (this.#refs.includes(page) ? `./${page}.md` : `/pages/${page}`) + fragment;
  }
}
