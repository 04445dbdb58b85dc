import { type Reference as Found, Markdown } from '@docs-platform-mcp/markdown';

type Span = [start: number, end: number];

/** What names something elsewhere, and where it stands. */
export interface LinkPlace {
  /** `html` and `liquid` are attributes of tags, `indirect` has its address from a definition. */
  kind: Found['form'] | 'indirect';
  /** What is named, with the escapes of the notation resolved. */
  url: string;
  image: boolean;
  /** The complete range. */
  outer: Span;
  /** What a reader sees of it, or the description of an image. */
  inner?: Span;
  /** The name as it is written; undefined where it stands in a definition. */
  target?: Span;
}

/** The part of a page under one heading, up to the next. */
export interface SectionPlace {
  /** Fragment that leads to the heading; empty for what stands before the first heading. */
  anchor: string;
  heading: string;
  /** Its text without markup, a line a line. */
  text: string;
  /** Its markdown without the heading. */
  source: Span;
}

/** What is asked of a text again and again, found in one pass. */
export interface TextFacts {
  links: LinkPlace[];
  sections: SectionPlace[];
}

/** A replaceable reference in a text. */
export interface Reference {
  /** What is named, with the escapes of the notation resolved. */
  url: string;
  /** Offsets of the name as it is written, without what stands around it. */
  start: number;
  end: number;
  /** Whether it is an attribute of a tag, of HTML or of liquid. */
  tag: boolean;
}

/** The replaceable links. */
export function referencesOf({ links }: TextFacts): Reference[] {
  return links.flatMap(({ kind, url, target }) => {
    const tag = kind === 'html' || kind === 'liquid';
    return target ? [{ url, start: target[0], end: target[1], tag }] : [];
  });
}

/** Reads a text once for all that its links and sections are asked for. */
export function readFacts(text: string): TextFacts {
  const markdown = Markdown.read(text);
  return { links: linkPlaces(markdown), sections: sectionPlaces(markdown) };
}

function linkPlaces({ references: { references, indirect }, text }: Markdown): LinkPlace[] {
  const definitions = new Map<string, string>();
  const places = references.map(({ form, url, whole, label, target, embeds }): LinkPlace => {
    if (form === 'definition' && label) {
      const name = nameOf(text.slice(label.start, label.end));
      if (!definitions.has(name)) definitions.set(name, url);
    }
    const inner: Span | undefined = label && [label.start, label.end];
    return {
      kind: form,
      url,
      image: embeds,
      outer: [whole.start, whole.end],
      inner,
      target: [target.start, target.end],
    };
  });
  const indirectPlaces = indirect.flatMap(({ name, image, whole, label }): LinkPlace[] => {
    const url = definitions.get(nameOf(name));
    if (url === undefined) return [];
    const outer: Span = [whole.start, whole.end];
    return [{ kind: 'indirect', url, image, outer, inner: [label.start, label.end] }];
  });
  const start = ({ target, outer }: LinkPlace) => (target ?? outer)[0];
  return [...places, ...indirectPlaces].sort(
    (left, right) => left.outer[0] - right.outer[0] || start(left) - start(right),
  );
}

/** Names of definitions are the same in any case, and with any white space. */
function nameOf(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function sectionPlaces({ text, headings, lines }: Markdown): SectionPlace[] {
  const texts = new Map<number, string[]>();
  for (const { heading, start, text } of lines) {
    if (start >= (headings[heading]?.end ?? 0)) {
      texts.set(heading, [...(texts.get(heading) ?? []), text]);
    }
  }
  const sectionAt = (place: number): SectionPlace => {
    const heading = headings[place];
    const source: Span = [heading?.end ?? 0, headings[place + 1]?.start ?? text.length];
    return {
      anchor: heading?.anchor ?? '',
      heading: heading?.text ?? '',
      text: (texts.get(place) ?? []).join('\n'),
      source: trimmed(text, source),
    };
  };
  const hasLead = trimmed(text, [0, headings[0]?.start ?? text.length]);
  return [
    ...(hasLead[1] > hasLead[0] ? [sectionAt(-1)] : []),
    ...headings.map((_, place) => sectionAt(place)),
  ];
}

function trimmed(text: string, [start, end]: Span): Span {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return [Math.min(from, end), Math.max(from, start + part.trimEnd().length)];
}
