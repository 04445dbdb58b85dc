import { type ImportTargets, keptUrl, localPath } from '@docs-platform-mcp/markdown/repository';
import { generateKeyBetween } from 'fractional-indexing';
import { lookup as mediaTypeOf } from 'mrmime';
import { saveBlob } from '../content/blobs.ts';
import { saveDocument } from '../content/documents.ts';
import type { Draft } from '../content/draft.ts';
import { dimensionsOf } from '../content/edit/insert-files.ts';
import { withAttributes } from '../content/edit/write-page.ts';
import type { File, PageAttributes } from '../content/model.ts';
import { keptPresentation } from '../content/presentation.ts';
import { settle } from '../content/settle.ts';
import { files as fileTable } from '../content/tables.ts';
import { freeSlug, pagePositionAt } from '../content/tree.ts';
import { TEXT_FACTS } from '../markdown/tasks.ts';
import { precompute } from '../workers/computed.ts';
import type { SourceFile } from './source-file.ts';
import { keptText } from './source-page.ts';
import type { SourcePage } from './source-tree.ts';

export interface TreeInput {
  pages: readonly SourcePage[];
  files: readonly SourceFile[];
  /** The parent of the import's top-level pages; by default the root of the space. */
  under?: string;
}

/**
 * Writes pages, and the files that they link to, to a draft. New pages come last. Returns the number of pages and files
 * that came from files of the import, and the ids of the pages by key.
 */
export function writeTree(
  draft: Draft,
  { pages, files, under }: TreeInput,
): { imported: number; ids: ReadonlyMap<string, string> } {
  const { db, state, actor } = draft;
  const ids = new Map(pages.map(({ key }) => [key, actor.newId()]));
  const targets: ImportTargets = { pages: ids, files: keepAssets(draft, { pages, files }) };
  const texts = pages.map((source) => textOf(source, targets));
  precompute(TEXT_FACTS, texts);
  const last = new Map<string | null, string>();
  const numbers = new Map<string, number>();
  for (const [index, source] of pages.entries()) {
    const id = ids.get(source.key) ?? '';
    const parent = source.parent === null ? (under ?? null) : (ids.get(source.parent) ?? null);
    const before = last.get(parent);
    const position =
      before === undefined
        ? pagePositionAt(db, state, { parent, moving: id })
        : generateKeyBetween(before, null);
    last.set(parent, position);
    draft.put({
      id,
      deleted: false,
      type: source.type,
      parent,
      position,
      slug: freeSlug(db, state, { parent, own: id, slug: source.slug }, numbers),
      title: source.title,
      document: saveDocument(db, texts[index] ?? ''),
      attributes: attributesOf(source, targets),
      createdAt: actor.at,
      updatedAt: actor.at,
    });
  }
  settle(draft, [...draft.touched]);
  const paths = new Set(files.map(({ path }) => path));
  const imported = pages.filter(({ key }) => paths.has(key)).length + targets.files.size;
  return { imported, ids };
}

/** The stored text of a page: links within the import carry ids. */
function textOf({ key, text }: SourcePage, targets: ImportTargets): string {
  if (!text) return '';
  return keptText(text.raw, text.read, ({ url }) => keptUrl(targets, key, url));
}

/** A page's metadata, and its target if it is a link. */
export function attributesOf(
  { metadata, url, key, linkTitle, text }: SourcePage,
  targets: ImportTargets,
): PageAttributes {
  const kept = (address: string) => keptUrl(targets, key, address);
  const presentation = text && keptPresentation(text.read.frontmatter, kept);
  const given: PageAttributes = {
    ...(linkTitle !== undefined && { linkTitle }),
    ...(presentation !== undefined && { presentation }),
    ...(url !== undefined && { href: kept(url) }),
  };
  return withAttributes(given, metadata);
}

/** The metadata of an imported file. */
export function describeFile({ path, bytes }: SourceFile): Omit<File, 'id' | 'blob'> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const contentType = mediaTypeOf(name) ?? 'application/octet-stream';
  const size = bytes.byteLength;
  return { deleted: false, name, contentType, size, ...dimensionsOf(bytes, contentType) };
}

/** Stores the files that pages link to and returns their ids by path. Files that the space already has are reused. */
function keepAssets(draft: Draft, { pages, files }: TreeInput): Map<string, string> {
  const present = new Map(
    fileTable.select(draft.db, draft.state).map((file) => [`${file.blob}/${file.name}`, file.id]),
  );
  const sources = new Map(files.map((file) => [file.path, file]));
  for (const { key } of pages) sources.delete(key);
  const assets = new Map<string, string>();
  for (const { key, text } of pages) {
    for (const { url } of text?.read.references ?? []) {
      const file = sources.get(localPath(key, url) ?? '');
      if (!file || assets.has(file.path)) continue;
      const described = describeFile(file);
      const blob = saveBlob(draft.db, file.bytes, described.contentType);
      const kept = { ...described, blob };
      const before = present.get(`${kept.blob}/${kept.name}`);
      const id = before ?? draft.actor.newId();
      assets.set(file.path, id);
      if (before === undefined) draft.putFile({ ...kept, id });
    }
  }
  return assets;
}
