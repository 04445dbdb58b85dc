import { frontMatterOf } from '@docs-platform-mcp/markdown';
import type { Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { visit } from 'unist-util-visit';
import { type Part, partsOf } from './parts.ts';
import { withoutTags } from './tags.ts';

/** Shorter texts are read at once. */
const MIN_CHARACTERS = 200;

/** What is left after this many milliseconds is shown as it was written. */
const TIME_LIMIT_MS = 20_000;

/** More elements of HTML than this may not be open at once: each paragraph within would repeat the ones that style. */
const MAX_OPEN = 300;

const HTML_TAG = /<(\/?)([a-z][a-z0-9-]*)/gi;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

const EXTENSIONS = {
  extensions: [gfm(), math({ singleDollarTextMath: false })],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
};

/** The tree of a text without its front matter, read part by part, for as long as `timeLimit` milliseconds. */
export function readText(
  markdown: string,
  timeLimit = TIME_LIMIT_MS,
): Root & { isUnfinished?: boolean } {
  const text = markdown.slice(frontMatterOf(markdown)?.end ?? 0);
  if (text.length < MIN_CHARACTERS) return fromMarkdown(text, EXTENSIONS);
  const end = performance.now() + timeLimit;
  let isUnfinished = false;
  const children: RootContent[] = [];
  for (const part of partsOf(text)) {
    const isLate = !part.isCostly && performance.now() > end;
    isUnfinished ||= isLate;
    const content = part.isCostly || isLate ? asWritten(part.text) : contentOf(part);
    const first = part.isItem && joined(children.at(-1), content[0], part.afterBlank);
    for (const node of content.slice(first ? 1 : 0)) children.push(node);
  }
  return { type: 'root', children, ...(isUnfinished && { isUnfinished }) };
}

/** Adds the items of a list to the one that they are the rest of. */
function joined(
  list: RootContent | undefined,
  rest: RootContent | undefined,
  isSpread: boolean,
): boolean {
  if (list?.type !== 'list' || rest?.type !== 'list' || list.ordered !== rest.ordered) return false;
  for (const item of rest.children) list.children.push(item);
  list.spread = Boolean(list.spread || rest.spread || isSpread);
  return true;
}

/** What is shown of a text that takes too long to be laid out, or cannot be. */
export function asWritten(text: string): RootContent[] {
  const value =
    'This part is too long or too complex to be laid out. It is shown as it was written.';
  return [
    { type: 'paragraph', children: [{ type: 'emphasis', children: [{ type: 'text', value }] }] },
    { type: 'code', value: withoutTags(text) },
  ];
}

/** Whether more HTML is open somewhere in a tree than can be shown. */
export function isTooDeep(tree: Root): boolean {
  let open = 0;
  let most = 0;
  visit(tree, 'html', ({ value }) => {
    for (const [, slash, name = ''] of value.matchAll(HTML_TAG)) {
      if (VOID.test(name)) continue;
      open = Math.max(0, open + (slash ? -1 : 1));
      most = Math.max(most, open);
    }
  });
  return most > MAX_OPEN;
}

/** The parser knows references by their definitions, so those that are elsewhere are put before the part. */
function contentOf({ text, labels }: Part): RootContent[] {
  const lead = labels.map((label) => `[${label}]: x\n\n`).join('');
  const { children } = fromMarkdown(lead + text, EXTENSIONS);
  return children.filter((node) => (node.position?.start.offset ?? 0) >= lead.length);
}
