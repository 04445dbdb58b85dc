import type { Scan } from './blocks.ts';
import type { Enclosure } from './enclosures.ts';
import { Fragments } from './fragments.ts';
import { type Heading, headingsOf } from './headings.ts';
import type { Range } from './range.ts';
import { Scanner } from './scanner.ts';

/**
 * A heading and everything that belongs to it: up to the next heading of the same or a higher level in the same
 * block, and never beyond the end of the enclosing liquid or HTML block.
 */
export interface Section extends Range {
  heading: string;
  anchor: string;
  /** Level of the heading, 1 to 6. */
  depth: number;
  /** Start of its text after the heading. */
  bodyStart: number;
  /** End of its last character that is not white space. */
  contentEnd: number;
  /** Index of the enclosing section; -1 for none. */
  parent: number;
}

/** Maximum length of a section's name. */
const MAX_NAME = 10_000;

/** Maximum length of a fragment in a name. */
const MAX_FRAGMENT = 300;

const NO_ANCHORS: ReadonlySet<string> = new Set();

/** Maximum number of ancestors in a name, because blocks can be nested to any depth. */
const MAX_ANCESTORS = 100;

/** The content of one pair of enclosing blocks. */
interface Content {
  liquid: number;
  html: number;
  /** Its end. */
  limit: number;
  /** Its sections that have no end yet, outermost first. */
  open: Section[];
}

/**
 * The sections of a text, in order. Headings in lists and quotes form no sections, nor do headings that a block
 * begins or ends within: they belong to the enclosing section.
 */
export function sectionsIn(scan: Scan, headings: readonly Heading[]): Section[] {
  const sections: Section[] = [];
  const contents = new Map<string, Content>();
  let content: Content | undefined;
  for (const {
    text: heading,
    anchor,
    depth,
    start,
    end,
    nested,
    straddles,
    lineStart,
    liquid,
    html,
  } of headings) {
    if (nested || straddles) continue;
    if (content?.liquid !== liquid || content.html !== html) {
      const key = `${liquid}/${html}`;
      const limit = Math.min(limitOf(scan, scan.liquid[liquid]), limitOf(scan, scan.html[html]));
      content = contents.get(key) ?? { liquid, html, limit, open: [] };
      contents.set(key, content);
    }
    const { limit, open } = content;
    while (open.length > 0 && (open.at(-1) as Section).depth >= depth) {
      (open.pop() as Section).end = lineStart;
    }
    const section = {
      heading,
      anchor,
      depth,
      start,
      end: limit,
      bodyStart: end,
      contentEnd: end,
      parent: -1,
    };
    sections.push(section);
    open.push(section);
  }
  for (const section of sections) section.contentEnd = trimmedEnd(scan.text, section);
  setParents(sections);
  return sections;
}

/** Start of the line with the closing tag; of the tag itself if text precedes it. */
function limitOf({ text }: Scan, enclosure: Enclosure | undefined): number {
  if (!enclosure) return text.length;
  let at = enclosure.inner.end;
  while (at > 0 && (text.charAt(at - 1) === ' ' || text.charAt(at - 1) === '\t')) at -= 1;
  return at === 0 || text.charAt(at - 1) === '\n' ? at : enclosure.inner.end;
}

function trimmedEnd(text: string, { start, end }: Range): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) <= 32) at -= 1;
  return at;
}

function setParents(sections: readonly Section[]): void {
  const around: number[] = [];
  for (const [place, section] of sections.entries()) {
    while (
      around.length > 0 &&
      (sections[around.at(-1) as number] as Section).end <= section.start
    ) {
      around.pop();
    }
    section.parent = around.at(-1) ?? -1;
    around.push(place);
  }
}

/**
 * The sections that a name refers to: an anchor, with or without its `#`; the text of a heading, in any case, with or
 * without markup; such a text preceded by ancestors, as in `Parent > Child`; or the source of a heading.
 */
export function sectionsNamed(sections: readonly Section[], name: string): Section[] {
  if (name.length > MAX_NAME) return [];
  const trimmed = name.trim();
  const isAnchor = trimmed.startsWith('#');
  const anchor = trimmed.replace(/^#(?![\s#])/, '');
  const byAnchor = sections.filter((section) => section.anchor === anchor);
  if (byAnchor.length > 0 && isAnchor) return byAnchor.slice(0, 1);
  const plain = sections.map(({ heading }) => words(heading));
  const withWords = (searched: string) => sections.filter((_, place) => plain[place] === searched);
  const byWords = withWords(words(name));
  if (byAnchor.length === 1 && byWords.length <= 1) return byAnchor;
  const written = headingIn(name);
  if (written?.given) {
    const byId = withWords(words(written.text)).filter(
      (section) => section.anchor === written.anchor,
    );
    if (byId.length > 0) return byId;
  }
  if (byWords.length > 0) return byWords;
  const bySource = written ? withWords(words(written.text)) : [];
  if (bySource.length > 0) return bySource;
  const byFragment = withFragment(sections, anchor);
  if (byFragment.length > 0) return byFragment;
  const parts = name.split('>');
  if (parts.length === 1 || parts.length > MAX_ANCESTORS) return [];
  const within = (headingPath: string[]) =>
    sections.filter((_, place) => isWithin(place, { sections, plain, headingPath }));
  const byPath = within(parts.map(words));
  return byPath.length > 0
    ? byPath
    : within(parts.map((part) => words(headingIn(part)?.text ?? '')));
}

/** The sections to whose headings a fragment leads under any of the service's rules: `a-and-b` to "A & B". */
function withFragment(sections: readonly Section[], fragment: string): Section[] {
  if (fragment.length > MAX_FRAGMENT || /\s/.test(fragment)) return [];
  return sections.filter(({ heading }) =>
    new Fragments(NO_ANCHORS, [{ text: heading }]).has(fragment),
  );
}

/** A name read as the heading that it is in a text, which may escape characters and contain links. */
function headingIn(name: string): Heading | undefined {
  const scanner = new Scanner(/^\s*#{1,6}\s|\n/.test(name) ? name.trim() : `# ${name}`);
  scanner.advance();
  return headingsOf(scanner.finish()).next().value;
}

interface Search {
  sections: readonly Section[];
  /** The words of each section's heading. */
  plain: readonly string[];
  /** The words of the headings looked for, outermost first. */
  headingPath: readonly string[];
}

/** Whether a section has the last heading that is searched for, and ancestors with the others, in order. */
function isWithin(place: number, { sections, plain, headingPath }: Search): boolean {
  let left = headingPath.length - 1;
  if (plain[place] !== headingPath[left]) return false;
  for (let at = place, steps = 0; at >= 0 && left >= 0 && steps < MAX_ANCESTORS; steps += 1) {
    if (plain[at] === headingPath[left]) left -= 1;
    at = sections[at]?.parent ?? -1;
  }
  return left < 0;
}

/** The text of a heading in a normalised form. */
function words(heading: string): string {
  return heading
    .replace(/^\s*#{1,6}\s+/, '')
    .replaceAll(/<a\s[^<>]*><\/a>/g, '')
    .replaceAll(/[`*_\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** More sections with the same heading than these are named by their anchors, which keeps the cost linear. */
const MAX_ALIKE = 50;

/** A unique name for each section: its heading, with its parent's if that is not unique, or else its anchor. */
export function namesOf(sections: readonly Section[]): string[] {
  const plain = sections.map(({ heading }) => words(heading));
  const alike = new Map<string, number[]>();
  for (const [place, key] of plain.entries()) {
    const others = alike.get(key);
    if (others) others.push(place);
    else alike.set(key, [place]);
  }
  const anchors = new Map(sections.map((section) => [section.anchor, section]));
  return sections.map((section, place) => {
    const { heading, anchor, parent } = section;
    const key = plain[place] as string;
    const others = alike.get(key) ?? [];
    const isAnchor = (anchors.get(heading.trim()) ?? section) !== section;
    if (key === '' || isAnchor || heading.length > MAX_NAME) return `#${anchor}`;
    if (others.length === 1) return heading;
    const above = sections[parent];
    if (!above || others.length > MAX_ALIKE) return `#${anchor}`;
    const name = `${above.heading} > ${heading}`;
    const headingPath = name.split('>').map(words);
    const isUnique =
      name.length <= MAX_NAME &&
      !alike.has(words(name)) &&
      !headingPath.includes('') &&
      others.filter((other) => isWithin(other, { sections, plain, headingPath })).length === 1;
    return isUnique ? name : `#${anchor}`;
  });
}
