import { baseName, MARKDOWN_FILE, percentDecoded } from '@docs-platform-mcp/markdown/repository';
import { unprocessable } from '../errors.ts';
import { type AddressRule, FETCH_TIMEOUT_MS, fetchUrl } from '../runtime/outbound.ts';
import { inWorker } from '../workers/pool.ts';
import { memoryOf } from '../workers/task.ts';
import { loadWiki } from './github-wiki.ts';
import { readPages } from './read-pages.ts';
import type { SourceFile, SourceFiles } from './source-file.ts';
import { isTextFile, presentName, type SourcePage, SUMMARY } from './source-tree.ts';
import { ARCHIVE, DOCX_TO_MARKDOWN, IMPORT_TREE } from './tasks.ts';
import { loadWebsite, pageToMarkdown } from './website.ts';

/** The kinds of content that the API can import. */
export const SOURCES = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const;

export type ImportSource = (typeof SOURCES)[number];

/**
 * Fetches a URL and returns its content as markdown files with the files that they show; 422 if it cannot be fetched or
 * read. `stopping` makes it give up.
 */
export async function loadSource(
  source: ImportSource,
  url: string,
  mayAsk: AddressRule,
  stopping?: AbortSignal,
): Promise<SourceFiles> {
  const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
  const fetched = () => fetchUrl(url, mayAsk, signal);
  const moving = (bytes: Uint8Array) => ({ signal: stopping, moves: memoryOf(bytes) });
  const converted = async (convert: (bytes: Uint8Array) => Promise<SourceFile[]>) =>
    all(await convert((await fetched()).bytes));
  const path = `${nameOf(url)}.md`;
  switch (source) {
    case 'website':
      return await loadWebsite(url, mayAsk, { signal, stopping });
    case 'markdown':
      return all([{ path, bytes: (await fetched()).bytes }]);
    case 'html':
      return all([{ path, bytes: Buffer.from(await pageToMarkdown(await fetched(), stopping)) }]);
    case 'docx':
      return await converted((bytes) => inWorker(DOCX_TO_MARKDOWN, { bytes, path }, moving(bytes)));
    case 'zip':
      return await converted((bytes) => inWorker(ARCHIVE, bytes, moving(bytes)));
    case 'github-wiki':
      return await loadWiki(url, mayAsk, { signal, stopping });
    default:
      throw unprocessable(
        `Content cannot be imported from ${source} here; export it there as markdown, HTML or docx, in a zip archive if it is several files, and import that`,
      );
  }
}

/** Builds pages from files. */
export async function pagesOf(
  files: readonly SourceFile[],
  signal?: AbortSignal,
): Promise<SourcePage[]> {
  const texts = new Map(
    files.flatMap(({ path, bytes }) => (MARKDOWN_FILE.test(path) ? [[path, bytes]] : [])),
  );
  const paths = [...texts.keys()];
  const summary = texts.get(presentName(texts, SUMMARY));
  const { entries } = await inWorker(
    IMPORT_TREE,
    { summary, paths: paths.join('\0'), texts: paths.filter(isTextFile) },
    { signal },
  );
  return await readPages(entries, texts, signal);
}

function all(files: SourceFile[]): SourceFiles {
  return { files, failed: 0 };
}

/** The last meaningful segment of a URL. */
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  return last === undefined ? hostname : percentDecoded(baseName(last)) || hostname;
}
