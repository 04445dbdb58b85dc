import { type ImportTargets, keptUrl, type PagePart } from '@docs-platform-mcp/markdown/repository';
import { generateKeyBetween } from 'fractional-indexing';
import { saveBlob } from '../content/blobs.ts';
import { saveDocument } from '../content/documents.ts';
import { type Actor, samePage } from '../content/draft.ts';
import { entriesOf, insertEntry } from '../content/indexing.ts';
import type { ContentState, Page } from '../content/model.ts';
import { pages as pageTable } from '../content/tables.ts';
import { keptText } from '../import/source-page.ts';
import { attributesOf } from '../import/write-tree.ts';
import type { SectionPlace } from '../markdown/text-facts.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { layOutPages, matchPages } from './layout.ts';
import type { RepositoryPage } from './read-repository.ts';
import { pageSources, pageStateOf, putPageSource } from './sources.ts';
import type { Stage } from './stage.ts';

interface StagedPages {
  /** Ids by the keys of the pages. */
  ids: ReadonlyMap<string, string>;
}

/** Stages the pages that differ from the repository; equal pages stay. */
export async function stagePages(
  db: Database,
  stage: Stage,
  input: {
    state: ContentState;
    actor: Actor;
    pages: readonly RepositoryPage[];
    targets: Omit<ImportTargets, 'pages'>;
    signal: AbortSignal;
  },
): Promise<StagedPages> {
  const { state, actor, signal } = input;
  const current = pageTable.select(db, state);
  const known = matchPages(layOutPages(current, pageSources(db, state.space)), input.pages);
  const ids = new Map(input.pages.map(({ key }) => [key, known.get(key)?.id ?? actor.newId()]));
  const targets: ImportTargets = { ...input.targets, pages: ids };
  const places = new PagePositions(input.pages, known, ids);
  const kept = new Set(ids.values());
  const put = (page: Page): void => {
    stage.written.add(page.id);
    pageTable.put(db, stage.layer, page);
  };
  await inBatches(
    db,
    current.filter(({ id }) => !kept.has(id)),
    signal,
    (page) => put({ ...page, deleted: true, updatedAt: actor.at }),
  );
  const indexed: [Page, readonly SectionPlace[]][] = [];
  await inBatches(db, input.pages, signal, (source) => {
    const before = known.get(source.key);
    const text = keepText(db, source, targets, before);
    const page: Page = {
      id: ids.get(source.key) ?? '',
      deleted: false,
      type: source.type,
      ...places.next(source),
      title: source.title,
      document: text.document,
      attributes: attributesOf(source, targets),
      createdAt: before?.createdAt ?? actor.at,
      updatedAt: actor.at,
    };
    if (!before || !samePage(before, page)) {
      put(page);
      if (page.type === 'document') indexed.push([page, source.text?.read.sections ?? []]);
    }
    if (source.type === 'document' && !source.key.startsWith(':')) {
      const blob = source.bytes ? saveBlob(db, source.bytes, 'text/markdown') : null;
      putPageSource(db, stage.name, page.id, {
        path: source.key,
        blob,
        state: pageStateOf(page, text.titled),
      });
    }
  });
  await inBatches(db, entriesOf(indexed), signal, ({ page, entry }) =>
    insertEntry(db, stage.name, page, entry),
  );
  return { ids };
}

/** Stores the text of a page. A heading that repeats the title is not part of it, unless the page has it there. */
function keepText(
  db: Database,
  { key, text }: RepositoryPage,
  targets: ImportTargets,
  before: Page | undefined,
): { document: string | null; titled: boolean } {
  if (!text) return { document: null, titled: false };
  const { raw, read } = text;
  const keep = (part: PagePart): string | null => {
    const urls: string[] = [];
    const kept = keptText(raw, { ...read, part }, ({ url }) => {
      const kept = keptUrl(targets, key, url);
      urls.push(kept);
      return kept;
    });
    return saveDocument(db, kept, () => urls);
  };
  const document = keep(read.part);
  const titled = read.whole.start !== read.part.start;
  if (titled && before && before.document !== document && keep(read.whole) === before.document) {
    return { document: before.document, titled: false };
  }
  return { document, titled };
}

/** Positions pages in reading order, keeping existing positions where possible. */
class PagePositions {
  readonly #positions = new Map<string | null, string>();
  readonly #slugs = new Map<string | null, Map<string, string>>();
  readonly #known: ReadonlyMap<string, Page>;
  readonly #ids: ReadonlyMap<string, string>;

  constructor(
    pages: readonly RepositoryPage[],
    known: ReadonlyMap<string, Page>,
    ids: ReadonlyMap<string, string>,
  ) {
    this.#known = known;
    this.#ids = ids;
    for (const source of pages) {
      const before = known.get(source.key);
      const parent = this.#parentOf(source);
      if (before?.parent === parent && !source.metadata.slug)
        this.#take(parent, before.slug, before.id);
    }
  }

  next(source: RepositoryPage): Pick<Page, 'parent' | 'position' | 'slug'> {
    const parent = this.#parentOf(source);
    const before = this.#known.get(source.key);
    return { parent, position: this.#position(parent, before), slug: this.#slug(source, parent) };
  }

  #parentOf({ parent }: RepositoryPage): string | null {
    return parent === null ? null : (this.#ids.get(parent) ?? null);
  }

  #position(parent: string | null, before: Page | undefined): string {
    const previous = this.#positions.get(parent) ?? null;
    const stays = before?.parent === parent && (previous === null || before.position > previous);
    const position = stays ? before.position : generateKeyBetween(previous, null);
    this.#positions.set(parent, position);
    return position;
  }

  /** A page keeps its slug unless its text names another. */
  #slug(source: RepositoryPage, parent: string | null): string {
    const before = this.#known.get(source.key);
    const wanted = source.metadata.slug || before?.slug || source.slug;
    const id = this.#ids.get(source.key) ?? '';
    const taken = this.#slugs.get(parent);
    let slug = wanted;
    for (let number = 1; (taken?.get(slug) ?? id) !== id; number += 1) slug = `${wanted}-${number}`;
    this.#take(parent, slug, id);
    return slug;
  }

  #take(parent: string | null, slug: string, id: string): void {
    const taken = this.#slugs.get(parent) ?? new Map<string, string>();
    this.#slugs.set(parent, taken.set(slug, id));
  }
}
