import {
  isDeletedTarget,
  Markdown,
  type Range,
  type Reference,
  replaceRanges,
  type Section,
} from '@docs-platform-mcp/markdown';
import type { PageNode } from '../../../operations/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import { applyTextEdits } from '../../edits/text-edits.ts';
import { frontmatterEnd, titleLine, withoutTitleLine } from '../../edits/title-line.ts';
import { findSection } from '../../sections.ts';
import { LinkTargetParser } from '../audit-links/link-target.ts';
import { PageTargets } from '../page-targets.ts';
import { withEmptiedBlocks } from './emptied-blocks.ts';

/** A page whose text is copied. Plain data, so that a thread can do it. */
export interface TextToCopy {
  page: PageNode;
  markdown: string;
  /** Only this section of the page, or several: `Limits#Quotas`. */
  section?: string;
  /** The title of the page that a section becomes, if it differs from the heading. */
  title?: string;
  /**
   * The result: the text of a page, or a part of one. A whole page that becomes a part is a section under its title,
   * with deeper headings.
   */
  as: 'page' | 'part';
  /** The heading of the part, if not the title of the page. */
  under?: string;
  /** The text that the part is added to. */
  beside?: string;
  from: CopySource;
  /** The space that it is copied to, with its pages. */
  to: { spaceId: string; pages: readonly PageNode[] };
}

/** The space that is copied from. */
export interface CopySource {
  spaceId: string;
  pages: readonly PageNode[];
  /** The refs of the pages that are copied by the same call, by id. */
  refs: Readonly<Record<string, string>>;
  /** The addresses of its files, by id; only if it is another space. */
  files: Readonly<Record<string, string>>;
}

export interface CopiedText {
  markdown: string;
  /** The heading of the first copied section. */
  heading?: string;
  /** The anchors of what was copied, with those of the copy. An empty one is the page itself. */
  anchors: Record<string, string>;
  /** The number of files that stay in the other space. */
  linkedFiles: number;
  /** The number of links to pages that stay in the other space. */
  linkedPages: number;
  /** Links that were broken in the original. */
  deadLinks: number;
}

/** What the service writes as a link whose target was deleted. */
const BROKEN_REFERENCE = 'broken-reference';

const aims = new LinkTargetParser([]);

/** The text of a page, or of some of its sections, for another location, with links that keep their targets. */
export function copyText(given: TextToCopy): CopiedText | { problem: string } {
  const { page, as, section: names, title } = given;
  const source = Markdown.read(given.markdown);
  const found = names === undefined ? undefined : sectionsOf(source, names);
  if (found && 'problem' in found) return found;
  const sections = found?.sections ?? [];
  const [first] = sections;
  const isTitled = as === 'page' && sections.length === 1 && isNamed(first as Section, title);
  const part = found
    ? sections.map((one) => sectionText(source.text, one, isTitled)).join('\n\n')
    : bodyOf(source.text, page.title, as);
  const text = Markdown.read(part);
  const count = { linkedFiles: 0, linkedPages: 0, deadLinks: 0 };
  const linked = text.retargeted(linkRewriter(given, text, count));
  const isUnderTitle = as === 'part' && found === undefined;
  const markdown = isUnderTitle
    ? underHeading(given.under ?? `## ${page.title}`, linked)
    : as === 'page' && found
      ? withTopDepth(linked, SECTION_DEPTH)
      : linked;
  return {
    markdown,
    ...(first && { heading: first.heading }),
    anchors: movedAnchors(source, sections, markdown),
    ...count,
  };
}

/** The depth of the headings below the title of a page. */
const SECTION_DEPTH = 2;

/** Whether the heading of a section is the title of the page that it becomes. */
function isNamed({ heading }: Section, title = heading): boolean {
  const [own, given] = [heading, title].map((text) => text.trim().toLowerCase());
  return own === given;
}

/**
 * The sections of a text with these names, each once: one name, or several with `#` between them.
 */
export function sectionsOf(
  text: Markdown,
  names: string,
): { sections: Section[] } | { problem: string } {
  const named = findSection(text, names);
  if (!('problem' in named)) return { sections: [named.section] };
  const parts = names.split('#').filter((name) => name.trim() !== '');
  if (parts.length < 2) return named;
  const found: Section[] = [];
  for (const name of parts) {
    const one = findSection(text, name);
    if ('problem' in one) return one;
    found.push(one.section);
  }
  return {
    sections: found.filter(
      (one, index) => !found.some((other, at) => holds(other, one, at < index)),
    ),
  };
}

/** Whether a section contains another, or is the same one, named earlier. */
function holds(outer: Section, inner: Section, isEarlier: boolean): boolean {
  if (outer === inner) return isEarlier;
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The locations of the anchors of a text, or of sections of it, in the copy. */
function movedAnchors(
  source: Markdown,
  sections: readonly Section[],
  copy: string,
): Record<string, string> {
  const own = Markdown.read(copy);
  const isWhole = sections.length === 0;
  const headings = (
    isWhole
      ? source.headings
      : sections.flatMap(({ start, end }) =>
          source.headings.filter((one) => one.start >= start && one.start < end),
        )
  ).map(({ anchor }) => anchor);
  const added = own.headings.length - headings.length;
  const anchors = Object.fromEntries([...own.anchors].map((anchor) => [anchor, anchor]));
  for (const [index, anchor] of headings.entries()) {
    anchors[anchor] = own.headings[index + added]?.anchor ?? '';
  }
  // Links to a whole page lead to the heading that it is under.
  if (isWhole) anchors[''] = own.headings[0]?.anchor ?? '';
  return anchors;
}

/** A section, with or without its heading. */
function sectionText(
  text: string,
  { start, bodyStart, contentEnd }: Section,
  isTitled: boolean,
): string {
  return text.slice(isTitled ? bodyStart : start, contentEnd).replace(/^\n+/, '');
}

/** The text of a page without its title and, as a part, also without its settings. */
function bodyOf(text: string, title: string, as: TextToCopy['as']): string {
  if (as === 'page') return withoutTitleLine(text, title);
  const [, end] = titleLine(text, title) ?? [0, frontmatterEnd(text)];
  return text.slice(end).replace(/^\n+/, '');
}

/** The new target of each link. */
function linkRewriter(
  { page, section, as, beside = '', from, to }: TextToCopy,
  text: Markdown,
  count: { linkedFiles: number; linkedPages: number; deadLinks: number },
): (reference: Reference) => string | undefined {
  const isSame = from.spaceId === to.spaceId;
  const [source, target] = [new PageTargets(from.pages), new PageTargets(to.pages)];
  const { anchors } = Markdown.read(beside);
  const isWholePage = as === 'page' && section === undefined;
  const toPage = ({ id, path }: PageNode, fragment: string): string => {
    const anchor = fragment === '' ? '' : `#${fragment}`;
    const ref = from.refs[id];
    if (ref !== undefined) return `./${ref}.md${anchor}`;
    if (isSame) return `/pages/${id}${anchor}`;
    count.linkedPages += 1;
    return `https://app.gitbook.com/s/${from.spaceId}/${path ?? id}${anchor}`;
  };
  const isOwnAnchor = ({ start }: Range, fragment: string): boolean =>
    text.headings.some(
      (heading) => heading.anchor === fragment && heading.start <= start && start < heading.end,
    );
  const toSelf = (fragment: string): string | undefined => {
    const isInside = isWholePage || (text.fragments.has(fragment) && !anchors.has(fragment));
    return isInside ? undefined : toPage(page, fragment);
  };
  return ({ url, form, whole }) => {
    const aim = aims.of(url);
    if (aim.to === 'self') {
      const isOwn = form === 'html' && isOwnAnchor(whole, aim.fragment);
      return isOwn ? undefined : toSelf(aim.fragment);
    }
    if (aim.to === 'file') {
      const address = isSame ? undefined : from.files[aim.file];
      if (address !== undefined) count.linkedFiles += 1;
      return address;
    }
    if (aim.to === 'path') {
      const { path, fragment } = aim;
      const known = path.startsWith('/')
        ? source.at(path.slice(1))
        : source.relative(path, page.path ?? '');
      if (known?.id === page.id && fragment !== '') return toSelf(fragment) ?? `#${fragment}`;
      if (known) return toPage(known, fragment);
      if (form === 'liquid') return undefined;
      count.deadLinks += 1;
      return isDeletedTarget(url) ? undefined : BROKEN_REFERENCE;
    }
    if (aim.to !== 'page' || isSame || aim.space !== to.spaceId) return undefined;
    const own = target.at(aim.page ?? aim.path ?? '');
    return own && `/pages/${own.id}${aim.fragment === '' ? '' : `#${aim.fragment}`}`;
  };
}

const MAX_DEPTH = 6;
const ATX = /^(#{1,6})(?=[ \t]|$)/;

/** A text below a heading, with headings that are all deeper than that. */
function underHeading(heading: string, markdown: string): string {
  const above = ATX.exec(heading.trimStart())?.[1]?.length ?? 0;
  const { sections } = Markdown.read(markdown);
  const least = Math.min(...sections.map(({ depth }) => depth));
  const isDeep = above === 0 || sections.length === 0 || least > above;
  const shifted = isDeep ? markdown : withTopDepth(markdown, above + 1);
  return `${heading.trimEnd()}\n\n${shifted.trimStart()}`;
}

/** A text with its headings shifted so that the highest ones have this depth. */
function withTopDepth(markdown: string, top: number): string {
  const { sections } = Markdown.read(markdown);
  const shift = top - Math.min(...sections.map(({ depth }) => depth));
  if (sections.length === 0 || shift === 0) return markdown;
  return replaceRanges(
    markdown,
    sections.map(({ start, bodyStart, depth }) => ({
      start,
      end: bodyStart,
      text: headingAtDepth(markdown.slice(start, bodyStart), Math.min(MAX_DEPTH, depth + shift)),
    })),
  );
}

/** A heading in either form, as one of this depth. */
function headingAtDepth(written: string, depth: number): string {
  const marks = '#'.repeat(depth);
  if (ATX.test(written)) return written.replace(ATX, marks);
  const [line = '', , ...rest] = written.split('\n');
  return [`${marks} ${line}`, ...rest].join('\n');
}

/** The text without sections that moved elsewhere, or what is wrong with their names. */
export function removeSections(
  markdown: string,
  names: string,
): { text: string } | { problem: string } {
  const text = Markdown.read(sanitizeText(markdown));
  const found = sectionsOf(text, names);
  if ('problem' in found) return found;
  const edits = withEmptiedBlocks(text, found.sections).map((range) => ({ ...range, text: '' }));
  return { text: applyTextEdits(markdown, edits) };
}
