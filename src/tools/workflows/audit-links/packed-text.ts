import { Fragments, Markdown, type Range } from '@docs-platform-mcp/markdown';
import { mapInTurns } from '../../../turns.ts';

/** A link of a page, as written. */
export interface PageLink {
  url: string;
  /** Counted from 1. */
  line: number;
  /** The beginning of its visible text, if it has one. */
  label?: string;
  /** Its position in the text, and that of its target. */
  whole: Range;
  target: Range;
  /** Whether the page shows the text of the target in its place. */
  isInclude: boolean;
}

/** What is read of a text. */
interface UnpackedText {
  links: PageLink[];
  fragments: Fragments;
  anchors: ReadonlySet<string>;
}

/** What is known of a text, in a compact form for passing it between threads. Lists are joined by U+0000. */
export interface PackedText {
  urls: string;
  labels: string;
  /** Several numbers for each link. */
  positions: Uint32Array;
  anchors: string;
  titles: string;
}

/** Line, start and end of the link, start and end of its target, and whether it has a label and is an include. */
const FIELDS = 7;

/** Characters of the visible text of a link that are kept. */
const MAX_LABEL = 80;

const SEPARATOR = '\0';

/** Reads the links of a text: those of markdown, and those in attributes of HTML and of liquid. */
export function packText(markdown: string): PackedText {
  const read = Markdown.read(markdown);
  const { references } = read.references;
  const positions = new Uint32Array(references.length * FIELDS);
  const labels: string[] = [];
  for (const [index, { form, tag, target, whole, label }] of references.entries()) {
    const isInclude = form === 'liquid' && tag === 'include';
    const places = [read.lineOf(target.start), whole.start, whole.end, target.start, target.end];
    positions.set([...places, label ? 1 : 0, isInclude ? 1 : 0], index * FIELDS);
    labels.push(
      label ? markdown.slice(label.start, Math.min(label.end, label.start + MAX_LABEL)) : '',
    );
  }
  return {
    urls: references.map(({ url }) => url).join(SEPARATOR),
    labels: labels.join(SEPARATOR),
    positions,
    anchors: [...read.anchors].join(SEPARATOR),
    titles: read.titles.join(SEPARATOR),
  };
}

/** Yields to other work in between. */
export async function unpackText(packed: PackedText): Promise<UnpackedText> {
  const { positions } = packed;
  const labels = packed.labels.split(SEPARATOR);
  const urls = positions.length === 0 ? [] : packed.urls.split(SEPARATOR);
  const links = await mapInTurns(urls, (url, index): PageLink => {
    const [line = 0, start = 0, end = 0, from = 0, to = 0, hasLabel, isInclude] =
      positions.subarray(index * FIELDS, (index + 1) * FIELDS);
    const whole = { start, end };
    const target = { start: from, end: to };
    const label = hasLabel ? labels[index] : undefined;
    return { url, whole, target, label, line, isInclude: isInclude === 1 };
  });
  const anchors = new Set(packed.anchors === '' ? [] : packed.anchors.split(SEPARATOR));
  const titles = packed.titles.split(SEPARATOR).map((text) => ({ text }));
  return { links, anchors, fragments: new Fragments(anchors, titles) };
}
