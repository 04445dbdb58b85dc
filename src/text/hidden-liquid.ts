import { isPath } from './hidden-attributes.ts';
import { isProse } from './prose.ts';
import { blank, isAtLineStart, type Span } from './ranges.ts';

const OPENING = '{%';
const CLOSING = '%}';

/** The name of a tag, and the rest. */
const NAMED = /^-?[ \t]{0,20}(#|[\w@/.-]*)/;

/** A setting of a tag; without a name, a bare value. */
const SETTING = /(?<![\w:.@-])(?:([\w:.@-]{1,100})\s{0,20}=\s{0,20})?(?:"([^"]*)"|'([^']*)')/g;

/** Settings that a reader sees. */
const SEEN = new Set([
  ...['title', 'caption', 'description', 'label', 'alt', 'summary', 'placeholder', 'name', 'text'],
]);

const ADDRESSES = new Set(['src', 'href', 'url', 'path', '']);

/** Blocks whose content is not rendered. */
const UNRENDERED = new Set(['comment', 'doc', 'capture', 'macro']);

/** Names, without those of constants and operators, in a condition whose strings are blanked. */
const NAME = /(?!(?:true|false|nil|null|none|empty|blank|and|or|not|contains)\b)\b[a-z_]\w*/i;
const STRING = /"[^"]*"|'[^']*'/g;

/** Comments of the dialect, blocks that it does not render, and settings with prose. In `text`, code is blanked. */
export function hiddenLiquid(text: string): Span[] {
  const ranges: Span[] = [];
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
      for (const range of hiddenSettings(inner, closing - inner.length)) ranges.push(range);
    }
  }
  if (open) ranges.push([open.start, text.length]);
  return ranges;
}

/** Whether a tag begins a block that is not rendered, among them those with a constant condition. */
function isUnrendered(name: string, inner: string): boolean {
  if (UNRENDERED.has(name)) return true;
  const condition = inner.replace(/-$/, '').trim();
  if (name === 'set') return condition !== '' && !condition.includes('=');
  const always = { if: 'true', unless: 'false' }[name];
  if (always === undefined || condition === '' || condition === always) return false;
  return !NAME.test(condition.replaceAll(STRING, '""'));
}

/** Settings of one tag with prose that no reader sees, and prose between them. */
function hiddenSettings(inner: string, start: number): Span[] {
  const ranges: Span[] = [];
  const settings: Span[] = [];
  for (const { 0: written, 1: name = '', 2: a, 3: b, index } of inner.matchAll(SETTING)) {
    settings.push([index, index + written.length]);
    const value = a ?? b ?? '';
    if (!SEEN.has(name) && isProse(value) && !(ADDRESSES.has(name) && isPath(value))) {
      ranges.push([start + index, start + index + written.length]);
    }
  }
  const bare = blank(inner, settings).replace(/-$/, ' ').trimEnd();
  // Without an end of its own, a tag extends into the text.
  if (/[{}]|\n\s*\n/.test(bare)) return [];
  return isProse(bare.trim()) ? [[start, start + bare.length]] : ranges;
}
