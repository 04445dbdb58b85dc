import { RecentTexts } from '@docs-platform-mcp/markdown';
import type { PageNode } from '../../operations/index.ts';
import type { JobCaller } from '../../thread-pool.ts';
import { eachInTurns, filterInTurns } from '../../turns.ts';
import { runJob } from '../jobs/run.ts';
import { LinkTargetParser } from './audit-links/link-target.ts';
import {
  isInternal,
  type MarkdownLink,
  unpackLinks,
} from './open-change-request/markdown-links.ts';
import { PageTargets } from './page-targets.ts';

/** A link that readers cannot follow, as written in its text. */
export interface TextLink {
  target: string;
  status: 'broken' | 'in-app';
  /** Counted from 1. */
  line: number;
}

const FOLLOWED_SCHEME = /^(https?|mailto|tel|ftp):/i;
const IN_APP = /^https?:\/\/app\.gitbook\.com\//i;
/** Without one of these, a text has no links except literal addresses. The check saves parsing the text. */
const LINK = /\][(:]/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The links of a page's markdown that do not lead to a page of its space, or that lead into the app, which readers
 * cannot access. Links to files, anchors and other places count as good: they are not looked up.
 */
export async function badLinksIn(
  markdown: string,
  page: PageNode,
  pages: readonly PageNode[],
  caller: JobCaller,
): Promise<TextLink[]> {
  const found: TextLink[] = [];
  const targets = targetsAmong(pages);
  await eachInTurns(await linksOf(markdown, caller), ({ url, line }) => {
    const status = linkStatusOf(url, page, targets);
    if (status !== 'ok') found.push({ target: url, status, line });
  });
  return found;
}

const targetsOfPages = new WeakMap<readonly PageNode[], PageTargets>();

/** The targets among pages. The texts of a space are examined one after the other with the same list of its pages. */
export function targetsAmong(pages: readonly PageNode[]): PageTargets {
  const targets = targetsOfPages.get(pages) ?? new PageTargets(pages);
  targetsOfPages.set(pages, targets);
  return targets;
}

/** Whether the text has links whose targets have to be looked up. */
export async function hasUncertainLinks(markdown: string, caller: JobCaller): Promise<boolean> {
  const links = await linksOf(markdown, caller);
  return (await filterInTurns(links, ({ url }) => !isElsewhere(url))).length > 0;
}

/** The links of a text whose targets the platform looks up in its space and rewrites. */
export async function internalLinksIn(
  markdown: string,
  caller: JobCaller,
): Promise<MarkdownLink[]> {
  return await filterInTurns(await linksOf(markdown, caller), isInternal);
}

const FOLLOWED = /\][(:]|\b(?:href|url)\s*=/i;

/** The different addresses of links in a text that may lead to pages, also in HTML and liquid. */
export async function followedUrlsIn(markdown: string, caller: JobCaller): Promise<string[]> {
  if (!FOLLOWED.test(markdown)) return [];
  const packed = await runJob('packFollowedUrls', markdown, caller);
  return packed === '' ? [] : packed.split('\0');
}

/** The checks of an edit each look at the links of the same texts. */
const recent = new RecentTexts<readonly MarkdownLink[]>();

/** The links and images that the platform looks up, without those in HTML and liquid. */
async function linksOf(markdown: string, caller: JobCaller): Promise<readonly MarkdownLink[]> {
  if (!LINK.test(markdown)) return [];
  const known = recent.get(markdown);
  if (known) return known;
  const links = await unpackLinks(await runJob('packLinks', markdown, caller));
  recent.set(markdown, links);
  return links;
}

/** Whether a link leads out of the space or to its own page. */
function isElsewhere(url: string): boolean {
  return url === '' || url.startsWith('#') || FOLLOWED_SCHEME.test(url);
}

const aims = new LinkTargetParser([]);

/** Whether an address is the platform's own form of a link to another space, which readers can follow. */
export function leadsToSpace(url: string): boolean {
  const aim = aims.of(url);
  return aim.to === 'page' && !aim.isAppAddress;
}

/** The status of a link on this page. */
export function linkStatusOf(
  url: string,
  page: PageNode,
  targets: PageTargets,
): TextLink['status'] | 'ok' {
  if (IN_APP.test(url)) return leadsToSpace(url) ? 'ok' : 'in-app';
  if (isElsewhere(url)) return 'ok';
  const [path = ''] = url.split(/[#?]/);
  if (SCHEME.test(url) || url.startsWith('//')) return 'broken';
  if (path.startsWith('/files/')) return 'ok';
  return pageAt(path, page, targets) ? 'ok' : 'broken';
}

/** The page of the same space that a link on this page leads to. */
export function targetOf(url: string, page: PageNode, targets: PageTargets): PageNode | undefined {
  const [path = ''] = url.split(/[#?]/);
  return path === '' || SCHEME.test(url) ? undefined : pageAt(path, page, targets);
}

function pageAt(path: string, page: PageNode, targets: PageTargets): PageNode | undefined {
  return path.startsWith('/pages/')
    ? targets.at(path.slice('/pages/'.length))
    : targets.relative(path, page.path ?? '');
}
