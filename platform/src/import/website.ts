import { readAnswer } from '../content/encoding.ts';
import {
  type AddressRule,
  FetchError,
  type Fetched,
  fetchUrl,
  MAX_FETCH_BYTES,
  withoutSecrets,
} from '../runtime/outbound.ts';
import { inWorker } from '../workers/pool.ts';
import type { LoadSignals, SourceFile, SourceFiles } from './source-file.ts';
import { HTML_TO_MARKDOWN, SITE_PAGES } from './tasks.ts';
import { importPathOf, scopeOf } from './web-links.ts';

const MAX_PAGES = 50;

/** The pages of a website at and under a URL, as markdown, in the order in which they link to each other. */
export async function loadWebsite(
  start: string,
  mayAsk: AddressRule,
  { signal, stopping }: LoadSignals,
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
      throw new FetchError(`${withoutSecrets(start)} has more than ${MAX_FETCH_BYTES} bytes`);
    if (!page) continue;
    const looked = { html: textOf(page), base: page.url, scope, most: MAX_PAGES };
    for (const target of await inWorker(SITE_PAGES, looked, { signal: stopping })) {
      if (found.size < MAX_PAGES && !found.has(target)) found.set(target, undefined);
    }
  }
  const pages = [...found].flatMap(([url, page]) => (page ? [url] : []));
  const files = await Promise.all(
    [...found].flatMap(([url, page]) =>
      page ? [fileOf(url, page, { scope, pages }, stopping)] : [],
    ),
  );
  return { files, failed: found.size - files.length };
}

/** Converts one HTML page to markdown; links and images keep pointing to the web. */
export async function pageToMarkdown(page: Fetched, stopping?: AbortSignal): Promise<string> {
  const input = { html: textOf(page), links: { base: page.url } };
  return await inWorker(HTML_TO_MARKDOWN, input, { signal: stopping });
}

async function fileOf(
  url: string,
  page: Fetched,
  site: { scope: string; pages: readonly string[] },
  stopping: AbortSignal | undefined,
): Promise<SourceFile> {
  const links = { base: page.url, site };
  const markdown = await inWorker(
    HTML_TO_MARKDOWN,
    { html: textOf(page), links },
    { signal: stopping },
  );
  const source = withoutSecrets(page.url);
  return { path: importPathOf(url, site.scope), bytes: Buffer.from(markdown), url: source };
}

/** A page that cannot be fetched or is not HTML does not stop the import of the others. */
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

function withoutFragment(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function textOf({ bytes, charset }: Fetched): string {
  return readAnswer(bytes, charset);
}
