import GithubSlugger from 'github-slugger';
import type { Element, Nodes as HtmlNodes } from 'hast';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { h } from 'hastscript';
import type { Parents, Root } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { toString as plainText } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { targetOf } from '../../markdown/targets.ts';
import { parseTagged } from './tags.ts';

/** Where the links of a text lead; undefined where there is nothing. */
export interface LinkTargets {
  page: (id: string) => string | undefined;
  file: (id: string) => string | undefined;
}

/** What the tree of a text may hold. Classes are those of `parseTagged` and of the parser. */
const SCHEMA: Schema = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    a: ['href', 'dataFootnoteRef', 'dataFootnoteBackref', ['className', 'data-footnote-backref']],
    div: ['className'],
    p: [['className', 'label']],
    code: [['className', /^language-./, 'markup']],
    input: [...(defaultSchema.attributes?.input ?? []), ['checked', true]],
  },
  // The ids are the platform's own: authors have no way to write one.
  clobber: [],
};

/** What holds blocks. */
const FLOW: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/** A page's text as elements. Its headings, which start at the second level, have the anchors that links name. */
export function pageHtml(markdown: string, targets: LinkTargets): HtmlNodes {
  const root = parseTagged(markdown);
  const slugger = new GithubSlugger();
  visit(root, 'heading', (node) => {
    node.depth = Math.max(node.depth, 2) as typeof node.depth;
    node.data = { hProperties: { id: slugger.slug(plainText(node).trim()) } };
  });
  return toElements(root, targets);
}

/** The text of a comment as elements. What it heads are no headings of the page that it is shown on. */
export function commentHtml(markdown: string, targets: LinkTargets): HtmlNodes {
  const root = parseTagged(markdown);
  visit(root, 'heading', (node) => {
    node.data = { hName: 'p', hProperties: { className: ['label'] } };
  });
  return toElements(root, targets);
}

/** Nothing of what an author wrote gets through but what the schema names; markup is shown, not applied. */
function toElements(root: Root, targets: LinkTargets): HtmlNodes {
  visit(root, (node) => {
    if ('url' in node) node.url = addressOf(node.url, targets) ?? '';
  });
  const tree = toHast(root, {
    clobberPrefix: 'note-',
    handlers: {
      html: (_state, { value }: { value: string }, parent: Parents | undefined) => {
        const code = h('code', { className: ['markup'] }, value);
        return parent && FLOW.has(parent.type) ? h('p', code) : code;
      },
    },
  });
  const safe = sanitize(tree, SCHEMA);
  makeReadable(safe);
  return safe;
}

function addressOf(url: string, { page, file }: LinkTargets): string | undefined {
  const target = targetOf(url);
  if (target.kind === 'file') return file(target.file);
  if (target.kind !== 'page') return target.kind === 'unknown' ? undefined : url;
  const address = page(target.page);
  return address && (target.anchor ? `${address}#${target.anchor}` : address);
}

/**
 * What is wider than the screen is scrolled on its own, with the keyboard too; what leads nowhere is no link; tasks
 * say in words whether they are done.
 */
function makeReadable(tree: HtmlNodes): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'pre') scrollable(node, 'Code');
    if (node.tagName === 'input')
      node.properties.ariaLabel = node.properties.checked ? 'Done' : 'To do';
    if (node.tagName === 'a' && !node.properties.href) delete node.properties.href;
    if (!parent || index === undefined) return undefined;
    if (node.tagName === 'img') {
      if (node.properties.src) node.properties.loading = 'lazy';
      else parent.children[index] = h('em', `[${node.properties.alt || 'image'}]`);
    }
    if (node.tagName !== 'table') return undefined;
    const around = h('div', { className: ['scroll'] }, node);
    scrollable(around, 'Table');
    parent.children[index] = around;
    return SKIP;
  });
}

function scrollable({ properties }: Element, label: string): void {
  Object.assign(properties, { tabIndex: 0, role: 'group', ariaLabel: label });
}
