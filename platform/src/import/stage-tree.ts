import { type ImportTargets, keptUrl, localPaths } from '@docs-platform-mcp/markdown/repository';
import { lookup as mediaTypeOf } from 'mrmime';
import { saveLargeBlob } from '../content/blobs.ts';
import { saveDocument } from '../content/documents.ts';
import type { Actor } from '../content/draft.ts';
import { dimensionsOf } from '../content/edit/insert-files.ts';
import { withAttributes } from '../content/edit/write-page.ts';
import { entriesOf, insertEntry } from '../content/indexing.ts';
import type { ContentState, File, Page, PageAttributes } from '../content/model.ts';
import { keptPresentation } from '../content/presentation.ts';
import { files as fileTable, pages as pageTable } from '../content/tables.ts';
import type { Stage } from '../git/stage.ts';
import type { SectionPlace } from '../markdown/text-facts.ts';
import { type Pause, turns } from '../runtime/turns.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { isIncluded, linkedById, mentionedIn } from './included-text.ts';
import { PagePlaces } from './page-places.ts';
import type { SourceFile } from './source-file.ts';
import { type StoredText, storedText } from './source-page.ts';
import type { SourcePage } from './source-tree.ts';

export interface TreeInput {
  /** The content that the pages are added to. */
  state: ContentState;
  pages: readonly SourcePage[];
  files: readonly SourceFile[];
  /** The parent of the import's top-level pages; by default the root of the space. */
  under?: string;
}

/**
 * Stages pages, and the files that they link to. New pages come last. Returns the number of pages and files that came
 * from files of the import, and the ids of the pages by key.
 */
export async function stageTree(
  db: Database,
  stage: Stage,
  actor: Actor,
  input: TreeInput,
  signal: AbortSignal,
): Promise<{ imported: number; ids: ReadonlyMap<string, string> }> {
  const { state, pages, files, under = null } = input;
  const ids = new Map(pages.map(({ key }) => [key, actor.newId()]));
  const kept = await stageAssets(db, stage, actor, { ...input, ids }, signal);
  const targets: ImportTargets = { pages: ids, files: kept };
  const texts = new Map<string, StoredText>();
  const pause = turns();
  for (const { key, text } of pages) {
    if (!text) continue;
    const redirect = (url: string) => keptUrl(targets, key, url);
    texts.set(key, await storedText(text.raw, text.read, redirect, pause));
  }
  const siblings = pageTable.select(db, state, 'parent IS ?', under);
  const places = new PagePlaces(pages, ids, new Map(), { parent: under, siblings });
  const indexed: [Page, readonly SectionPlace[]][] = [];
  await inBatches(db, pages, signal, (source) => {
    const page = importedPage(db, source, texts.get(source.key), { targets, places, at: actor.at });
    stage.written.add(page.id);
    pageTable.put(db, stage.layer, page);
    if (page.type === 'document') indexed.push([page, source.text?.read.sections ?? []]);
  });
  // Only the primary content is searched.
  if (!state.overlay) {
    await inBatches(db, entriesOf(indexed), signal, ({ page, entry }) =>
      insertEntry(db, stage.name, page, entry),
    );
  }
  const paths = new Set(files.map(({ path }) => path));
  const imported = pages.filter(({ key }) => paths.has(key)).length + kept.size;
  return { imported, ids };
}

/** A page as an import writes it; its document is saved. */
export function importedPage(
  db: Database,
  source: SourcePage,
  text: StoredText | undefined,
  {
    targets,
    places,
    at,
    createdAt = at,
  }: { targets: ImportTargets; places: PagePlaces; at: string; createdAt?: string },
): Page {
  return {
    id: targets.pages.get(source.key) ?? '',
    deleted: false,
    type: source.type,
    ...places.next(source),
    title: source.title,
    document: text ? saveDocument(db, text.text, () => text.urls) : null,
    attributes: attributesOf(source, targets),
    createdAt,
    updatedAt: at,
  };
}

/** A page's metadata, and its target if it is a link. */
function attributesOf(
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

/** Stages the files that pages link to and returns their ids by path. Files that the space already has are reused. */
async function stageAssets(
  db: Database,
  stage: Stage,
  actor: Actor,
  { state, pages, files, ids }: TreeInput & { ids: ReadonlyMap<string, string> },
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const pause = turns();
  const linked = await linkedFiles(pages, files, pause);
  const assets = new Map<string, string>();
  if (linked.size === 0) return assets;
  const present = new Map(
    fileTable.select(db, state).map((file) => [`${file.blob}/${file.name}`, file.id]),
  );
  // Included texts come last, as their links have the ids of the others.
  const ordered = [...linked].sort((one, other) => +isIncluded(one.path) - +isIncluded(other.path));
  for (const { path, bytes } of ordered) {
    signal.throwIfAborted();
    await pause();
    const text = isIncluded(path) && (await linkedById(path, bytes, { pages: ids, files: assets }));
    const file = { path, bytes: text || bytes };
    const described = describeFile(file);
    const blob = await saveLargeBlob(db, file.bytes, described.contentType);
    const kept = { ...described, blob };
    const before = present.get(`${kept.blob}/${kept.name}`);
    const id = before ?? actor.newId();
    assets.set(path, id);
    if (before === undefined) fileTable.put(db, stage.layer, { ...kept, id });
  }
  return assets;
}

async function linkedFiles(
  pages: readonly SourcePage[],
  files: readonly SourceFile[],
  pause: Pause,
): Promise<Set<SourceFile>> {
  const sources = new Map(files.map((file) => [file.path, file]));
  for (const { key } of pages) sources.delete(key);
  const linked = new Set<SourceFile>();
  if (sources.size === 0) return linked;
  for (const { key, text } of pages) {
    for (const [index, { url }] of (text?.read.references ?? []).entries()) {
      if (index % STEP === 0) await pause();
      for (const path of localPaths(key, url, '')) {
        const file = sources.get(path);
        if (file) linked.add(file);
      }
    }
  }
  // Those that are added are visited, too.
  for (const { path, bytes } of linked) {
    if (!isIncluded(path)) continue;
    for (const named of await mentionedIn(path, bytes, '')) {
      const file = sources.get(named);
      if (file) linked.add(file);
    }
  }
  return linked;
}

/** Number of links that are looked up before others may get a turn. */
const STEP = 200;
