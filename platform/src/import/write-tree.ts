import { generateKeyBetween } from 'fractional-indexing';
import { lookup as mediaTypeOf } from 'mrmime';
import { saveBlob } from '../content/blobs.ts';
import { saveDocument } from '../content/documents.ts';
import { type Draft, samePage } from '../content/draft.ts';
import { dimensionsOf } from '../content/edit/insert-files.ts';
import { withAttributes } from '../content/edit/write-page.ts';
import type { Page } from '../content/model.ts';
import { settle } from '../content/settle.ts';
import { files as fileTable, pages as pageTable } from '../content/tables.ts';
import { freeSlug, positionAt } from '../content/tree.ts';
import { findLinks, redirectLinks } from '../markdown/links.ts';
import { TEXT_FACTS } from '../markdown/tasks.ts';
import { foresee } from '../workers/computed.ts';
import { resolvePath, type SourceFile } from './source-file.ts';
import type { SourcePage } from './source-tree.ts';

export interface TreeInput {
  pages: readonly SourcePage[];
  files: readonly SourceFile[];
  /** The page under which the pages go that are at the top of the import; by default the top of the space. */
  under?: string | undefined;
  /** Pages of the space that pages of the import are versions of, by key. */
  known?: ReadonlyMap<string, Page>;
  /** Whether the pages of the space that are not in the import go. */
  replace?: boolean;
  /** The address of a file that is not taken in; by default such links stay as they are written. */
  addressOf?: (path: string) => string | undefined;
}

/**
 * Writes pages, and the files that they link to, to a draft. Pages that are not known yet come last. Gives the
 * number of pages and files that were taken over from files of the import, and the ids of the pages by key.
 */
export function writeTree(
  draft: Draft,
  input: TreeInput,
): { imported: number; ids: ReadonlyMap<string, string> } {
  const { known = new Map<string, Page>(), replace = false, under = null } = input;
  foresee(
    TEXT_FACTS,
    input.pages.map(({ markdown }) => markdown),
  );
  const ids = new Map(
    input.pages.map(({ key }) => [key, known.get(key)?.id ?? draft.actor.newId()]),
  );
  if (replace) deleteOthers(draft, new Set(ids.values()));
  const assets = keepAssets(draft, input);
  const texts = input.pages.map((source) =>
    redirectLinks(source.markdown, (url) => redirect(input, source, url, ids, assets)),
  );
  foresee(TEXT_FACTS, texts);
  const positions = new Map<string | null, string>();
  for (const [index, source] of input.pages.entries()) {
    const id = ids.get(source.key) ?? '';
    const parent = source.parent === null ? under : (ids.get(source.parent) ?? null);
    const before = known.get(source.key);
    const position = replace
      ? nextPosition(positions, parent, before)
      : positionAt(draft.db, draft.view, { parent, moving: id });
    const page: Page = {
      id,
      deleted: false,
      type: source.type,
      parent,
      position,
      slug: slugFor(draft, source, { parent, own: id }, before),
      title: source.title,
      document: saveDocument(draft.db, texts[index] ?? ''),
      attributes: withAttributes({}, source.metadata),
      createdAt: before?.createdAt ?? draft.actor.at,
      updatedAt: draft.actor.at,
    };
    if (!before || !samePage(before, page)) draft.put(page);
  }
  settle(draft, [...draft.touched]);
  const paths = new Set(input.files.map(({ path }) => path));
  const imported = input.pages.filter(({ key }) => paths.has(key)).length + assets.size;
  return { imported, ids };
}

/** A page keeps its slug unless its text names another. */
function slugFor(
  { db, view }: Draft,
  { slug, metadata }: SourcePage,
  place: { parent: string | null; own: string },
  before: Page | undefined,
): string {
  return before && !metadata.slug ? before.slug : freeSlug(db, view, { ...place, slug });
}

function deleteOthers(draft: Draft, kept: ReadonlySet<string>): void {
  for (const page of pageTable.select(draft.db, draft.view)) {
    if (!kept.has(page.id)) draft.change({ ...page, deleted: true });
  }
}

/** Takes in the files that pages link to; gives their ids by path. What the space has already is used again. */
function keepAssets(draft: Draft, { pages, files }: TreeInput): Map<string, string> {
  const present = new Map(
    fileTable.select(draft.db, draft.view).map((file) => [`${file.blob}/${file.name}`, file.id]),
  );
  const sources = new Map(files.map((file) => [file.path, file]));
  for (const { key } of pages) sources.delete(key);
  const assets = new Map<string, string>();
  for (const { key, markdown } of pages) {
    for (const { url } of findLinks(markdown)) {
      const file = sources.get(localPath(key, url) ?? '');
      if (!file || assets.has(file.path)) continue;
      const name = file.path.slice(file.path.lastIndexOf('/') + 1);
      const contentType = mediaTypeOf(name) ?? 'application/octet-stream';
      const blob = saveBlob(draft.db, file.bytes, contentType);
      const id = present.get(`${blob}/${name}`) ?? draft.actor.newId();
      assets.set(file.path, id);
      if (present.has(`${blob}/${name}`)) continue;
      draft.putFile({
        id,
        deleted: false,
        name,
        contentType,
        size: file.bytes.byteLength,
        ...dimensionsOf(file.bytes, contentType),
        blob,
      });
    }
  }
  return assets;
}

/** Links to what is imported are kept by id; what else has an address on the web gets that. */
function redirect(
  { addressOf }: TreeInput,
  { key }: SourcePage,
  url: string,
  ids: ReadonlyMap<string, string>,
  assets: ReadonlyMap<string, string>,
): string {
  const path = localPath(key, url);
  if (path === undefined || url.startsWith('#')) return url;
  const anchor = /#.*$/.exec(url)?.[0] ?? '';
  const page = candidates(path).flatMap((name) => ids.get(name) ?? [])[0];
  if (page !== undefined) return `/pages/${page}${anchor}`;
  const asset = assets.get(path);
  return asset === undefined ? (addressOf?.(path) ?? url) : `/files/${asset}`;
}

/** The path of a link inside the import; undefined for links to the web. */
function localPath(key: string, url: string): string | undefined {
  return /^([a-z][\w+.-]*:|\/\/)/i.test(url) ? undefined : resolvePath(key, url);
}

/** Files that a link may mean: links also leave the extension out, name folders, or are from before a conversion. */
function candidates(path: string): string[] {
  const folder = path === '' || path === '.' ? '' : `${path}/`;
  return [
    path,
    `${path}.md`,
    path.replace(/\.(html?|docx)$/i, '.md'),
    `${folder}README.md`,
    `${folder}index.md`,
  ];
}

/** Pages keep their position as long as they stand in the order of the import. */
function nextPosition(
  positions: Map<string | null, string>,
  parent: string | null,
  before: Page | undefined,
): string {
  const previous = positions.get(parent) ?? null;
  const stays = before?.parent === parent && (previous === null || before.position > previous);
  const position = stays ? before.position : generateKeyBetween(previous, null);
  positions.set(parent, position);
  return position;
}
