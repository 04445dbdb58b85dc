import { type ImportTargets, keptUrl, type PagePart } from '@docs-platform-mcp/markdown/repository';
import { saveBlob } from '../content/blobs.ts';
import { documentId } from '../content/documents.ts';
import { type Actor, isSamePage } from '../content/draft.ts';
import { entriesOf, insertEntry } from '../content/indexing.ts';
import type { ContentState, Page } from '../content/model.ts';
import { pages as pageTable } from '../content/tables.ts';
import { PagePlaces } from '../import/page-places.ts';
import { type StoredText, storedText } from '../import/source-page.ts';
import { importedPage } from '../import/stage-tree.ts';
import type { SectionPlace } from '../markdown/text-facts.ts';
import { type Pause, turns } from '../runtime/turns.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { layOutPages, matchMovedPages, matchPages } from './layout.ts';
import type { RepositoryPage } from './read-repository.ts';
import {
  type PageSource,
  pageSources,
  pageStateOf,
  putPageSource,
  withRestored,
} from './sources.ts';
import type { Stage } from './stage.ts';
import { varsIn } from './vars.ts';

interface StagedPages {
  /** Ids by the keys of the pages. */
  ids: ReadonlyMap<string, string>;
  /** Ids by former path. */
  redirects: Record<string, string>;
}

/** Stages the pages that differ from the repository; equal pages stay. */
export async function stagePages(
  db: Database,
  stage: Stage,
  input: {
    state: ContentState;
    actor: Actor;
    pages: readonly RepositoryPage[];
    targets: Omit<ImportTargets, 'pages' | 'redirects'>;
    /** Files of pages by former path. */
    redirects: Readonly<Record<string, string>>;
    signal: AbortSignal;
  },
): Promise<StagedPages> {
  const { state, actor, signal } = input;
  const pause = turns();
  const current = await pageTable.gather(db, state);
  await pause();
  const { sources } = withRestored(pageSources(db, state.space), current);
  await pause();
  const placed = layOutPages(current, sources);
  await pause();
  const inPlace = matchPages(placed, input.pages);
  await pause();
  const moved = await matchMovedPages(inPlace, current, sources, input.pages);
  const known = new Map([...inPlace, ...moved]);
  const ids = new Map(input.pages.map(({ key }) => [key, known.get(key)?.id ?? actor.newId()]));
  const redirects = redirectedIds(input.redirects, ids);
  const targets: ImportTargets = { ...input.targets, pages: ids, redirects };
  const places = new PagePlaces(input.pages, ids, inPlace);
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
  const texts = new Map<RepositoryPage, PageText>();
  for (const page of input.pages) {
    texts.set(page, await textOf(page, targets, known.get(page.key), pause));
  }
  await inBatches(db, input.pages, signal, (source) => {
    const before = known.get(source.key);
    const { kept, titled = false } = texts.get(source) ?? {};
    const page = importedPage(db, source, kept, {
      ...{ targets, places, at: actor.at },
      createdAt: before?.createdAt,
    });
    if (!before || !isSamePage(before, page)) {
      put(page);
      if (page.type === 'document') indexed.push([page, source.text?.read.sections ?? []]);
    }
    if (source.type === 'document' && !source.key.startsWith(':')) {
      const blob = source.bytes ? saveBlob(db, source.bytes, 'text/markdown') : null;
      putPageSource(db, stage.name, page.id, {
        path: source.key,
        blob,
        state: pageStateOf(page, titled, varsIn(source.text?.read.frontmatter.vars)),
      });
    }
  });
  const removed = [...removedSources(sources, ids)];
  await inBatches(db, removed, signal, ([id, source]) => putPageSource(db, stage.name, id, source));
  await inBatches(db, entriesOf(indexed), signal, ({ page, entry }) =>
    insertEntry(db, stage.name, page, entry),
  );
  return { ids, redirects: Object.fromEntries(redirects) };
}

function redirectedIds(
  redirects: Readonly<Record<string, string>>,
  ids: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map(
    Object.entries(redirects).flatMap(([from, to]) => {
      const page = ids.get(to);
      return page === undefined ? [] : [[from, page]];
    }),
  );
}

/** The former files of pages that the repository does not have, in case these are restored. */
function* removedSources(
  sources: ReadonlyMap<string, PageSource>,
  ids: ReadonlyMap<string, string>,
): Generator<[id: string, source: PageSource]> {
  const present = new Set(ids.values());
  for (const [id, { path, blob, state }] of sources) {
    if (!state || present.has(id) || ids.has(path)) continue;
    yield [id, { path, blob, state: { ...state, isRemoved: true } }];
  }
}

/** The text of a page before it is stored. */
interface PageText {
  kept: StoredText | undefined;
  /** Whether its file begins with the title as a heading that is not part of the text. */
  titled: boolean;
}

/** A heading that repeats the title is not part of the text, unless the page has it there. */
async function textOf(
  { key, text }: RepositoryPage,
  targets: ImportTargets,
  before: Page | undefined,
  pause: Pause,
): Promise<PageText> {
  if (!text) return { kept: undefined, titled: false };
  const { raw, read } = text;
  const keep = (part: PagePart) =>
    storedText(raw, { ...read, part }, (url) => keptUrl(targets, key, url), pause);
  const kept = await keep(read.part);
  const titled = read.whole.start !== read.part.start;
  if (titled && before && before.document !== documentId(kept.text)) {
    const whole = await keep(read.whole);
    if (before.document === documentId(whole.text)) return { kept: whole, titled: false };
  }
  return { kept, titled };
}
