import { printMarkdown } from '@docs-platform-mcp/markdown/repository';
import type { Element, Nodes, Root } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import { EXIT, visit } from 'unist-util-visit';
import { withTitle } from '../markdown/submission.ts';
import type { HtmlPage, SitePage } from './tasks.ts';
import { inScope, linkIn } from './web-links.ts';

/** Selectors of a page's main text, best first. */
const MAIN = ['main', '[role=main]', 'article', 'body'];

/** Elements that surround the main text or are not text. */
const DROPPED = new Set(
  'nav aside footer form button script style noscript template iframe object embed svg canvas'.split(
    ' ',
  ),
);

const SAFE_URL = /^(?!\w[\w+.-]*:)|^(https?|mailto|tel|ftp):/i;

/** Converts an HTML page to markdown: its main text under its title. */
export async function htmlToMarkdown({ html, links }: HtmlPage): Promise<string> {
  const [{ limitDepth, parseHtml }, { select }, { toMdast }] = await Promise.all([
    import('./parse-html.ts'),
    import('hast-util-select'),
    import('hast-util-to-mdast'),
  ]);
  const page = parseHtml(html);
  const main = MAIN.map((selector) => select(selector, page)).find((found) => found !== undefined);
  const content = main ?? page;
  clean(content, links ? linkIn(links) : (href) => href);
  const tree = toMdast({ type: 'root', children: content.children as Root['children'] });
  dropMarkup(tree);
  limitDepth(tree);
  const text = 'children' in tree ? printMarkdown(tree) : '';
  const title = select('title', page);
  if (!title || select('h1', content)) return text;
  return withTitle(textOf(title).trim(), text);
}

function textOf({ children }: Element): string {
  return children.map((child) => ('value' in child ? child.value : '')).join('');
}

/** The pages of a website that a page links to, each once, up to a limit. */
export async function sitePages(page: SitePage): Promise<string[]> {
  const { parseHtml } = await import('./parse-html.ts');
  const found = new Set<string>();
  visit(parseHtml(page.html), 'element', ({ tagName, properties }) => {
    if (tagName !== 'a' || typeof properties.href !== 'string') return undefined;
    const target = inScope(properties.href, page.base, page.scope);
    if (target !== undefined) found.add(target);
    return found.size >= page.most ? EXIT : undefined;
  });
  return [...found];
}

function clean(content: Nodes, linkOf: (href: string) => string): void {
  visit(content, (node) => {
    keepOnly<Nodes>(node, (child) => child.type !== 'element' || isShown(child));
    if (node.type !== 'element') return;
    for (const name of ['href', 'src']) {
      const url = node.properties[name];
      if (typeof url !== 'string') continue;
      if (SAFE_URL.test(url.trim())) node.properties[name] = linkOf(url.trim());
      else unlink(node, name);
    }
  });
}

/** An unsafe link is reduced to its text. */
function unlink(node: Element, name: string): void {
  delete node.properties[name];
  if (node.tagName === 'a') node.tagName = 'span';
}

function isShown({ tagName, properties }: Element): boolean {
  return !DROPPED.has(tagName) && properties.hidden !== true && properties.ariaHidden !== 'true';
}

/** Drops markup that markdown cannot express. */
function dropMarkup(tree: MarkdownNodes): void {
  visit(tree, (node) => keepOnly<MarkdownNodes>(node, ({ type }) => type !== 'html'));
}

/** Removes all other children at once: to remove one of many takes as long as there are many. */
function keepOnly<Node>(node: object, fits: (child: Node) => boolean): void {
  if ('children' in node) node.children = (node.children as Node[]).filter(fits);
}
