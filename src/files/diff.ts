import type { RepositoryPaths } from '@docs-platform-mcp/markdown/repository';
import { patch } from '../content/index.ts';
import { Bodies } from './bodies.ts';
import { localChanges, type PageDifference, remoteChanges } from './changes.ts';
import type { SpaceApi } from './remote.ts';
import type { PageRecord } from './state.ts';
import type { BothSides } from './status.ts';
import type { Store } from './store.ts';
import { pageFileText } from './text.ts';

/** The changes of a page on one side since the common base. */
export interface PageDiff extends Pick<PageDifference, 'kind' | 'path' | 'aspects'> {
  side: 'here' | 'there';
  /** Unified diff of its file; empty if the text is unchanged. */
  diff: string;
}

/** Context lines of a diff. */
const CONTEXT = 3;

/** Compares both sides with their common base, page by page. */
export async function diffsOf(
  { side, local, remote }: BothSides,
  store: Store,
  platform: SpaceApi,
): Promise<PageDiff[]> {
  const bodies = new Bodies(platform, remote, side, store);
  const there = remoteChanges(remote, side);
  await bodies.fetch(new Set(there.map(({ id }) => id)));
  const records = new Map(side.pages.map((page) => [page.id, page]));
  const remotes = new Map(remote.pages.map((page) => [page.id, page]));
  const here = new Map(local.pages.map((page) => [page.id, page]));
  const paths: RepositoryPaths = {
    pages: pathsOf([...side.pages, ...local.pages]),
    files: pathsOf(side.files),
  };
  const print = (
    page: Pick<PageRecord, 'title' | 'slug' | 'attributes'> | undefined,
    body: string,
    path: string,
  ) => (page ? pageFileText(page, body, { path, paths, keepsSlug: false }) : '');
  const former = async ({ id }: PageDifference, path: string) =>
    print(records.get(id), await bodies.former(id), path);
  const diffs: PageDiff[] = [];
  for (const change of localChanges(local, side)) {
    const { id, path } = change;
    const page = here.get(id);
    const body = page?.body ?? (await bodies.former(id));
    const now = change.kind === 'deleted' ? '' : print(page, body, path);
    diffs.push(diffOf('here', change, await former(change, path), now));
  }
  for (const change of there) {
    const { id, path } = change;
    const now = change.kind === 'deleted' ? '' : print(remotes.get(id), await bodies.get(id), path);
    diffs.push(diffOf('there', change, await former(change, path), now));
  }
  return diffs;
}

function diffOf(
  side: PageDiff['side'],
  { kind, path, aspects }: PageDifference,
  before: string,
  after: string,
): PageDiff {
  const diff = before === after ? '' : patch([`a/${path}`, `b/${path}`], [before, after], CONTEXT);
  return { side, kind, path, aspects, diff };
}

function pathsOf(items: readonly { id: string; path?: string }[]): Map<string, string> {
  return new Map(items.flatMap(({ id, path }) => (path === undefined ? [] : [[id, path]])));
}
