import { type PageText, readTexts } from '../../../content/find/index.ts';
import { filesOf, flattenPages, pagesWithPaths } from '../../../content/index.ts';
import {
  idsAmong,
  operations,
  type PageNode,
  requireWithin,
  UNSCOPED,
} from '../../../operations/index.ts';
import { asGiven } from '../../../text/as-given.ts';
import { fencedInline, quoted } from '../../../text/index.ts';
import { runJob } from '../../jobs/run.ts';
import { isAddress, parseAppAddress } from '../../names/address.ts';
import { UnknownName } from '../../names/candidates.ts';
import { resolvePage } from '../../names/pages.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from '../open-change-request/changes.ts';
import type { Steps } from '../workflow.ts';
import {
  type Copy,
  type CopyTarget,
  copyRefs,
  lastSegment,
  refuseTooMany,
  settingsOf,
} from './copy.ts';
import { type CutPart, type MovedPart, refuseWrongCut } from './cuts.ts';
import { editedText } from './edited-text.ts';
import { LeftLinks } from './left-links.ts';
import type { CopiedText, CopySource } from './text.ts';

/**
 * The changes, with the texts to copy in place of the names of their pages. Copied links and pictures keep their
 * targets, or lead to the copies of those that are copied, too. A page that is copied with the pages
 * below it becomes several changes.
 * @throws {Refusal} for a page or section that does not exist.
 */
export async function expandCopies(
  changes: readonly PageEdit[],
  target: CopyTarget,
  steps: Steps,
): Promise<CopiedChanges> {
  const into = new Set<string>();
  for (const { copy, page } of changes)
    if (copy !== undefined && page !== undefined) into.add(page);
  if (changes.every(({ copy }) => copy === undefined)) {
    return { changes: [...changes], into, copies: new Set(), moves: [], notCopied: [] };
  }
  const work = new CopyExpansion(target, steps);
  await work.find(changes);
  const expanded = await work.expand(changes);
  const { copies, cuts, notCopied } = work;
  return { changes: expanded, into, copies, moves: cuts.map(({ move }) => move), notCopied };
}

/** The other spaces that changes copy from. */
export function copiedSpaces(changes: readonly PageEdit[], spaceId: string): string[] {
  const sources = changes.flatMap(({ copy, copySpaceId = spaceId }) =>
    copy === undefined ? [] : (isAddress(copy) && parseAppAddress(copy)?.space) || copySpaceId,
  );
  return [...new Set(sources)].filter((source) => source !== spaceId);
}

export interface CopiedChanges {
  changes: PageEdit[];
  /** The pages whose texts now contain copies. */
  into: ReadonlySet<string>;
  /** Which of the changes write copies. */
  copies: ReadonlySet<number>;
  /** The parts that are removed from their former page, so that links to them can follow. */
  moves: readonly MovedPart[];
  /** What was not copied, or was changed by copying. */
  notCopied: string[];
}

const ADDED_LINES = /(?:^\+.*\n?){8,}/gm;
const SHOWN_LINES = 4;

/** A diff with only the first lines of copied text, because the caller knows it. */
export function foldCopiedLines(diff: string): string {
  return diff.replace(ADDED_LINES, (added) => {
    const lines = added.trimEnd().split('\n');
    const end = added.endsWith('\n') ? '\n' : '';
    const more = lines.length - SHOWN_LINES;
    return `${lines.slice(0, SHOWN_LINES).join('\n')}\n+… ${more} more lines of the copy${end}`;
  });
}

/** A text whose own heading is not taken for the title, which the service does with one at the beginning. */
function underTitle(title: string, markdown: string): string {
  return /^# /.test(markdown) ? `# ${title}\n\n${markdown}` : markdown;
}

class CopyExpansion {
  /** Which of the expanded changes write copies. */
  readonly copies = new Set<number>();
  /** What is removed after it was copied. */
  readonly cuts: CutPart[] = [];
  readonly #notes: string[] = [];
  readonly #leftLinks = new LeftLinks();
  readonly #target: CopyTarget;
  readonly #steps: Steps;
  readonly #copies = new Map<number, Copy>();
  readonly #trees = new Map<string, readonly PageNode[]>();
  readonly #texts = new Map<string, string>();
  readonly #sources = new Map<string, CopySource>();

  constructor(target: CopyTarget, steps: Steps) {
    this.#target = target;
    this.#steps = steps;
  }

  /** Finds what is copied, and reads it. */
  async find(changes: readonly PageEdit[]): Promise<void> {
    for (const [index, change] of changes.entries()) {
      if (change.copy === undefined) continue;
      const { spaceId, name } = await this.#sourceOf(change, index);
      const { id, section } = await this.#findPage(await this.#treeOf(spaceId), name, index);
      const pages = flattenPages(await this.#treeOf(spaceId));
      const page = pages.find((one) => one.id === id) as PageNode;
      if (change.cut === true)
        refuseWrongCut({ change, index, page, section }, spaceId, this.#target);
      const isTree = change.operation === 'insert_page' && change.all === true;
      const copied = isTree ? flattenPages([page]) : [page];
      refuseTooMany(copied, index);
      this.#copies.set(index, {
        ...{ index, change, spaceId, section, page, earlier: changes.slice(0, index) },
        pages: copied,
      });
    }
    const copies = [...this.#copies.values()];
    for (const spaceId of new Set(copies.map((one) => one.spaceId)))
      await this.#readSource(spaceId);
    const into = copies.flatMap(({ change: { operation, page } }) =>
      operation === 'insert_text' && page !== undefined ? page : [],
    );
    const existing = new Set(flattenPages(this.#target.pages).map(({ id }) => id));
    await this.#readTexts(this.#target.spaceId, new Set(into.filter((id) => existing.has(id))));
  }

  async expand(changes: readonly PageEdit[]): Promise<PageEdit[]> {
    const expanded: PageEdit[] = [];
    for (const [index, change] of changes.entries()) {
      const copy = this.#copies.get(index);
      if (!copy) {
        expanded.push(change);
        continue;
      }
      const isPage = change.operation === 'insert_page';
      const made = isPage ? await this.#insertedPages(copy) : [await this.#changeOfText(copy)];
      const cut = this.cuts.find(({ from }) => from === index);
      // Sections are removed first, so that one can move within its page.
      if (cut?.removal.operation === 'remove_sections') expanded.push(cut.removal);
      if (cut) cut.move.to = expanded.length;
      for (const one of made) this.copies.add(expanded.push(one) - 1);
    }
    const deletes = (page?: string) =>
      expanded.some((change) => change.operation === 'delete_page' && change.page === page);
    for (const { removal } of this.cuts)
      if (removal.operation === 'delete_page' && !deletes(removal.page)) expanded.push(removal);
    return expanded;
  }

  async #sourceOf(
    { copy = '', copySpaceId }: PageEdit,
    index: number,
  ): Promise<{ spaceId: string; name: string }> {
    const own = copySpaceId ?? this.#target.spaceId;
    if (!isAddress(copy)) return { spaceId: own, name: copy };
    const { space: spaceId = own, page, pagePath } = parseAppAddress(copy) ?? {};
    const name = page ?? pagePath;
    if (name === undefined) {
      throw new Refusal(
        `Nothing was written. changes[${index}].copy: ${asGiven(copy)} is not the address of a page in the app; give the page's path, and its space as copySpaceId.`,
      );
    }
    const { caller } = this.#steps;
    await requireWithin(caller.scope ?? UNSCOPED, idsAmong({ spaceId }), caller);
    const [, fragment] = copy.split('#');
    return { spaceId, name: fragment ? `${name}#${fragment}` : name };
  }

  async #treeOf(spaceId: string): Promise<readonly PageNode[]> {
    if (spaceId === this.#target.spaceId) return this.#target.pages;
    const known = this.#trees.get(spaceId);
    if (known) return known;
    const { pages = [] } = await this.#steps.send(operations.listPages, { spaceId });
    this.#trees.set(spaceId, pages);
    return pages;
  }

  /** A page, and the section after its name: `guides/retries#backoff`. */
  async #findPage(
    tree: readonly PageNode[],
    name: string,
    index: number,
  ): Promise<{ id: string; section?: string }> {
    const at = name.indexOf('#', 1);
    const pageId = async (one: string) => {
      try {
        return await resolvePage(tree, one);
      } catch (error) {
        if (!(error instanceof UnknownName)) throw error;
        const [said, name = said] = error.message.split(/^Nothing was sent: /);
        throw new Refusal(`Nothing was sent: changes[${index}].copy: ${name}`);
      }
    };
    if (at === -1) return { id: await pageId(name) };
    const pageNamed = await resolvePage(tree, name).catch((error: unknown) => {
      if (error instanceof UnknownName) return undefined;
      throw error;
    });
    return pageNamed === undefined
      ? { id: await pageId(name.slice(0, at)), section: name.slice(at + 1) }
      : { id: pageNamed };
  }

  async #readSource(spaceId: string): Promise<void> {
    const copies = [...this.#copies.values()].filter((one) => one.spaceId === spaceId);
    const pageIds = new Set(copies.flatMap(({ pages }) => pages.map(({ id }) => id)));
    const texts = await this.#readTexts(spaceId, pageIds);
    this.#sources.set(spaceId, {
      ...{ spaceId, pages: pagesWithPaths(await this.#treeOf(spaceId)) },
      // Links from elsewhere lead to the first copy of a page.
      refs: Object.assign({}, ...copies.map(copyRefs).reverse()),
      files: spaceId === this.#target.spaceId ? {} : await this.#filesOf(spaceId, texts),
    });
  }

  /** Reads the texts of these pages. */
  async #readTexts(spaceId: string, pageIds: ReadonlySet<string>): Promise<PageText[]> {
    if (pageIds.size === 0) return [];
    const { changeRequestId } = this.#target;
    const isOwn = spaceId === this.#target.spaceId;
    const location = {
      spaceId,
      ...(isOwn && changeRequestId !== undefined && { changeRequestId }),
    };
    const { caller } = this.#steps;
    const { texts, unread } = await readTexts(
      location,
      () => pageIds,
      caller,
      (page, done, total) => caller.onProgress?.(done, `read ${quoted(page.title)}`, total),
    );
    const [missing] = unread;
    if (missing) {
      throw new Refusal(
        `Nothing was written. Page ${missing.page.id} cannot be read: ${fencedInline(missing.reason, 'message')}.`,
      );
    }
    for (const { page, markdown } of texts) this.#texts.set(page.id, markdown ?? '');
    return texts;
  }

  /** The addresses of a space's files, if its texts show some. */
  async #filesOf(spaceId: string, texts: readonly PageText[]): Promise<Record<string, string>> {
    if (!texts.some(({ markdown = '' }) => markdown.includes('/files/'))) return {};
    const files = await filesOf({ spaceId }, this.#steps.caller);
    return Object.fromEntries(files.map(({ id, downloadURL }) => [id, downloadURL]));
  }

  /** A change that copies into the text of a page. */
  async #changeOfText(copy: Copy): Promise<PageEdit> {
    const { copy: _, copySpaceId: __, cut: ___, new: own, ...change } = copy.change;
    if (change.operation !== 'insert_text') {
      const as = change.operation === 'update_page' ? 'page' : 'part';
      const { markdown } = await this.#copyText(copy, copy.page, as);
      const target = flattenPages(this.#target.pages).find(({ id }) => id === change.page);
      const title = change.title ?? target?.title;
      const isTitled = as === 'page' && title !== undefined;
      return {
        ...change,
        document: { markdown: isTitled ? underTitle(title, markdown) : markdown },
      };
    }
    const { markdown } = await this.#copyText(copy, copy.page, 'part', own);
    const isBelow = own !== undefined && copy.section !== undefined;
    return { ...change, new: isBelow ? `${own.trimEnd()}\n\n${markdown}` : markdown };
  }

  /** A change that copies to new pages, as one change for each of them. */
  async #insertedPages(copy: Copy): Promise<PageEdit[]> {
    const { copy: _, copySpaceId: __, all: ___, cut: ____, ...change } = copy.change;
    const parents = new Map(
      copy.pages.flatMap(({ id, pages = [] }) => pages.map((below) => [below.id, id] as const)),
    );
    const refs = copyRefs(copy);
    const inserts: PageEdit[] = [];
    for (const page of copy.pages) {
      if (page.type === 'link') {
        this.#note(`${quoted(page.title)}: the service makes no pages that are links`);
        continue;
      }
      if (page.type === 'group') this.#note(`${quoted(page.title)} is a group, its copy a page`);
      const isTop = page === copy.page;
      const { markdown, heading = page.title } = await this.#copyText(copy, page, 'page');
      const own = {
        title: (isTop ? change.title : undefined) ?? heading,
        ...settingsOf(page, copy.section !== undefined),
        ...(!(isTop && (change.title ?? copy.section)) && lastSegment(page)),
        ...(refs[page.id] !== undefined && { ref: refs[page.id] }),
      };
      const text = underTitle(own.title, markdown);
      inserts.push(
        isTop
          ? { ...own, ...change, title: own.title, document: { markdown: text } }
          : {
              ...{ operation: 'insert_page', into: refs[parents.get(page.id) ?? ''] },
              ...{ ...own, document: { markdown: text } },
            },
      );
    }
    // Links to a part that was moved name the page that it became.
    const [first] = inserts;
    if (copy.change.cut === true && first) first.ref ??= `cut-${copy.index}`;
    const below = flattenPages(copy.page.pages ?? []).length;
    if (copy.pages.length === 1 && below > 0 && copy.section === undefined) {
      this.#note(`the ${below} pages below ${quoted(copy.page.title)}; all: true copies them`);
    }
    return inserts;
  }

  async #copyText(
    copy: Copy,
    page: PageNode,
    as: 'page' | 'part',
    under?: string,
  ): Promise<CopiedText> {
    const { index, change, spaceId, section } = copy;
    const { id, title, path } = page;
    const { spaceId: to, pages } = this.#target;
    const source = this.#sources.get(spaceId) as CopySource;
    const stored = { id, title, markdown: this.#texts.get(id) ?? '' };
    const earlier = spaceId === to ? copy.earlier : [];
    const result = await runJob(
      'copyText',
      {
        page: { id, title, ...(path !== undefined && { path }) },
        markdown: await editedText(stored, earlier, this.#steps.caller),
        as,
        from: { ...source, refs: { ...source.refs, ...copyRefs(copy) } },
        to: { spaceId: to, pages: spaceId === to ? [] : pagesWithPaths(pages) },
        ...(section !== undefined && { section }),
        ...(change.title !== undefined && { title: change.title }),
        ...(under !== undefined && { under }),
        ...(change.operation === 'insert_text' && {
          beside: this.#texts.get(change.page ?? '') ?? '',
        }),
      },
      this.#steps.caller,
    );
    if ('problem' in result) {
      throw new Refusal(
        `Nothing was written. changes[${index}].copy: ${fencedInline(title, 'title')} has ${result.problem}`,
      );
    }
    this.#leftLinks.add(title, result);
    if (change.cut === true) {
      const removal: PageEdit =
        section === undefined
          ? { operation: 'delete_page', page: id }
          : { operation: 'remove_sections', page: id, section };
      const move = { page: id, anchors: result.anchors, to: -1 };
      this.cuts.push({ from: index, removal, move });
    }
    return result;
  }

  /** What was not copied, or was changed by copying. */
  get notCopied(): string[] {
    return [...this.#notes, ...this.#leftLinks.notes()];
  }

  #note(note: string): void {
    this.#notes.push(note);
  }
}
