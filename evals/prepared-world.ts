import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '@docs-platform-mcp/platform';
import { LARGE_SPACE, publishLargeSpace } from './large-space.ts';
import { type Json, ORGANIZATION, type World, worldOf } from './world.ts';

/** Fills a new folder with the starting content of every attempt: the demonstration content and the large space. */
export async function prepareWorld(folder: string): Promise<void> {
  const world = worldOf(await startPlatform({ data: folder, profile: 'current' }));
  await publishLargeSpace(world);
  await world.close();
}

/** Starts a separate platform on a copy of a prepared folder. */
export async function startWorld(prepared: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-evals-'));
  // SQLite's files beside a closed database are empty and may disappear at any moment.
  const filter = (path: string) => !/-(shm|wal)$/.test(path);
  await cp(prepared, folder, { recursive: true, filter });
  const platform = await startPlatform({ data: folder, profile: 'current' });
  const world = worldOf(platform);
  const { items } = await world.api('GET', `/orgs/${ORGANIZATION}/spaces?limit=100`);
  const largeSpace: string = items.find(({ title }: Json) => title === LARGE_SPACE).id;
  const close = async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...world, largeSpace, close };
}
