import { Markdown } from '@docs-platform-mcp/markdown';
import { fromHtml } from 'hast-util-from-html';
import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import type { SpawnedPlatform } from './platform.ts';
import { rawMarkup } from './raw-markup.ts';

type Root = ReturnType<typeof fromHtml>;

/** What readers see of pages. */
export interface Rendering {
  /** The paths of pages that show markup instead of its rendering, each with the first mark. */
  markup: string[];
  /** The paths of pages with fewer headings than their text has sections. */
  shortened: string[];
  /** The links and pictures in pages that belong to the site itself, and those of them that lead nowhere. */
  local: { total: number; dead: string[] };
}

/** Opens every page as a reader does, and all that it links to or shows. */
export async function openPages(
  platform: SpawnedPlatform,
  space: string,
  pages: readonly { id: string; path: string }[],
): Promise<Rendering> {
  const headers = { cookie: await signIn(platform), accept: 'text/html,*/*' };
  const seen: Rendering = { markup: [], shortened: [], local: { total: 0, dead: [] } };
  const statuses = new Map<string, number>();
  for (const { id, path } of pages) {
    const { markdown = '', urls } = await platform.ask(
      'GET',
      `/spaces/${space}/content/page/${id}?format=markdown`,
    );
    const response = await fetch(urls.app, { headers });
    const article = articleOf(await response.text());
    for (const address of localAddresses(article)) {
      seen.local.total += 1;
      const [target = ''] = address.split('#', 1);
      // The platform writes no relative addresses, which would depend on the page that shows them.
      const status = target.startsWith('/')
        ? (statuses.get(target) ?? (await fetch(platform.url + target, { headers })).status)
        : 0;
      statuses.set(target, status);
      if (status < 200 || status >= 400) seen.local.dead.push(`${path}: ${address}`);
    }
    const named = Markdown.read(markdown).sections.filter(({ heading }) => heading.trim() !== '');
    if (headingsIn(article) < named.length) seen.shortened.push(path);
    const [mark] = rawMarkup(readable(article), markdown);
    if (!response.ok) seen.markup.push(`${path}: ${response.status}`);
    else if (mark !== undefined) seen.markup.push(`${path}: ${mark}`);
  }
  return seen;
}

/** The addresses of links and pictures without those of other sites and those within the page; empty for none. */
function localAddresses(article: Root): string[] {
  const found: string[] = [];
  visit(article, 'element', (node) => {
    const { href, src } = node.properties;
    // The platform shows a link without a target as its text alone.
    if (node.tagName === 'a' && href === undefined && toText(node) !== '') found.push('');
    for (const address of [href, src]) {
      if (typeof address !== 'string' || address === '') continue;
      if (!/^(?:[a-z][\w+.-]*:|#|\/\/)/i.test(address)) found.push(address);
    }
  });
  return found;
}

function headingsIn(article: Root): number {
  let count = 0;
  visit(article, 'element', ({ tagName }) => {
    if (/^h[1-6]$/.test(tagName)) count += 1;
  });
  return count;
}

async function signIn({ url, token }: SpawnedPlatform): Promise<string> {
  const response = await fetch(`${url}/app/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ token, next: '/app' }),
  });
  return response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}

/** The text of a page, without the site around it. */
function articleOf(html: string): Root {
  const articles: Root = { type: 'root', children: [] };
  visit(fromHtml(html), 'element', (node) => {
    if (node.tagName === 'article') articles.children.push(node);
  });
  return articles;
}

/** The visible text, block by block, without code. */
function readable(article: Root): string {
  visit(article, 'element', (inner, index, parent) => {
    if (parent && index !== undefined && /^(code|pre|kbd|math|svg)$/.test(inner.tagName)) {
      parent.children[index] = { type: 'text', value: ' ' };
    }
  });
  return toText(article);
}
