import { fromHtml } from 'hast-util-from-html';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import type { Platform } from './platform.ts';

/** What a person must never read on a page. */
const RAW = [
  /\{%\s*\w/,
  /<\/?(a|img|figure|figcaption|table|t[hdr]|details|summary|p|mark|picture|source|br|strong|em|code|pre|i|kbd|sub|sup|u|iframe|div|span|button)(\s[^<>]*)?\/?>/i,
];

/** Opens every page as a person does; gives the paths of those that show markup instead of what it stands for. */
export async function pagesWithMarkup(
  platform: Platform,
  space: string,
  paths: readonly string[],
): Promise<string[]> {
  const cookie = await signIn(platform);
  const shown: string[] = [];
  for (const path of paths) {
    const address = `${platform.url}/app/s/${space}/${path.split('/').map(encodeURIComponent).join('/')}`;
    const response = await fetch(address, { headers: { cookie, accept: 'text/html' } });
    const html = await response.text();
    if (!response.ok || RAW.some((pattern) => pattern.test(readable(html)))) shown.push(path);
  }
  return shown;
}

async function signIn({ url, token }: Platform): Promise<string> {
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

/** What is to be read in the article, without code. */
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
