import { unprocessable } from '../errors.ts';
import { type AddressRule, FETCH_TIMEOUT_MS, fetchUrl } from '../services/outbound.ts';
import { docxToMarkdown } from './docx.ts';
import { loadWiki } from './github-wiki.ts';
import { htmlToMarkdown } from './html.ts';
import { baseName, type SourceFile, type SourceFiles } from './source-file.ts';
import { loadWebsite, pageToMarkdown } from './website.ts';
import { unzip } from './zip.ts';

/** Kinds of content that the API can be asked to import. */
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
 * Fetches what a URL holds and gives it as markdown files and what they show; 422 when it cannot be had or read.
 * `stopping` lets it give up.
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
  const path = `${nameOf(url)}.md`;
  switch (source) {
    case 'website':
      return await loadWebsite(url, mayAsk, signal);
    case 'markdown':
      return all([{ path, bytes: (await fetched()).bytes }]);
    case 'html':
      return all([{ path, bytes: Buffer.from(await pageToMarkdown(await fetched())) }]);
    case 'docx':
      return all(await docxToMarkdown((await fetched()).bytes, path));
    case 'zip':
      return all(await toMarkdown(await unzip((await fetched()).bytes)));
    case 'github-wiki':
      return await loadWiki(url, mayAsk, signal);
    default:
      throw unprocessable(
        `Content cannot be imported from ${source} here; export it there as markdown, HTML or docx, in a zip archive if it is several files, and import that`,
      );
  }
}

/** Documents of other kinds become markdown; everything else stays as it is. */
async function toMarkdown(files: readonly SourceFile[]): Promise<SourceFile[]> {
  const converted: SourceFile[] = [];
  for (const file of files) {
    const path = file.path.replace(/\.(html?|docx)$/i, '.md');
    if (/\.html?$/i.test(file.path)) {
      const markdown = await htmlToMarkdown(new TextDecoder().decode(file.bytes));
      converted.push({ path, bytes: Buffer.from(markdown) });
    } else if (/\.docx$/i.test(file.path)) {
      converted.push(...(await docxToMarkdown(file.bytes, path)));
    } else {
      converted.push(file);
    }
  }
  return converted;
}

function all(files: SourceFile[]): SourceFiles {
  return { files, failed: 0 };
}

/** The last name in a URL that says something. */
function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  return last === undefined ? hostname : decodeURIComponent(baseName(last)) || hostname;
}
