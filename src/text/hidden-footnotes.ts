import type { Markdown } from '@docs-platform-mcp/markdown';
import { blank, mergeRanges, type Span } from './ranges.ts';

/** The first line of a footnote, in quotes and lists too. */
const LABEL = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?\[\^([^\]\s]{1,100})\]:/;
const USE = /\[\^([^\]\s]{1,100})\](?!:)/g;
/** In HTML tables, the service refers to a footnote by a link. */
const LINK = /\bhref="#user-content-fn-([^"\s]{1,100})"/g;

/** Where a use is text or a setting: after a backslash, in attributes, expressions and formulas. */
const INERT = /\\[\s\S]|<[a-z][^<>]*>|\{\{[^{}]*\}\}|\$\$(?:[^$]|\$(?!\$))*\$\$/gi;

interface Footnote {
  label: string;
  range: Span;
  /** The labels that it uses. */
  uses: string[];
}

/** Footnotes that nothing visible refers to. In `visible`, code is blanked. */
export function unusedFootnotes(read: Markdown, visible: string): Span[] {
  const { text } = read;
  const signs = withoutInert(read, visible);
  const notes = new Map<string, Footnote>();
  const shown: string[] = [];
  const repeated: Span[] = [];
  for (const { label, range } of partsOf(text, visible)) {
    const uses = [
      ...signs.slice(...range).matchAll(USE),
      ...visible.slice(...range).matchAll(LINK),
    ].map(([, use = '']) => use);
    if (label === undefined) for (const use of uses) shown.push(use);
    else if (notes.has(label)) repeated.push(range);
    else notes.set(label, { label, range, uses });
  }
  const used = new Set(shown);
  // Iterating a set also yields items added meanwhile.
  for (const label of used) for (const use of notes.get(label)?.uses ?? []) used.add(use);
  const unused = [...notes.values()].filter(({ label }) => !used.has(label));
  return [...unused.map(({ range }) => range), ...repeated];
}

/** The text without the places where a use does not show its footnote. */
function withoutInert({ references, tags }: Markdown, visible: string): string {
  const inert = [...visible.matchAll(INERT)]
    .filter(([part]) => !part.startsWith('<') || /=\s*["']/.test(part))
    .map(({ 0: part, index }): Span => [index, index + part.length]);
  const targets = references.references.map(({ form, target, whole }): Span => {
    return [target.start, form === 'link' || form === 'image' ? whole.end : target.end];
  });
  const settings = tags.map(({ start, end }): Span => [start, end]);
  return blank(visible, mergeRanges([...inert, ...targets, ...settings]));
}

interface FootnotePart {
  /** Undefined for text that is not a footnote. */
  label?: string;
  range: Span;
}

/** A footnote includes the lines of its paragraph, and indented ones after blank lines. */
function* partsOf(text: string, visible: string): Generator<FootnotePart> {
  let part: { label?: string; start: number; end: number } = { start: 0, end: 0 };
  let isAfterBlank = false;
  let at = 0;
  for (const line of text.split('\n')) {
    const next = Math.min(text.length, at + line.length + 1);
    const label = LABEL.exec(visible.slice(at, at + line.length))?.[1];
    const isBlank = /^[\s>]*$/.test(line);
    const continues = isBlank || !isAfterBlank || /^[ >]*(?: {4}|\t)/.test(line);
    if (label !== undefined || (part.label !== undefined && !continues)) {
      yield partOf(part);
      part = { ...(label !== undefined && { label }), start: at, end: at };
    }
    if (!isBlank || part.label === undefined) part.end = next;
    isAfterBlank = isBlank;
    at = next;
  }
  yield partOf(part);
}

function partOf({
  label,
  start,
  end,
}: {
  label?: string;
  start: number;
  end: number;
}): FootnotePart {
  return { ...(label !== undefined && { label }), range: [start, end] };
}
