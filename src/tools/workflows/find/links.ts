import type { PageText, SpaceTexts } from '../../../content/find/index.ts';
import type { TextWithTargets } from '../../../content/find/links.ts';
import { type ContentLocation, flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import { eachInTurns, turns } from '../../../turns.ts';
import { runJob } from '../../jobs/run.ts';
import { UnknownName } from '../../names/candidates.ts';
import { resolvePage } from '../../names/pages.ts';
import { Refusal } from '../../refusal.ts';
import { appAddressesIn, LinkTargetParser } from '../audit-links/link-target.ts';
import { PageTargets } from '../page-targets.ts';
import type { Steps } from '../workflow.ts';
import { addressesOfFile, endsWithAttachment, fileNameIn, unknownFile } from './named-files.ts';
import type { FoundPage } from './result-page.ts';
import { searchInBatches } from './search.ts';

/** The target of links: a page, files by their addresses, or anything else by the beginning of its address. */
export type NamedTarget = PageTarget | { files: readonly string[] } | { address: string };

/** The target of links to find: also links that lead nowhere, by their address as it is written. */
export type SearchedTarget = NamedTarget | { written: string };

type ReadTexts = Pick<SpaceTexts, 'texts' | 'tree'>;

interface PageTarget {
  spaceId: string;
  page: PageNode;
  /** Whether the address of its space leads to it. */
  isFirst: boolean;
  /** The anchor on it, with its mark; absent if any will do. */
  anchor?: string;
}

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

/**
 * The target that a caller names: a page by title, path or id, also with an anchor, a file by its name, or the
 * beginning of an address.
 * @throws {Refusal} if it is none of these.
 */
export async function resolveLinkTarget(
  location: ContentLocation,
  tree: readonly PageNode[],
  name: string,
  steps: Steps,
): Promise<NamedTarget> {
  const { spaceId } = location;
  try {
    const id = await resolvePage(tree, name);
    const page = flattenPages(tree).find((one) => one.id === id) as PageNode;
    return { spaceId, page, isFirst: tree[0]?.id === id };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const file = fileNameIn(name);
    const files = file === undefined ? [] : await addressesOfFile(location, file, steps);
    if (files.length > 0) return { files };
    const isAddress = ADDRESS.test(name) && !name.startsWith('/pages/');
    const [, page, anchor] = /^(.+)(#[^#]+)$/s.exec(name) ?? [];
    if (page !== undefined && anchor !== undefined && !(isAddress && !name.startsWith('/'))) {
      const target = await resolveLinkTarget(location, tree, page, steps);
      if (!('address' in target)) return { ...target, anchor };
    }
    if (isAddress) return { address: name };
    if (file !== undefined && endsWithAttachment(name)) {
      throw await unknownFile(location, file, steps);
    }
    throw error;
  }
}

/** An address relative to the page that has the link, of which a name is only the end. */
const RELATIVE = /^\.{1,2}\//;

/**
 * The target of the links to find, as {@link resolveLinkTarget} finds it, or the address of links that lead nowhere.
 * @throws {Refusal} saying how links to nothing, and those of a page to itself, are found.
 */
export async function resolveSearchedTarget(
  location: ContentLocation,
  read: ReadTexts,
  name: string,
  steps: Steps,
): Promise<SearchedTarget> {
  const isDead = () => leadsNowhere(location.spaceId, read, name, steps);
  if (RELATIVE.test(name) && (await isDead())) return { written: name };
  try {
    return await resolveLinkTarget(location, read.tree, name, steps);
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    if (await isDead()) return { written: name };
    const how = name.startsWith('#')
      ? 'Name the page of the anchor, too: page#anchor.'
      : 'Links that lead to no page are found by their address exactly as it is written.';
    throw new UnknownName(`${error.candidates} ${how}`);
  }
}

/** Whether links are written like this, and none of them leads to a page. */
async function leadsNowhere(
  spaceId: string,
  read: ReadTexts,
  written: string,
  steps: Steps,
): Promise<boolean> {
  const linking = await linkingTexts(spaceId, read, { written }, steps);
  if (linking.length === 0) return false;
  const pageAt = pageResolver(spaceId, read.tree);
  return linking.every(({ page }) => pageAt(written, page) === undefined);
}

/** The pages of a space with links that lead to the target. */
export async function findLinks(
  spaceId: string,
  read: ReadTexts,
  target: SearchedTarget,
  steps: Steps,
): Promise<FoundPage[]> {
  const linking = await linkingTexts(spaceId, read, target, steps);
  const found: FoundPage[] = [];
  for (const { page, ...linked } of linking) {
    const [matches] = await runJob('linkLines', [linked], steps.caller);
    if (matches) found.push({ ...matches, page });
  }
  return found;
}

/** The texts that have links to the target. */
export async function linkingTexts(
  spaceId: string,
  { texts, tree }: ReadTexts,
  target: SearchedTarget,
  { caller }: Steps,
): Promise<(TextWithTargets & { page: PageNode })[]> {
  const leadsThere = leadsTo(target, spaceId, tree);
  const found = await searchInBatches(texts, async (pages) => {
    const targets = await runJob(
      'linkTargets',
      pages.map(({ markdown = '' }) => markdown),
      caller,
    );
    return pages.map(({ markdown = '' }, at) => ({ markdown, all: targets[at] ?? [] }));
  });
  const linking: (TextWithTargets & { page: PageNode })[] = [];
  const turn = turns();
  for (const { page, markdown, all } of found) {
    const urls: string[] = [];
    const keep = (url: string) => leadsThere(url, page) && urls.push(url);
    await eachInTurns(all, keep, turn);
    if (urls.length > 0) linking.push({ page, markdown, urls });
  }
  return linking;
}

function leadsTo(
  target: SearchedTarget,
  spaceId: string,
  tree: readonly PageNode[],
): (url: string, from: PageText['page']) => boolean {
  if ('written' in target) return (url) => url === target.written;
  if ('address' in target) return (url) => url.startsWith(target.address);
  if ('files' in target) return (url) => target.files.includes(pathOf(url));
  const { anchor = '' } = target;
  const aims = new LinkTargetParser(appAddressesIn(tree));
  const pageAt = pageResolver(spaceId, tree);
  const isOwn = spaceId === target.spaceId;
  return (url, from) => {
    if (!url.endsWith(anchor)) return false;
    const aim = aims.of(url);
    // Links of the page to its own parts stay when those to the page as a whole are meant.
    if (aim.to === 'self') return isOwn && anchor !== '' && from.id === target.page.id;
    if (aim.to === 'page' && aim.space === target.spaceId) {
      const { page, path } = aim;
      if (page !== undefined) return page === target.page.id;
      return path === undefined ? target.isFirst : path === target.page.path;
    }
    return isOwn && aim.to === 'path' && pageAt(url, from)?.page === target.page.id;
  };
}

/** Finds the page of a space that a link leads to, by its id, and the anchor on it. */
export function pageResolver(
  spaceId: string,
  tree: readonly PageNode[],
): (url: string, from: PageText['page']) => { page: string; fragment: string } | undefined {
  const aims = new LinkTargetParser(appAddressesIn(tree));
  const targets = new PageTargets(flattenPages(tree));
  return (url, from) => {
    const aim = aims.of(url);
    if (aim.to === 'self') return { page: from.id, fragment: aim.fragment };
    if (aim.to !== 'path' && !(aim.to === 'page' && aim.space === spaceId)) return undefined;
    const page =
      aim.to === 'page'
        ? targets.at(aim.page ?? aim.path ?? '')
        : aim.path.startsWith('/')
          ? targets.at(aim.path.slice(1))
          : targets.relative(aim.path, from.path ?? '');
    return page && { page: page.id, fragment: aim.fragment };
  };
}

function pathOf(url: string): string {
  return url.slice(0, url.search(/[?#]|$/));
}
