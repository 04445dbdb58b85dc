import type { Fragments } from '@docs-platform-mcp/markdown';
import type { SpaceTexts } from '../../../content/find/index.ts';
import { type ContentLocation, flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { Pause } from '../../../turns.ts';
import { PageTargets } from '../page-targets.ts';
import type { Steps } from '../workflow.ts';
import { fileNameIn, isLost, mayMeanPage, ownTarget, problemOf } from './addresses.ts';
import { LinkedFiles, type UnreadFile } from './files.ts';
import { appAddressesIn, type LinkTarget, LinkTargetParser } from './link-target.ts';
import {
  isPublished,
  type OtherSpace,
  type OtherSpacePage,
  readOtherSpace,
} from './other-spaces.ts';
import type { PageLink } from './packed-text.ts';
import {
  type EarlierFragments,
  hasFragment,
  type LinkedPage,
  type LinkedText,
  linksIn,
} from './page-links.ts';
import { Suggester, type Suggestions } from './suggest.ts';
import { Surroundings } from './surroundings.ts';

/** A link that readers cannot follow. */
export interface AuditedLink extends Suggestions {
  page: string;
  title: string;
  path?: string;
  status: 'broken' | 'in-app';
  target: string;
  /** The reason. */
  problem: string;
  /** The beginning of its visible text. */
  text?: string;
  /** Its line, or the part of it around the link. */
  context?: string;
  /** The path of the page that a dead anchor leads to. */
  leadsTo?: string;
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
  /** Those that readers cannot follow, broken ones first. */
  bad: AuditedLink[];
  unchecked: UncheckedSpace[];
  /** The included files whose links are missing here. */
  unread: UnreadFile[];
  /** Some of these, with their possible targets and the text around them. */
  withHints(links: readonly AuditedLink[]): Promise<AuditedLink[]>;
}

/** A link with its location and its target. */
interface LocatedLink {
  page: PageNode;
  url: string;
  aim: LinkTarget;
  /** Absent for a page that is itself a link. */
  link?: PageLink;
  text?: LinkedText;
  include?: string;
}

type LinkVerdict = Pick<AuditedLink, 'status' | 'problem'> | 'ok' | 'unchecked';

/** Maximum number of broken links whose possible targets are looked for. */
const MAX_SUGGESTED = 100;

const INCLUDES = '.gitbook/includes/text';

const broken = (problem: string): LinkVerdict => ({ status: 'broken', problem });
const inApp = (problem: string): LinkVerdict => ({ status: 'in-app', problem });

/**
 * Checks every link of the pages that were read: whether it leads to a page and, if it names a part of the page,
 * whether that exists. The same for links to other spaces that can be read.
 * @param earlier the fragments that pages had before a change
 */
export async function audit(
  location: ContentLocation,
  read: SpaceTexts,
  steps: Steps,
  earlier?: EarlierFragments,
): Promise<Audit> {
  return new Auditor(location, read, steps, earlier).audit();
}

/** The links between the pages that were read and pages of their space: one entry for each link. */
export function linksBetween(
  location: ContentLocation,
  read: SpaceTexts,
  steps: Steps,
): Promise<{ from: string; to: string }[]> {
  return new Auditor(location, read, steps).linksBetween();
}

class Auditor {
  readonly #location: ContentLocation;
  readonly #read: SpaceTexts;
  readonly #steps: Steps;
  readonly #targets: PageTargets;
  readonly #linkTargets: LinkTargetParser;
  readonly #files: LinkedFiles;
  readonly #texts = new Map<string, LinkedText>();
  readonly #spaces = new Map<string, OtherSpace | string>();
  readonly #suggester: Suggester;
  readonly #surroundings = new Map<LinkedText, Surroundings>();
  readonly #earlier: EarlierFragments;
  #isPublished: boolean | undefined;

  constructor(
    location: ContentLocation,
    read: SpaceTexts,
    steps: Steps,
    earlier: EarlierFragments = new Map(),
  ) {
    this.#earlier = earlier;
    const pages = flattenPages(read.tree);
    this.#suggester = new Suggester(pages, this.#texts);
    this.#location = location;
    this.#read = read;
    this.#steps = steps;
    this.#targets = new PageTargets(pages);
    this.#linkTargets = new LinkTargetParser(appAddressesIn(pages));
    this.#files = new LinkedFiles(location, steps);
  }

  async linksBetween(): Promise<{ from: string; to: string }[]> {
    const { eachInTurns } = await import('../../../turns.ts');
    const found: { from: string; to: string }[] = [];
    await eachInTurns(await this.#allLinks(), (link) => {
      const target = this.#pageOf(link);
      if (target) found.push({ from: link.page.id, to: target.id });
    });
    return found;
  }

  async audit(): Promise<Audit> {
    const found = await this.#allLinks();
    await this.#readOtherTexts(found);
    await this.#readSpaces(found);
    const located = new Map<AuditedLink, LocatedLink>();
    const unchecked = new Map<string, UncheckedSpace>();
    const { turns } = await import('../../../turns.ts');
    const pause = turns();
    for (const link of found) {
      await pause();
      const verdict = await this.#verdictOn(link);
      if (verdict === 'ok') this.#rememberText(link);
      else if (verdict === 'unchecked') this.#countUnchecked(link, unchecked);
      else located.set(this.#describe(link, verdict), link);
    }
    const isBroken = ({ status }: AuditedLink) => (status === 'broken' ? 0 : 1);
    const external = found
      .filter(({ aim }) => aim.to === 'elsewhere' && aim.isExternal)
      .map(({ url }) => url);
    return {
      links: found.length,
      external,
      toOtherSpaces: found.filter(({ aim }) => this.#isOtherSpace(aim)).length,
      bad: [...located.keys()].sort((a, b) => isBroken(a) - isBroken(b)),
      unchecked: [...unchecked.values()],
      unread: [...this.#files.unread.values()],
      withHints: async (links) => {
        const all: AuditedLink[] = [];
        for (const link of links) {
          await pause();
          const hints = await this.#hintsOn(located.get(link), all.length < MAX_SUGGESTED);
          all.push({ ...link, ...hints });
        }
        return all;
      },
    };
  }

  async #hintsOn(located: LocatedLink | undefined, isLookedFor: boolean) {
    const { link, text } = located ?? {};
    const context = link && text && this.#surroundingsOf(text).of(link);
    return {
      ...(context !== undefined && { context }),
      ...(located && isLookedFor && (await this.#suggestionsFor(located))),
    };
  }

  async #allLinks(): Promise<LocatedLink[]> {
    const { turns } = await import('../../../turns.ts');
    const pause = turns();
    const found: LocatedLink[] = [];
    for (const { page, markdown } of this.#read.texts) {
      await pause();
      const text = markdown === undefined ? undefined : await linksIn(markdown, this.#steps.caller);
      if (text) this.#texts.set(page.id, text);
      for (const link of await this.#linksOf({ page, text }, pause)) found.push(link);
    }
    return found;
  }

  /** The links of a page, including those in the texts that it includes. */
  async #linksOf({ page, text }: LinkedPage, pause: Pause): Promise<LocatedLink[]> {
    const url = ownTarget(page);
    if (url !== undefined) return [{ page, url, aim: this.#linkTargets.of(url) }];
    const found: LocatedLink[] = [];
    for (const link of text?.links ?? []) {
      await pause();
      const aim = this.#linkTargets.of(link.url);
      found.push({ page, url: link.url, aim, link, text });
      if (!link.isInclude || aim.to !== 'file') continue;
      const included = await this.#files.textOf(aim.file);
      if (!included) continue;
      const { name: include, text: shared } = included;
      for (const one of shared.links) {
        const { url } = one;
        found.push({ page, aim: this.#linkTargets.of(url), url, link: one, text: shared, include });
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
    const { texts } = await readTexts(this.#location, () => missing, this.#steps.caller);
    for (const { page, markdown } of texts) {
      if (markdown !== undefined)
        this.#texts.set(page.id, await linksIn(markdown, this.#steps.caller));
    }
  }

  async #readSpaces(found: readonly LocatedLink[]): Promise<void> {
    const linked = new Map<string, OtherSpacePage[]>();
    const { turns } = await import('../../../turns.ts');
    const pause = turns();
    for (const { aim } of found) {
      await pause();
      if (!this.#isOtherSpace(aim)) continue;
      const known = linked.get(aim.space);
      if (known) known.push(aim);
      else linked.set(aim.space, [aim]);
    }
    if (linked.size === 0) return;
    this.#isPublished = await isPublished(this.#location.spaceId, this.#steps);
    for (const [space, pages] of linked) {
      this.#spaces.set(space, await readOtherSpace(space, pages, this.#steps));
    }
  }

  #isOtherSpace(aim: LinkTarget): aim is Extract<LinkTarget, { to: 'page' }> {
    return aim.to === 'page' && aim.space !== this.#location.spaceId;
  }

  /** The page of this space that a link leads to. */
  #pageOf({ page, aim, include }: LocatedLink): PageNode | undefined {
    if (aim.to === 'self') return page;
    if (aim.to === 'page' && aim.space === this.#location.spaceId) {
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
        if (target) return this.#verdictOnAnchor(target, aim.fragment);
        const name = aim.to === 'path' ? fileNameIn(aim.path) : undefined;
        if (name === undefined) return broken(problemOf(link.url));
        return (await this.#files.hasNamed(name)) ? 'ok' : broken('no such file');
      }
    }
  }

  /** The anchors of the texts that a page includes are its own. */
  async #verdictOnAnchor({ id }: PageNode, fragment: string): Promise<LinkVerdict> {
    const text = this.#texts.get(id);
    const verdict = verdictOnAnchor(text, fragment, this.#earlier.get(id));
    if (verdict === 'ok') return verdict;
    for (const { url, isInclude } of text?.links ?? []) {
      const aim = this.#linkTargets.of(url);
      if (!isInclude || aim.to !== 'file') continue;
      const included = await this.#files.textOf(aim.file);
      // What could not be read may have the anchor.
      const isUnread = this.#files.unread.has(aim.file);
      if (isUnread || (included && hasFragment(included.text, fragment))) return 'ok';
    }
    return verdict;
  }

  /** The possible targets of a broken link of this space: anchors of the page that it leads to, or pages. */
  async #suggestionsFor(located: LocatedLink): Promise<Suggestions> {
    const { aim, page, link } = located;
    const isHere = aim.to === 'self' || (aim.to === 'page' && aim.space === this.#location.spaceId);
    if ((aim.to !== 'path' && !isHere) || !mayMeanPage(located.url)) return {};
    const { fragment } = aim;
    const address = 'path' in aim ? (aim.path ?? '') : '';
    const target = this.#pageOf(located);
    if (!target && fileNameIn(address) !== undefined) return {};
    const path = isLost(address) ? '' : address;
    return this.#suggester.of({ label: link?.label ?? '', path, fragment }, page, target);
  }

  #describe(located: LocatedLink, verdict: Exclude<LinkVerdict, string>): AuditedLink {
    const { page, url, link, include } = located;
    const target = verdict.status === 'broken' ? this.#pageOf(located) : undefined;
    return {
      page: page.id,
      title: page.title,
      path: page.path,
      ...verdict,
      target: url,
      ...(link?.label && { text: link.label }),
      ...(link && { line: link.line }),
      ...(include !== undefined && { include }),
      ...(target && { leadsTo: target.path ?? target.id }),
    };
  }

  #rememberText(located: LocatedLink): void {
    const target = located.aim.to === 'self' ? undefined : this.#pageOf(located);
    if (target) this.#suggester.learn(located.link?.label ?? '', target);
  }

  #surroundingsOf(text: LinkedText): Surroundings {
    const known = this.#surroundings.get(text) ?? new Surroundings(text.markdown);
    this.#surroundings.set(text, known);
    return known;
  }

  #verdictOnOther(aim: OtherSpacePage, space: OtherSpace | string | undefined): LinkVerdict {
    if (space === undefined || typeof space === 'string') return 'unchecked';
    const target = space.find(aim);
    if (!target) return broken('no such page in the other space');
    const verdict = verdictOnAnchor(space.texts.get(target.id), aim.fragment);
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

function verdictOnAnchor(
  text: LinkedText | undefined,
  fragment: string,
  earlier?: Fragments,
): LinkVerdict {
  return hasFragment(text, fragment, earlier) ? 'ok' : broken('no such anchor on that page');
}
