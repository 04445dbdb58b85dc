import {
  type AddressRule,
  FetchError,
  type Fetched,
  fetchUrl,
  MAX_FETCH_BYTES,
} from '../services/outbound.ts';
import { htmlLinks, htmlToMarkdown } from './html.ts';
import type { SourceFile, SourceFiles } from './source-file.ts';

const MAX_PAGES = 50;

/** The pages of a website at and under a URL, as markdown, in the order in which they link to each other. */
export async function loadWebsite(
  start: string,
  mayAsk: AddressRule,
  signal: AbortSignal,
): Promise<SourceFiles> {
  const first = await fetchUrl(start, mayAsk, signal);
  const scope = scopeOf(new URL(first.url));
  const found = new Map<string, Fetched | undefined>([[withoutFragment(first.url), first]]);
  let size = first.bytes.byteLength;
  for (const [url, known] of found) {
    const page = known ?? (await tryFetch(url, mayAsk, signal));
    found.set(url, page);
    size += known ? 0 : (page?.bytes.byteLength ?? 0);
    if (size > MAX_FETCH_BYTES)
      throw new FetchError(`${start} has more than ${MAX_FETCH_BYTES} bytes`);
    if (!page) continue;
    for (const link of await htmlLinks(textOf(page))) {
      const target = inScope(link, page.url, scope);
      if (target && found.size < MAX_PAGES && !found.has(target)) found.set(target, undefined);
    }
  }
  const files = await Promise.all(
    [...found].flatMap(([url, page]) => (page ? [fileOf(url, page, scope, found)] : [])),
  );
  return { files, failed: found.size - files.length };
}

/** One page of HTML as markdown; its links and images stay where they are on the web. */
export async function pageToMarkdown({ bytes, url }: Fetched): Promise<string> {
  return await htmlToMarkdown(new TextDecoder().decode(bytes), (href) => absolute(href, url));
}

async function fileOf(
  url: string,
  page: Fetched,
  scope: string,
  found: ReadonlyMap<string, Fetched | undefined>,
): Promise<SourceFile> {
  const markdown = await htmlToMarkdown(textOf(page), (href) => {
    const target = inScope(href, page.url, scope);
    if (!target || !found.get(target)) return absolute(href, page.url);
    return `/${encodeURI(pathOf(target, scope))}${new URL(href, page.url).hash}`;
  });
  return { path: pathOf(url, scope), bytes: Buffer.from(markdown), url: page.url };
}

/** A page that cannot be had or is not HTML does not end the import of the others. */
async function tryFetch(
  url: string,
  mayAsk: AddressRule,
  signal: AbortSignal,
): Promise<Fetched | undefined> {
  try {
    const page = await fetchUrl(url, mayAsk, signal);
    return /html/.test(page.contentType ?? 'text/html') ? page : undefined;
  } catch (error) {
    if (error instanceof FetchError) return undefined;
    throw error;
  }
}

/** What the addresses of all pages start with: the folder of the first, with its host. */
function scopeOf({ origin, pathname }: URL): string {
  if (pathname.endsWith('/')) return origin + pathname;
  return /\.\w+$/.test(pathname)
    ? origin + pathname.slice(0, pathname.lastIndexOf('/') + 1)
    : `${origin}${pathname}/`;
}

/** The address a link leads to, when it is a page of the website; undefined otherwise. */
function inScope(link: string, base: string, scope: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  const target = url.origin + url.pathname;
  const isPage = /(\/|\.html?|\/[^/.]*)$/i.test(url.pathname);
  const inside = target.startsWith(scope) || `${target}/` === scope;
  return isPage && inside && url.search === '' ? target : undefined;
}

/** The place of a page in the import; the page that the scope is named by is the first. */
function pathOf(url: string, scope: string): string {
  const { pathname } = new URL(url.startsWith(scope) ? url : scope);
  const below = pathname.slice(new URL(scope).pathname.length);
  const name = below.replace(/\.html?$/i, '').replace(/(^|\/)(index)?$/i, '$1README');
  return `${decodeURI(name)}.md`;
}

function absolute(href: string, base: string): string {
  return href.startsWith('#') || !URL.canParse(href, base) ? href : new URL(href, base).href;
}

function withoutFragment(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function textOf({ bytes }: Fetched): string {
  return new TextDecoder().decode(bytes);
}
