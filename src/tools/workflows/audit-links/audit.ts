import { Anchors } from '@docs-platform-mcp/markdown';
import type { SpaceTexts } from '../../../content/find/index.ts';
import { type ContentLocation, flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import { similarTo } from '../../names/similar.ts';
import { PageTargets } from '../page-targets.ts';
import type { Steps } from '../workflow.ts';
import { type Aim, Aims } from './aim.ts';
import { LinkedFiles } from './files.ts';
import {
  isPublished,
  type OtherSpace,
  type OtherSpacePage,
  readOtherSpace,
} from './other-spaces.ts';
import { hasFragment, type LinkedPage, type LinkedText, linksIn } from './page-links.ts';

/** A link that readers cannot follow. */
export interface AuditedLink {
  page: string;
  title: string;
  path?: string;
  status: 'broken' | 'in-app';
  target: string;
  /** The reason. */
  problem: string;
  /** The beginning of its visible text. */
  text?: string;
  /** The path of the page that a dead anchor leads to. */
  leadsTo?: string;
  /** The anchors of that page that resemble it, the most similar first. */
  anchors?: string[];
  /** The page that may be meant: the anchor in lower case, or the only page of this name or with this anchor. */
  maybe?: string;
  /** Counted from 1; absent for a page that is itself a link. */
  line?: number;
  /** The included file that contains the link, on that line. */
  include?: string;
}

/** A space whose links could not be checked. */
export interface UncheckedSpace {
  space: string;
  links: number;
  reason: string;
}

export interface Audit {
  /** Number of links in all. */
  links: number;
  /** The links to other websites, which are not opened. */
  external: string[];
  /** Number of links to pages of other spaces, which are checked, too. */
  toOtherSpaces: number;
  bad: AuditedLink[];
  unchecked: UncheckedSpace[];
}

/** A link with its location and its target. */
interface LocatedLink {
  page: PageNode;
  url: string;
  aim: Aim;
  label?: string;
  line?: number;
  include?: string;
}

type LinkVerdict = Pick<AuditedLink, 'status' | 'problem'> | 'ok' | 'unchecked';

/** Broken links of which the page that may be meant is looked for. */
const MAX_LOOKED_FOR = 100;

/** Anchors of a page that are compared with a dead one, and that are shown. */
const MAX_COMPARED = 200;
const MAX_ANCHORS = 3;

const INCLUDES = '.gitbook/includes/text';

const broken = (problem: string): LinkVerdict => ({ status: 'broken', problem });
const inApp = (problem: string): LinkVerdict => ({ status: 'in-app', problem });

/**
 * Checks every link of the pages that were read: whether it leads to a page and, if it names a part of the page,
 * whether that exists. The same for links to other spaces that can be read.
 */
export async function audit(
  place: ContentLocation,
  read: SpaceTexts,
  steps: Steps,
): Promise<Audit> {
  return new Auditor(place, read, steps).audit();
}

/** The links between the pages that were read and pages of their space: one entry for each link. */
export function linksBetween(
  place: ContentLocation,
  read: SpaceTexts,
  steps: Steps,
): Promise<{ from: string; to: string }[]> {
  return new Auditor(place, read, steps).linksBetween();
}

class Auditor {
  readonly #place: ContentLocation;
  readonly #read: SpaceTexts;
  readonly #steps: Steps;
  readonly #targets: PageTargets;
  readonly #aims: Aims;
  readonly #files: LinkedFiles;
  readonly #texts = new Map<string, LinkedText>();
  readonly #spaces = new Map<string, OtherSpace | string>();
  #isPublished: boolean | undefined;
  #lookedFor = 0;

  constructor(place: ContentLocation, read: SpaceTexts, steps: Steps) {
    const pages = flattenPages(read.tree);
    this.#place = place;
    this.#read = read;
    this.#steps = steps;
    this.#targets = new PageTargets(pages);
    this.#aims = new Aims(appsOf(pages));
    this.#files = new LinkedFiles(place, steps);
  }

  async linksBetween(): Promise<{ from: string; to: string }[]> {
    return (await this.#allLinks()).flatMap((link) => {
      const target = this.#pageOf(link);
      return target ? [{ from: link.page.id, to: target.id }] : [];
    });
  }

  async audit(): Promise<Audit> {
    const found = await this.#allLinks();
    await this.#readOtherTexts(found);
    await this.#readSpaces(found);
    const bad: AuditedLink[] = [];
    const unchecked = new Map<string, UncheckedSpace>();
    const { turns } = await import('../../../turns.ts');
    const pause = turns();
    for (const link of found) {
      await pause();
      const verdict = await this.#verdictOn(link);
      if (verdict === 'unchecked') this.#countUnchecked(link, unchecked);
      else if (verdict !== 'ok')
        bad.push({ ...described(link, verdict), ...(await this.#meantBy(link)) });
    }
    const isBroken = ({ status }: AuditedLink) => (status === 'broken' ? 0 : 1);
    bad.sort((a, b) => isBroken(a) - isBroken(b));
    const external = found
      .filter(({ aim }) => aim.to === 'elsewhere' && aim.isExternal)
      .map(({ url }) => url);
    const toOtherSpaces = found.filter(({ aim }) => this.#isOtherSpace(aim)).length;
    const links = found.length;
    return { links, external, toOtherSpaces, bad, unchecked: [...unchecked.values()] };
  }

  async #allLinks(): Promise<LocatedLink[]> {
    const { turns } = await import('../../../turns.ts');
    const pause = turns();
    const found: LocatedLink[] = [];
    for (const { page, markdown } of this.#read.texts) {
      await pause();
      const text = markdown === undefined ? undefined : await linksIn(markdown);
      if (text) this.#texts.set(page.id, text);
      for (const link of await this.#linksOf({ page, text })) found.push(link);
    }
    return found;
  }

  /** The links of a page, including those in the texts that it includes. */
  async #linksOf({ page, text }: LinkedPage): Promise<LocatedLink[]> {
    const url = ownTarget(page);
    if (url !== undefined) return [{ page, url, aim: this.#aims.of(url) }];
    const found: LocatedLink[] = [];
    for (const { url, line, label, isInclude } of text?.links ?? []) {
      const aim = this.#aims.of(url);
      found.push({ page, url, aim, label, line });
      if (!isInclude || aim.to !== 'file') continue;
      const included = await this.#files.textOf(aim.file);
      for (const link of included?.text.links ?? []) {
        const { name: include } = included as { name: string };
        found.push({ page, aim: this.#aims.of(link.url), url: link.url, line: link.line, include });
      }
    }
    return found;
  }

  /** Reads linked pages whose anchors are needed, if only some pages are checked. */
  async #readOtherTexts(found: readonly LocatedLink[]): Promise<void> {
    const missing = new Set<string>();
    const { turns } = await import('../../../turns.ts');
    const pause = turns();
    for (const link of found) {
      await pause();
      const target = this.#pageOf(link);
      const fragment = 'fragment' in link.aim ? link.aim.fragment : '';
      if (target && fragment !== '' && !this.#texts.has(target.id)) missing.add(target.id);
    }
    if (missing.size === 0) return;
    const { readTexts } = await import('../../../content/find/index.ts');
    const { texts } = await readTexts(this.#place, () => missing, this.#steps.context);
    for (const { page, markdown } of texts) {
      if (markdown !== undefined) this.#texts.set(page.id, await linksIn(markdown));
    }
  }

  async #readSpaces(found: readonly LocatedLink[]): Promise<void> {
    const wanted = new Map<string, OtherSpacePage[]>();
    const { turns } = await import('../../../turns.ts');
    const pause = turns();
    for (const { aim } of found) {
      await pause();
      if (!this.#isOtherSpace(aim)) continue;
      const known = wanted.get(aim.space);
      if (known) known.push(aim);
      else wanted.set(aim.space, [aim]);
    }
    if (wanted.size === 0) return;
    this.#isPublished = await isPublished(this.#place.spaceId, this.#steps);
    for (const [space, pages] of wanted) {
      this.#spaces.set(space, await readOtherSpace(space, pages, this.#steps));
    }
  }

  #isOtherSpace(aim: Aim): aim is Extract<Aim, { to: 'page' }> {
    return aim.to === 'page' && aim.space !== this.#place.spaceId;
  }

  /** The page of this space that a link leads to. */
  #pageOf({ page, aim, include }: LocatedLink): PageNode | undefined {
    if (aim.to === 'self') return page;
    if (aim.to === 'page' && aim.space === this.#place.spaceId) {
      return this.#targets.at(aim.page ?? aim.path ?? '');
    }
    if (aim.to !== 'path') return undefined;
    if (aim.path.startsWith('/')) return this.#targets.at(aim.path.slice(1));
    return this.#targets.relative(aim.path, include === undefined ? (page.path ?? '') : INCLUDES);
  }

  async #verdictOn(link: LocatedLink): Promise<LinkVerdict> {
    const { aim } = link;
    switch (aim.to) {
      case 'elsewhere':
        return 'ok';
      case 'nowhere':
        return broken(aim.isMalformed ? 'malformed address' : 'no browser follows it');
      case 'app':
        return inApp('leads into the app');
      case 'file':
        return (await this.#files.has(aim.file)) ? 'ok' : broken('no such file');
      default: {
        if (this.#isOtherSpace(aim)) {
          return this.#verdictOnOther(aim, this.#spaces.get(aim.space));
        }
        const target = this.#pageOf(link);
        if (target) return onPart(this.#texts.get(target.id), aim.fragment);
        const name = aim.to === 'path' ? fileNameIn(aim.path) : undefined;
        if (name === undefined) return broken('no such page');
        return (await this.#files.hasNamed(name)) ? 'ok' : broken('no such file');
      }
    }
  }

  /**
   * What a broken link of this space may mean: similar anchors of the page that it leads to, or the only page with its
   * name or with its anchor.
   */
  async #meantBy(link: LocatedLink): Promise<Pick<AuditedLink, 'leadsTo' | 'anchors' | 'maybe'>> {
    const { aim } = link;
    const isHere = aim.to === 'self' || (aim.to === 'page' && aim.space === this.#place.spaceId);
    if ((aim.to !== 'path' && !isHere) || this.#lookedFor === MAX_LOOKED_FOR) return {};
    this.#lookedFor += 1;
    const target = this.#pageOf(link);
    if (target) {
      const { fragment } = aim;
      const small = fragment.toLowerCase();
      if (this.#texts.get(target.id)?.fragments.has(small)) {
        return { maybe: `/${target.path}#${small}` };
      }
      const leadsTo = target.path ?? target.id;
      const known = [...(this.#texts.get(target.id)?.anchors ?? [])]
        .slice(0, MAX_COMPARED)
        .map((title) => ({ title }));
      const similar = (await similarTo(fragment, known, MAX_ANCHORS)).map(({ title }) => title);
      const anchors = [...new Set([...this.#anchorLike(link, target), ...similar])];
      if (anchors.length > 0) return { leadsTo, anchors: anchors.slice(0, MAX_ANCHORS) };
      const page = this.#only(({ id }) => this.#texts.get(id)?.fragments.has(fragment));
      return { leadsTo, ...(page && { maybe: `/${page.path}#${fragment}` }) };
    }
    const name = 'path' in aim && aim.path ? lastPart(aim.path) : '';
    const page = name ? this.#only(({ path = '' }) => lastPart(path) === name) : undefined;
    return page ? { maybe: `/${page.path}` } : {};
  }

  /** The anchor that a heading with the words of the link has, if there is one. */
  #anchorLike({ label = '' }: LocatedLink, { id }: PageNode): string[] {
    const anchor = new Anchors().make(label);
    return this.#texts.get(id)?.anchors.has(anchor) ? [anchor] : [];
  }

  #only(isMeant: (page: PageNode) => boolean | undefined): PageNode | undefined {
    const [first, another] = flattenPages(this.#read.tree).filter(isMeant);
    return another ? undefined : first;
  }

  #verdictOnOther(aim: OtherSpacePage, space: OtherSpace | string | undefined): LinkVerdict {
    if (space === undefined || typeof space === 'string') return 'unchecked';
    const target = space.find(aim);
    if (!target) return broken('no such page in the other space');
    const verdict = onPart(space.texts.get(target.id), aim.fragment);
    if (verdict !== 'ok') return verdict;
    if (this.#isPublished === undefined || space.isPublished === undefined) {
      return aim.isAppAddress ? inApp('leads into the app') : 'ok';
    }
    const isHidden = this.#isPublished && !space.isPublished;
    return isHidden ? inApp('the other space is not published') : 'ok';
  }

  #countUnchecked({ aim }: LocatedLink, unchecked: Map<string, UncheckedSpace>): void {
    const space = aim.to === 'page' ? aim.space : '';
    const reason = this.#spaces.get(space);
    const known = unchecked.get(space);
    if (known) known.links += 1;
    else unchecked.set(space, { space, links: 1, reason: String(reason) });
  }
}

/** The name of a page in a path, or in the path of its file. */
function lastPart(path: string): string {
  const page = path.replace(/(?:\/?(?:README|index))?\.(?:md|html?)$/i, '');
  return page.slice(page.lastIndexOf('/') + 1);
}

/** The file name in a path; undefined if it is the path of a page. */
function fileNameIn(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isFile = path.includes('.gitbook/assets/') || /\.(?!md$|html?$)[a-z]\w{0,9}$/i.test(name);
  return isFile ? name : undefined;
}

function onPart(text: LinkedText | undefined, fragment: string): LinkVerdict {
  return hasFragment(text, fragment) ? 'ok' : broken('no such anchor on that page');
}

function described(
  { page, url, label, line, include }: LocatedLink,
  verdict: Exclude<LinkVerdict, string>,
) {
  return {
    page: page.id,
    title: page.title,
    path: page.path,
    ...verdict,
    target: url,
    ...(label && { text: label }),
    ...(line !== undefined && { line }),
    ...(include !== undefined && { include }),
  };
}

/** The target of a page that is only a link in the table of contents. */
function ownTarget(page: PageNode): string | undefined {
  const { type, target, href } = page as PageNode & {
    href?: string;
    target?: { kind?: string; page?: string; url?: string };
  };
  if (type !== 'link') return undefined;
  return href ?? (target?.kind === 'page' ? `/pages/${target.page}` : target?.url);
}

/** The base addresses of pages in the app. */
function appsOf(pages: readonly PageNode[]): string[] {
  const address = pages
    .map((page) => (page as { urls?: { app?: string } }).urls?.app)
    .find(Boolean);
  const end = address?.search(/\/(?:s|o)\//) ?? -1;
  return end > 0 ? [(address as string).slice(0, end)] : [];
}
