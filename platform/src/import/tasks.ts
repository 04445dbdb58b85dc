import type { SummaryEntry } from '@docs-platform-mcp/markdown/repository';
import { task } from '../workers/task.ts';
import type { SourceFile } from './source-file.ts';
import type { ImportTree, TreeFiles } from './source-tree.ts';
import type { WebLinks } from './web-links.ts';

/** An HTML page and how to write its links; unchanged by default. */
export interface HtmlPage {
  html: string;
  links?: WebLinks;
}

/** A page of a website and the maximum number of links to collect. */
export interface SitePage {
  html: string;
  base: string;
  scope: string;
  most: number;
}

export const HTML_TO_MARKDOWN = task<HtmlPage, string>('htmlToMarkdown');

export const SITE_PAGES = task<SitePage, string[]>('sitePages');

export const DOCX_TO_MARKDOWN = task<{ bytes: Uint8Array; path: string }, SourceFile[]>(
  'docxToMarkdown',
);

export const ARCHIVE = task<Uint8Array, SourceFile[]>('archive');

export const WIKI_PAGES = task<readonly SourceFile[], SourceFile[]>('wikiPages');

/** The entries of a table of contents. */
export const READ_SUMMARY = task<string, SummaryEntry[]>('readSummary');

/** The places of the pages of an import. */
export const IMPORT_TREE = task<TreeFiles, ImportTree>('importTree');
