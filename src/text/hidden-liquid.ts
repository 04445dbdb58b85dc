import { isHiddenAddress } from './hidden-attributes.ts';
import { type Branch, branchesOf } from './liquid-branches.ts';
import { isProse } from './prose.ts';
import { blank, isAtLineStart, type Span } from './ranges.ts';

const OPENING = '{%';
const CLOSING = '%}';

/** The name of a tag, and the rest. */
const NAMED = /^-?\s{0,20}(#|[\w@/.](?:[\w@/.-]*[\w@/.])?)?/;

/** A setting of a tag; without a name, a bare value. */
const SETTING = /(?<![\w:.@-])(?:([\w:.@-]{1,100})\s{0,20}=\s{0,20})?(?:"([^"]*)"|'([^']*)')/g;

/** Settings that a reader sees. */
const SEEN = new Set([
  ...['title', 'caption', 'description', 'label', 'alt', 'summary', 'placeholder', 'name', 'text'],
]);

/** Settings that a reader sees in the blocks of one integration: the source of a diagram. */
const SEEN_IN: ReadonlyMap<string, string> = new Map([['@mermaid/diagram', 'content']]);

const ADDRESSES = new Set(['src', 'href', 'url', 'path', '']);

/** Blocks whose content is not rendered. */
const UNRENDERED = new Set([
  ...['comment', 'doc', 'capture', 'macro', 'style', 'stylesheet', 'schema', 'javascript'],
]);

/** Tags with a condition, which reads like prose where names are words. */
const CONDITIONAL = new Set(['if', 'elsif', 'unless', 'case', 'when', 'for']);

/** Comments of the dialect, blocks that it does not render, and settings with prose. In `text`, code is blanked. */
export function hiddenLiquid(text: string): Span[] {
  const ranges: Span[] = [];
  const tags: Branch[] = [];
  let open: { name: string; start: number; depth: number } | undefined;
  const lastEnds = new Map<string, number>();
  const ends = (name: string): number => {
    const last = lastEnds.get(name) ?? text.lastIndexOf(`end${name}`);
    lastEnds.set(name, last);
    return last;
  };
  for (let index = text.indexOf(OPENING); index !== -1; ) {
    const closing = text.indexOf(CLOSING, index + OPENING.length);
    if (closing === -1) break;
    const next = text.lastIndexOf(OPENING, closing);
    if (next > index) {
      index = next;
      continue;
    }
    const end = closing + CLOSING.length;
    const content = text.slice(index + OPENING.length, closing);
    const [before = '', name = ''] = NAMED.exec(content) ?? [];
    const inner = content.slice(before.length);
    const start = index;
    index = text.indexOf(OPENING, end);
    if (open) {
      if (name === open.name) open.depth += 1;
      else if (name === `end${open.name}`) open.depth -= 1;
      if (open.depth > 0) continue;
      ranges.push([open.start, end]);
      open = undefined;
    } else if (isUnrendered(name, inner) && (isAtLineStart(text, start) || ends(name) > start)) {
      // Without an end, the name of a tag in running text is shown.
      open = { name, start, depth: 1 };
    } else if (name === '#') {
      ranges.push([start, end]);
    } else {
      tags.push({ name, inner: plain(inner), start, end });
      // Without an end, a condition is a text about conditions.
      if (CONDITIONAL.has(name) && ends(BLOCK_OF[name] ?? name) < start) continue;
      for (const range of hiddenSettings(name, inner, closing - inner.length)) ranges.push(range);
    }
  }
  if (open) ranges.push([open.start, text.length]);
  const dead = branchesOf(tags).filter(([start, end]) => text.slice(start, end).trim() !== '');
  return [...ranges, ...dead];
}

/** The block of a tag that begins a part of one. */
const BLOCK_OF: Readonly<Record<string, string>> = { elsif: 'if', when: 'case' };

function plain(inner: string): string {
  return inner.replace(/-$/, '').trim();
}

/** Whether a tag begins a block that is not rendered. */
function isUnrendered(name: string, inner: string): boolean {
  const rest = plain(inner);
  return UNRENDERED.has(name) || (name === 'set' && rest !== '' && !rest.includes('='));
}

/** A printed expression. */
const EXPRESSION = /\{\{([^{}]{0,2000})\}\}/g;

/** A text in an expression, unless it is the default for a missing value. */
const LITERAL = /(?<!default\s{0,5}:\s{0,5})(?:"[^"]*"|'[^']*')/g;

/** Prose in expressions, which filters may change or drop. In `text`, code is blanked. */
export function hiddenExpressions(text: string): Span[] {
  return [...text.matchAll(EXPRESSION)].flatMap(({ 1: inner = '', index }) =>
    [...inner.matchAll(LITERAL)]
      .filter(([literal]) => isProse(literal.slice(1, -1)))
      .map(({ 0: literal, index: at }): Span => {
        const start = index + 2 + at;
        return [start, start + literal.length];
      }),
  );
}

/** Settings of one tag with prose that no reader sees, and prose between them. */
function hiddenSettings(tag: string, inner: string, start: number): Span[] {
  const ranges: Span[] = [];
  const settings: Span[] = [];
  for (const { 0: written, 1: name = '', 2: a, 3: b, index } of inner.matchAll(SETTING)) {
    settings.push([index, index + written.length]);
    const value = a ?? b ?? '';
    const isHidden = ADDRESSES.has(name) ? isHiddenAddress(value) : isProse(value);
    if (!SEEN.has(name) && SEEN_IN.get(tag) !== name && isHidden) {
      ranges.push([start + index, start + index + written.length]);
    }
  }
  const bare = blank(inner, settings).replace(/-$/, ' ').trimEnd();
  // Without an end of its own, a tag extends into the text.
  if (/[{}]|\n\s*\n/.test(bare)) return [];
  return isProse(bare.trim()) ? [[start, start + bare.length]] : ranges;
}
