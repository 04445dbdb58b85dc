import { Markdown, replaceRanges } from '@docs-platform-mcp/markdown';
import { fromHtml } from 'hast-util-from-html';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import type { SpawnedPlatform } from './platform.ts';

/** Texts that readers must never see on a page. */
const RAW = [
  /\{%\s*\w/,
  /<\/?(a|img|figure|figcaption|table|t[hdr]|details|summary|p|mark|picture|source|br|strong|em|code|pre|i|kbd|sub|sup|u|iframe|div|span|button)(\s[^<>]*)?\/?>/i,
];

/** A tag that is written with a character reference or a backslash is meant to be visible, too. */
const ESCAPED = /(?:&(?:lt|#60|#x3c);|\\<)([^<>&]*)(?:>|&(?:gt|#62|#x3e);)/gi;

/**
 * Opens every page as a reader does; returns the paths of pages that show markup instead of its rendering. Markup
 * that a page's text escapes is meant to be visible.
 */
export async function pagesWithMarkup(
  platform: SpawnedPlatform,
  space: string,
  pages: readonly { id: string; path: string }[],
): Promise<string[]> {
  const cookie = await signIn(platform);
  const shown: string[] = [];
  for (const { id, path } of pages) {
    const address = `${platform.url}/app/s/${space}/${path.split('/').map(encodeURIComponent).join('/')}`;
    const response = await fetch(address, { headers: { cookie, accept: 'text/html' } });
    const html = await response.text();
    const text = readable(html);
    if (response.ok && markupIn(text).length === 0) continue;
    const { markdown = '' } = await platform.ask(
      'GET',
      `/spaces/${space}/content/page/${id}?format=markdown`,
    );
    const written = withoutCode(markdown);
    const escapedTags = [...written.matchAll(ESCAPED)].map(([, tag]) => `<${tag}>`);
    const prose = written.replaceAll(/\\[<{]/g, '');
    const unexpected = escapedTags.reduce((rest, tag) => rest.replace(tag, ''), text);
    const found = markupIn(unexpected);
    if (!response.ok || found.some((markup) => prose.includes(markup))) shown.push(path);
  }
  return shown;
}

function markupIn(text: string): string[] {
  return RAW.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

function withoutCode(markdown: string): string {
  const code = Markdown.read(markdown).code.map((range) => ({ ...range, text: '' }));
  return replaceRanges(markdown, code);
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

/** The visible text of the article, without code. */
function readable(html: string): string {
  const tree = fromHtml(html);
  let text = '';
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'article') return;
    visit(node, 'element', (inner, index, parent) => {
      if (parent && index !== undefined && /^(code|pre|kbd|math|svg)$/.test(inner.tagName)) {
        parent.children[index] = { type: 'text', value: ' ' };
      }
    });
    text += textOf(node);
  });
  return text;
}
