import type { Scan } from './blocks.ts';
import type { Enclosure } from './enclosures.ts';
import type { Heading } from './headings.ts';
import type { Range } from './range.ts';

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

interface Open {
  section: Section;
  limit: number;
}

/**
 * The sections of a text, in order. Headings in lists and quotes form no sections, nor do headings that a block
 * begins or ends within: they belong to the enclosing section.
 */
export function sectionsIn(scan: Scan, headings: readonly Heading[]): Section[] {
  const sections: Section[] = [];
  const open = new Map<string, Open[]>();
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
    const limit = Math.min(limitOf(scan, scan.liquid[liquid]), limitOf(scan, scan.html[html]));
    const key = `${liquid}/${html}`;
    const stack = open.get(key) ?? [];
    open.set(key, stack);
    while (stack.length > 0 && (stack.at(-1) as Open).section.depth >= depth) {
      (stack.pop() as Open).section.end = lineStart;
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
    stack.push({ section, limit });
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

/** The heading of a section with those of its ancestors, outermost first. */
export function pathOf(sections: readonly Section[], section: Section): string[] {
  const path: string[] = [];
  for (let at: Section | undefined = section; at; at = sections[at.parent])
    path.unshift(at.heading);
  return path;
}

/**
 * The sections that a name refers to: an anchor, with or without its `#`; the text of a heading, in any case, with or
 * without markup; or such a text preceded by ancestors, as in `Parent > Child`.
 */
export function sectionsNamed(sections: readonly Section[], name: string): Section[] {
  const anchor = name.trim().replace(/^#(?=\S)/, '');
  const byAnchor = sections.filter((section) => section.anchor === anchor);
  if (byAnchor.length > 0 && (name.trim().startsWith('#') || byAnchor.length === 1)) {
    const byWords = sections.filter(({ heading }) => words(heading) === words(name));
    if (byWords.length <= 1 || name.trim().startsWith('#')) return byAnchor.slice(0, 1);
  }
  const whole = sections.filter(({ heading }) => words(heading) === words(name));
  if (whole.length > 0) return whole;
  const wanted = name.split('>').map(words);
  if (wanted.length === 1) return [];
  return sections.filter((section) => {
    const path = pathOf(sections, section);
    return isWithin(path.map(words), wanted);
  });
}

/** Whether a path contains the wanted headings in order and ends with the same one. */
function isWithin(path: readonly string[], wanted: readonly string[]): boolean {
  let left = wanted.length - 1;
  if (path.at(-1) !== wanted[left]) return false;
  for (let at = path.length - 1; at >= 0 && left >= 0; at -= 1) {
    if (path[at] === wanted[left]) left -= 1;
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

/** A unique name for each section: its heading, with its ancestors if that is not unique, or else its anchor. */
export function namesOf(sections: readonly Section[]): string[] {
  const counts = count(sections.map(({ heading }) => words(heading)));
  const paths = sections.map((section) =>
    counts.get(words(section.heading)) === 1
      ? section.heading
      : pathOf(sections, section).slice(-2).join(' > '),
  );
  const pathCounts = count(paths.map(words));
  return sections.map(({ anchor }, place) => {
    const path = paths[place] as string;
    return pathCounts.get(words(path)) === 1 ? path : `#${anchor}`;
  });
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
