import { fromHtml } from 'hast-util-from-html';
import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import type { SpawnedPlatform } from './platform.ts';
import { rawMarkup } from './raw-markup.ts';

/**
 * Opens every page as a reader does; returns the paths of pages that show markup instead of its rendering, each with
 * the first mark.
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
    const { markdown = '' } = await platform.ask(
      'GET',
      `/spaces/${space}/content/page/${id}?format=markdown`,
    );
    const [mark] = rawMarkup(readable(html), markdown);
    if (!response.ok) shown.push(`${path}: ${response.status}`);
    else if (mark !== undefined) shown.push(`${path}: ${mark}`);
  }
  return shown;
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

/** The visible text of the article, block by block, without code. */
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
    text += toText(node);
  });
  return text;
}
