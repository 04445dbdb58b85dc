import type { Definition, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { hiddenHtml } from './hidden-html.ts';
import { frontMatter, hiddenInfo, hiddenMarkdown } from './hidden-markdown.ts';
import { isInvisible } from './invisible.ts';
import { blank, merged, type Range } from './ranges.ts';

const ENTITY =
  /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|(?:shy|zwn?j|lrm|rlm|ZeroWidthSpace|NoBreak);)/gi;

/** Deeper lists and quotes are written by nobody; reading them would cost more than they are worth. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){50}/m;

/** Only what tells code and comments apart is read: the rest costs time and says nothing here. */
const CODE_ONLY = {
  disable: {
    null: [
      'attention',
      'autolink',
      'headingAtx',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'setextUnderline',
      'thematicBreak',
    ],
  },
};

/** What tells that there may be something hidden at all. */
const SUSPICIOUS = /<|\]:|\]\([^()\n]*["']|\{%-?[ \t]*comment|&(?:#|shy|zw|lrm|rlm|Zero|NoBreak)/i;

/** Labels that are referred to. */
const LABEL = /\[([^[\]]{1,200})\]/g;

/**
 * Parts of a markdown text that its readers are not shown: comments, elements that are hidden or not rendered,
 * attributes with prose, definitions and footnotes that nothing refers to, prose in titles of links and behind the
 * language of a fence, settings at the beginning, and entities of invisible characters. What stands in code is shown,
 * so it stays.
 */
export function hiddenRanges(text: string): Range[] {
  const infos = hiddenInfo(text);
  const settings = frontMatter(text);
  if (infos.length + settings.length === 0 && !SUSPICIOUS.test(text)) return [];
  const { code, definitions } = survey(text);
  // An escaped bracket is shown, so it opens nothing.
  const visible = blank(text, code).replaceAll('\\<', '  ');
  return merged([
    ...settings,
    ...infos.filter((info) => isOfFence(text, info, code)),
    ...definitions,
    ...hiddenMarkdown(visible),
    ...hiddenHtml(visible),
    ...hiddenEntities(visible),
  ]);
}

/** Whether an info string stands in the first line of a fence, not in code that shows one. */
function isOfFence(text: string, [start]: Range, code: readonly Range[]): boolean {
  const fence = code.find(([from, to]) => from <= start && start < to);
  return fence === undefined || !text.slice(fence[0], start).includes('\n');
}

/** Where code stands in a markdown text, in fences, indented or within a line; in its order. */
export function codeRanges(text: string): Range[] {
  return survey(text).code;
}

/**
 * Where code stands in the text, and which definitions nobody sees anything of. In a text that is too deep, what
 * looks like code is not spared.
 */
function survey(text: string): { code: Range[]; definitions: Range[] } {
  if (TOO_DEEP.test(text)) return { code: [], definitions: [] };
  const code: Range[] = [];
  const found: { range: Range; definition: Definition }[] = [];
  const visit = (node: Nodes): void => {
    const range: Range = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    if (node.type === 'code' || node.type === 'inlineCode') code.push(range);
    if (node.type === 'definition') found.push({ range, definition: node });
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(text, { extensions: [CODE_ONLY] }));
  if (found.length === 0) return { code, definitions: [] };
  const all = found.map(({ range }) => range);
  const used = labelsIn(blank(text, merged([...code, ...all])));
  const definitions = found
    .filter(({ definition }) => isComment(definition) || !used.has(definition.identifier))
    .map(({ range }) => range);
  return { code, definitions };
}

function labelsIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(LABEL)].map(([, label = '']) =>
      label.trim().replaceAll(/\s+/g, ' ').toLowerCase(),
    ),
  );
}

/** A definition that leads nowhere is there for what its label or title says. */
function isComment({ identifier, url }: Definition): boolean {
  return identifier === '//' || url === '#' || url === '';
}

function hiddenEntities(text: string): Range[] {
  return [...text.matchAll(ENTITY)]
    .filter(([, hex, decimal]) => {
      if (hex === undefined && decimal === undefined) return true;
      return isInvisible(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    })
    .map(({ 0: entity, index }) => [index, index + entity.length]);
}
