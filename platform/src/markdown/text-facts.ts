import {
  hasJoinedWords,
  Markdown,
  type References,
  type RoleOfLine,
} from '@docs-platform-mcp/markdown';
import { withEmoji } from './emoji.ts';
import { letterOf } from './line-roles.ts';

type TextSpan = [start: number, end: number];

/** The part of a page under one heading, up to the next. */
export interface SectionPlace {
  /** Fragment that leads to the heading; empty for the part before the first heading. */
  anchor: string;
  heading: string;
  /** The level of the heading; 0 for none. */
  depth: number;
  /** Its text without markup; each paragraph, and each row of a table, is a line. */
  text: string;
  /** One letter for each of these lines, of `letterOf`. */
  roles: string;
  /** The texts that it includes, each with the number of its own lines before them. */
  includes?: IncludedPlace[];
  /** Its markdown without the heading. */
  source: TextSpan;
}

/** Where a page shows the text of a file. */
export interface IncludedPlace {
  url: string;
  linesBefore: number;
}

/** Frequently needed facts about a text, found in one pass. */
export interface TextFacts {
  references: References;
  sections: SectionPlace[];
}

/** A replaceable reference in a text. */
export interface TextReference {
  /** The target, with the escapes of the notation resolved. */
  url: string;
  /** Offsets of the name as written, without the delimiters around it. */
  start: number;
  end: number;
  /** Whether it is an attribute of a tag, of HTML or of liquid. */
  tag: boolean;
}

/** The replaceable links. */
export function referencesOf({ references: { references } }: TextFacts): TextReference[] {
  return references.map(({ form, url, target: { start, end } }) => {
    return { url, start, end, tag: form === 'html' || form === 'liquid' };
  });
}

/** Reads a text once for everything that callers need of its links and sections. */
export function readFacts(text: string): TextFacts {
  const markdown = Markdown.read(text);
  return { references: markdown.references, sections: sectionPlaces(markdown) };
}

function sectionPlaces(markdown: Markdown): SectionPlace[] {
  const { text, headings, lines, references } = markdown;
  const roles = markdown.lineRoles();
  const texts = new Map<number, ShownText>();
  const includes = new Map<number, IncludedPlace[]>();
  const waiting = references.references.filter(({ tag }) => tag === 'include').toReversed();
  const include = (before: number, heading: number) => {
    for (let next = waiting.at(-1); next && next.whole.start < before; next = waiting.at(-1)) {
      waiting.pop();
      const known = includes.get(heading) ?? [];
      known.push({ url: next.url, linesBefore: texts.get(heading)?.lines ?? 0 });
      includes.set(heading, known);
    }
  };
  let current = -1;
  for (const [at, { heading, start, text, isCode, isContinued, rows }] of lines.entries()) {
    for (; current < heading; current += 1) include(headings[current + 1]?.start ?? 0, current);
    include(start, heading);
    if (start < (headings[heading]?.end ?? 0)) continue;
    const shown = isCode ? [text] : (rows ?? [text]).map(withEmoji);
    const known = texts.get(heading) ?? new ShownText();
    texts.set(heading, known);
    for (const line of shown) known.add(line, isContinued, roles[at] as RoleOfLine);
  }
  for (; current < headings.length; current += 1) {
    include(headings[current + 1]?.start ?? Number.POSITIVE_INFINITY, current);
  }
  const sectionAt = (place: number): SectionPlace => {
    const heading = headings[place];
    const source: TextSpan = [heading?.end ?? 0, headings[place + 1]?.start ?? text.length];
    const included = includes.get(place);
    return {
      anchor: heading?.anchor ?? '',
      heading: heading?.text ?? '',
      depth: heading?.depth ?? 0,
      text: texts.get(place)?.text ?? '',
      roles: texts.get(place)?.roles ?? '',
      ...(included && { includes: included }),
      source: trimmed(text, source),
    };
  };
  const hasLead = trimmed(text, [0, headings[0]?.start ?? text.length]);
  return [
    ...(hasLead[1] > hasLead[0] ? [sectionAt(-1)] : []),
    ...headings.map((_, place) => sectionAt(place)),
  ];
}

/** The text of a section as it grows. */
class ShownText {
  lines = 0;
  roles = '';
  #last = '';
  readonly #pieces: string[] = [];

  /** Adds a line, or more of the last one. Scripts without spaces between words need none between two lines. */
  add(line: string, isContinued: boolean, role: RoleOfLine): void {
    if (!isContinued || this.lines === 0) {
      if (this.lines > 0) this.#pieces.push('\n');
      this.lines += 1;
      this.roles += letterOf(role);
    } else if (!hasJoinedWords(this.#last) || !hasJoinedWords(line.slice(0, 1))) {
      this.#pieces.push(' ');
    }
    this.#pieces.push(line);
    this.#last = line.slice(-1);
  }

  get text(): string {
    return this.#pieces.join('');
  }
}

function trimmed(text: string, [start, end]: TextSpan): TextSpan {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return [Math.min(from, end), Math.max(from, start + part.trimEnd().length)];
}
