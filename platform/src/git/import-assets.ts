import { localPaths } from '@docs-platform-mcp/markdown/repository';
import { saveLargeBlob } from '../content/blobs.ts';
import type { ContentState, File } from '../content/model.ts';
import { files as fileTable } from '../content/tables.ts';
import { isIncluded, mentionedIn } from '../import/included-text.ts';
import { textsIn } from '../import/source-page.ts';
import { describeFile } from '../import/stage-tree.ts';
import { eachInTurns, type Pause, turns } from '../runtime/turns.ts';
import type { Database } from '../store/database.ts';
import { forEachBlob } from './blobs.ts';
import type { Checkout } from './checkout.ts';
import type { Repository } from './read-repository.ts';
import { fileSources } from './sources.ts';

/** A file that pages refer to, with its Git object id. */
export interface Asset {
  oid: string;
  /** The new version of the file; undefined if the space already has it. */
  file: File | undefined;
  id: string;
  /** The content in the repository, if the space has it with other links. */
  source?: string;
}

/**
 * Imports the files that pages refer to or referred to, one after the other; returns them by path. A file that the space
 * already has keeps its id, and is not fetched again while its content is the same.
 */
export async function importAssets(
  db: Database,
  checkout: Checkout,
  repository: Repository,
  { state, newId }: { state: ContentState; newId: () => string },
): Promise<Map<string, Asset>> {
  const known = new Map<string, { id: string; oid: string }>();
  await eachInTurns(fileSources(db, state.space), ([id, { path, oid }]) => {
    known.set(path, { id, oid });
  });
  const named = new Map<string, string>();
  await eachInTurns(await fileTable.gather(db, state), ({ blob, name, id }) =>
    named.set(`${blob}/${name}`, id),
  );
  const keys = new Set(repository.pages.map(({ key }) => key));
  const assets = new Map<string, Asset>();
  const pause = turns();
  const take = async (paths: Iterable<string>): Promise<void> => {
    const missing = new Map<string, string[]>();
    for (const path of paths) {
      await pause();
      const oid = repository.files.get(path);
      if (oid === undefined || keys.has(path) || assets.has(path)) continue;
      const before = known.get(path);
      if (before?.oid === oid && !isIncluded(path)) {
        if (fileTable.find(db, state, before.id)) {
          assets.set(path, { oid, id: before.id, file: undefined });
          continue;
        }
      }
      missing.set(oid, [...(missing.get(oid) ?? []), path]);
    }
    const mentioned = new Set<string>();
    const listed = [...missing].map(([oid, [path = '']]) => ({ oid, path }));
    await forEachBlob(checkout, listed, async ({ oid, bytes }) => {
      for (const path of missing.get(oid) ?? []) {
        const described = describeFile({ path, bytes });
        const blob = await saveLargeBlob(db, bytes, described.contentType);
        const id = known.get(path)?.id ?? named.get(`${blob}/${described.name}`) ?? newId();
        assets.set(path, { oid, id, file: { ...described, blob, id } });
        if (!isIncluded(path)) continue;
        for (const named of await mentionedIn(path, bytes, repository.folder)) mentioned.add(named);
      }
    });
    if (mentioned.size > 0) await take(mentioned);
  };
  const mentioned = await mentionedBy(repository, pause);
  // A page that is restored later may refer to an earlier file.
  await take(new Set([...mentioned, ...known.keys()]));
  return assets;
}

/** The paths that pages refer to. */
async function mentionedBy({ pages, folder }: Repository, pause: Pause): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const { key, text } of pages) {
    await pause();
    if (!text) continue;
    const { references, frontmatter } = text.read;
    for (const url of [...references.map(({ url }) => url), ...textsIn(frontmatter)]) {
      for (const path of localPaths(key, url, folder)) paths.add(path);
    }
  }
  return paths;
}
