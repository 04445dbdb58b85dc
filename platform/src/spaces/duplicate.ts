import { readBlob, saveBlob } from '../content/blobs.ts';
import { readDocument, saveDocument } from '../content/documents.ts';
import type { Actor } from '../content/draft.ts';
import { decode, encodeLike } from '../content/encoding.ts';
import { writeGradually } from '../content/gradual.ts';
import { entriesOf, insertEntry } from '../content/indexing.ts';
import type { File, Page, PageAttributes } from '../content/model.ts';
import { withUrls } from '../content/presentation.ts';
import { insertRevision, primaryHead, stateAt } from '../content/revisions.ts';
import { files, pages } from '../content/tables.ts';
import { copySources, sourceDocuments } from '../git/copy-sources.ts';
import { Stage } from '../git/stage.ts';
import { retargetLinks } from '../markdown/links.ts';
import { type PageSection, sectionsOf } from '../markdown/sections.ts';
import { targetOf } from '../markdown/targets.ts';
import { TEXT_FACTS } from '../markdown/tasks.ts';
import { chunksOf } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { precompute, settleFindings } from '../workers/computed.ts';
import { insertSpace, type NewSpace } from './create.ts';
import type { SpaceRow } from './schema.ts';

/** A link by id. */
const STORED_LINK = /\/(?:files|pages)\//;

/** Number of texts to copy before yielding to other work. */
const TEXTS_A_TURN = 20;

/** Maps copied objects to their counterparts in the copy. */
interface NewIds {
  page: (id: string) => string;
  file: (id: string) => string | undefined;
  url: (url: string) => string;
}

/** The text of a copied page, before it is stored. */
interface StagedText {
  /** The original text. */
  source: string;
  text: string;
  urls: string[];
  sections: PageSection[];
}

/**
 * Creates a copy of a space beside the original: with its settings and access, but neither its change requests and
 * comments nor its place on sites. Everything gets a new id, and links within the space lead to the copies. Others can
 * read and write meanwhile.
 * @param open finds the space in the current transaction, and throws if the caller may not copy it.
 * @returns the id of the copy.
 */
export async function duplicateSpace(
  db: Database,
  open: () => SpaceRow,
  actor: Actor,
): Promise<string> {
  const stage = new Stage(db, actor.newId(), { branch: actor.newId(), seq: 1 });
  try {
    return await writeGradually(db, {
      begin: () => ({ layer: stage.layer, source: open() }),
      write: ({ source }) => copyContent(db, actor, source.id, stage),
      commit: () => {
        publish(db, actor, open(), stage);
        return stage.layer.branch;
      },
    });
  } finally {
    await stage.clear();
  }
}

function publish(db: Database, actor: Actor, source: SpaceRow, stage: Stage): void {
  const { layer } = stage;
  const copy: NewSpace = {
    organization: source.organization,
    parent: source.collection,
    title: `Copy of ${source.title}`,
    emoji: source.emoji,
    icon: source.icon,
    language: source.language,
    editMode: source.edit_mode,
    defaultLevel: source.default_level,
  };
  insertSpace(db, actor, copy, layer.branch);
  for (const table of ['content_role', 'team_content_role']) {
    const holder = table === 'content_role' ? 'user' : 'team';
    db.run(
      `INSERT INTO ${table} (target, ${holder}, role) SELECT ?, ${holder}, role FROM ${table} WHERE target = ?`,
      layer.branch,
      source.id,
    );
  }
  insertRevision(db, {
    id: actor.newId(),
    space: layer.branch,
    ...layer,
    base_seq: layer.seq,
    type: 'edits',
    author: actor.user,
    created_at: actor.at,
    parents: '[]',
    merged_from: null,
  });
  stage.publishIndex(layer);
  stage.publishSources(layer.branch);
}

async function copyContent(db: Database, actor: Actor, from: string, stage: Stage): Promise<void> {
  const state = stateAt(primaryHead(db, from));
  const sources = await pages.gather(db, state);
  const ids = new Map(sources.map(({ id }) => [id, actor.newId()]));
  const ofFiles = await files.gather(db, state);
  const fileIds = new Map(ofFiles.map(({ id }) => [id, actor.newId()]));
  const renamed = renaming(ids, fileIds, actor);
  const contents = await includedCopies(db, ofFiles, renamed);
  await inBatches(db, ofFiles, undefined, (file) =>
    files.put(db, stage.layer, {
      ...{ ...file, ...contents.get(file.blob) },
      id: fileIds.get(file.id) ?? '',
    }),
  );
  const documents = new Set([
    ...sources.flatMap(({ document }) => document ?? []),
    ...sourceDocuments(db, from),
  ]);
  const copied = new Map<string, { document: string | null; sections: PageSection[] }>();
  for (const some of chunksOf([...documents], TEXTS_A_TURN)) {
    const texts = await settleFindings(() => copiesOf(db, some, renamed));
    await inBatches(db, texts, undefined, ({ source, text, urls, sections }) =>
      copied.set(source, { document: saveDocument(db, text, () => urls), sections }),
    );
  }
  const attributesOf = (attributes: PageAttributes) => withUrls(attributes, renamed.url);
  const documentOf = (id: string | null) =>
    id === null ? null : (copied.get(id)?.document ?? null);
  const indexed: [Page, PageSection[]][] = [];
  await inBatches(db, sources, undefined, (source) => {
    const page: Page = {
      ...source,
      id: renamed.page(source.id),
      parent: source.parent && renamed.page(source.parent),
      document: documentOf(source.document),
      attributes: attributesOf(source.attributes),
    };
    stage.written.add(page.id);
    pages.put(db, stage.layer, page);
    if (page.type !== 'document') return;
    const sections = source.document === null ? [] : copied.get(source.document)?.sections;
    indexed.push([page, sections ?? []]);
  });
  await inBatches(db, entriesOf(indexed), undefined, ({ page, entry }) =>
    insertEntry(db, stage.name, page, entry),
  );
  db.write(() =>
    copySources(
      db,
      { from, to: stage.name },
      {
        page: renamed.page,
        file: renamed.file,
        document: documentOf,
        attributes: attributesOf,
      },
    ),
  );
}

/** The contents of texts that pages include with the links of the copy, by the original content. */
async function includedCopies(
  db: Database,
  originals: readonly File[],
  { url }: NewIds,
): Promise<Map<string, Pick<File, 'blob' | 'size'>>> {
  const copies = new Map<string, Pick<File, 'blob' | 'size'>>();
  for (const { blob, contentType } of originals) {
    if (contentType !== 'text/markdown' || copies.has(blob)) continue;
    const original = readBlob(db, blob)?.bytes;
    if (!original) continue;
    const text = decode(original);
    if (!STORED_LINK.test(text)) continue;
    const bytes = encodeLike(original, await settleFindings(() => retargetLinks(text, url)));
    const size = bytes.byteLength;
    copies.set(blob, { blob: saveBlob(db, bytes, contentType), size });
  }
  return copies;
}

function renaming(
  ids: Map<string, string>,
  fileIds: ReadonlyMap<string, string>,
  actor: Actor,
): NewIds {
  return {
    // Repository files may mention pages that the space no longer has.
    page: (id) => {
      const copy = ids.get(id) ?? actor.newId();
      ids.set(id, copy);
      return copy;
    },
    file: (id) => fileIds.get(id),
    url: (url) => {
      const target = targetOf(url);
      if (target.kind === 'file') return `/files/${fileIds.get(target.file) ?? target.file}`;
      if (target.kind !== 'page') return url;
      const page = ids.get(target.page) ?? target.page;
      return `/pages/${page}${target.anchor && `#${target.anchor}`}`;
    },
  };
}

function copiesOf(db: Database, documents: readonly string[], { url }: NewIds): StagedText[] {
  const texts = documents.map((id) => readDocument(db, id));
  precompute(TEXT_FACTS, texts);
  const copies = texts.map((original) => {
    const urls: string[] = [];
    const text = retargetLinks(original, (link) => {
      urls.push(url(link));
      return url(link);
    });
    return { text, urls };
  });
  precompute(
    TEXT_FACTS,
    copies.map(({ text }) => text),
  );
  return copies.map(({ text, urls }, index) => ({
    source: documents[index] as string,
    ...{ text, urls, sections: sectionsOf(text) },
  }));
}
