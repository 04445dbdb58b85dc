import { posix } from 'node:path';
import { stringify as stringifyYaml } from 'yaml';
import { readBlob } from '../content/blobs.ts';
import { readDocument } from '../content/documents.ts';
import type { Page, View } from '../content/model.ts';
import { files as fileTable } from '../content/tables.ts';
import { childrenOf, slugOf } from '../content/tree.ts';
import type { SourceFile } from '../import/source-file.ts';
import { type SourcePage, SUMMARY } from '../import/source-tree.ts';
import { findLinks, redirectLinks } from '../markdown/links.ts';
import { printMarkdown } from '../markdown/parse.ts';
import { withTitle } from '../markdown/submission.ts';
import { targetOf } from '../markdown/targets.ts';
import type { Database } from '../store/database.ts';
import { savedPaths } from './runs.ts';

/** Where files that pages show are kept in a repository. */
export const ASSETS = '.gitbook/assets/';

/** A page and its file in a repository; groups have none. */
export interface Placed {
  page: Page;
  path: string | undefined;
  /** Number of pages above it, groups not counted. */
  depth: number;
}

/**
 * The file of every page in reading order. Where none is known yet, the first page is the README, and a page with
 * pages below it that of its folder.
 */
export function layoutOf(db: Database, view: View): Placed[] {
  const saved = savedPaths(db, view.space);
  const taken = new Set(saved.values());
  const place = (page: Page, folder: string, depth: number, first: boolean): Placed[] => {
    const own = folder + page.slug;
    const children = childrenOf(db, view, page.id);
    const isGroup = page.type === 'group';
    const file = first ? 'README.md' : children.length > 0 ? `${own}/README.md` : `${own}.md`;
    const free = taken.has(file) ? `${own}-${page.id}.md` : file;
    const path = page.type === 'document' ? (saved.get(page.id) ?? free) : undefined;
    const below = children.flatMap((child) =>
      place(child, `${own}/`, isGroup ? depth : depth + 1, false),
    );
    return [{ page, path, depth }, ...below];
  };
  const roots = childrenOf(db, view, null);
  return roots.flatMap((page, index) =>
    place(page, '', 0, index === 0 && page.type === 'document'),
  );
}

/** Which pages of a space the pages of a repository are versions of. */
export function matchPages(
  placed: readonly Placed[],
  pages: readonly SourcePage[],
): Map<string, Page> {
  const byPath = new Map(placed.flatMap(({ page, path }) => (path ? [[path, page]] : [])));
  const groups = new Map(
    placed.flatMap(({ page }) => (page.type === 'group' ? [[page.title, page]] : [])),
  );
  const known = new Map<string, Page>();
  for (const { key, type, title } of pages) {
    const page = type === 'group' ? groups.get(title) : byPath.get(key);
    if (page) known.set(key, page);
    if (type === 'group') groups.delete(title);
  }
  return known;
}

/** The content of a space as files of a repository: pages, SUMMARY.md and the files that pages link to. */
export function filesOf(
  db: Database,
  view: View,
): { files: SourceFile[]; paths: ReadonlyMap<string, string> } {
  const placed = layoutOf(db, view);
  const paths = new Map(placed.flatMap(({ page, path }) => (path ? [[page.id, path]] : [])));
  const assets = new Map<string, SourceFile>();
  const texts = placed.flatMap(({ page, path }): SourceFile[] => {
    if (path === undefined) return [];
    const markdown = readDocument(db, page.document);
    for (const { url } of findLinks(markdown)) {
      const target = targetOf(url);
      if (target.kind === 'file' && !assets.has(target.file)) {
        keepAsset(db, view, target.file, assets);
      }
    }
    const text = redirectLinks(markdown, (url) => {
      const target = targetOf(url);
      if (target.kind === 'file') return relative(path, assets.get(target.file)?.path) ?? url;
      if (target.kind !== 'page') return url;
      const linked = relative(path, paths.get(target.page));
      return linked === undefined ? url : linked + (target.anchor && `#${target.anchor}`);
    });
    return [textFile(path, frontmatterOf(page, path) + withTitle(page.title, text))];
  });
  const files = [...texts, textFile(SUMMARY, summaryOf(placed)), ...assets.values()];
  return { files, paths };
}

function textFile(path: string, text: string): SourceFile {
  return { path, bytes: Buffer.from(`${text}\n`) };
}

function keepAsset(db: Database, view: View, id: string, assets: Map<string, SourceFile>): void {
  const file = fileTable.find(db, view, id);
  const blob = file && readBlob(db, file.blob);
  if (!file || !blob) return;
  const name = file.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  const taken = [...assets.values()].some(({ path }) => path === ASSETS + name);
  assets.set(id, { path: `${ASSETS}${taken ? `${id}-` : ''}${name}`, bytes: blob.bytes });
}

/** What a page has besides title and text. Its slug is told where the name of its file does not. */
function frontmatterOf({ attributes, slug, title }: Page, path: string): string {
  const hiddenSlug = path === 'README.md' && slug !== slugOf(title);
  const values = { ...attributes, ...(hiddenSlug && { slug }) };
  return Object.keys(values).length === 0 ? '' : `---\n${stringifyYaml(values)}---\n\n`;
}

function summaryOf(placed: readonly Placed[]): string {
  const lines = ['# Table of contents', ''];
  let inGroup = false;
  for (const { page, path, depth } of placed) {
    if (page.type === 'group') {
      lines.push('', `## ${page.title}`, '');
      inGroup = true;
      continue;
    }
    if (page.parent === null && inGroup) {
      lines.push('', '***', '');
      inGroup = false;
    }
    if (path !== undefined) lines.push(`${'  '.repeat(depth)}* ${linkTo(page.title, path)}`);
  }
  return lines.join('\n');
}

function linkTo(title: string, path: string): string {
  const children = [{ type: 'text' as const, value: title }];
  return printMarkdown({
    type: 'paragraph',
    children: [{ type: 'link', url: encodeURI(path), children }],
  });
}

function relative(from: string, to: string | undefined): string | undefined {
  return to === undefined ? undefined : encodeURI(posix.relative(posix.dirname(from), to));
}
