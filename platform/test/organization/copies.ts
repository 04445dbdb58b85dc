import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach } from 'vitest';
import { openDatabase } from '../../src/platform.ts';
import type { Database } from '../../src/store/database.ts';
import { startTestPlatform, type TestPlatform } from '../support.ts';

type Options = Parameters<typeof startTestPlatform>[0];

/** Copies of one demonstration platform, because seeding it for every test would take most of the time. */
interface Copies {
  start(options?: Options): Promise<TestPlatform>;
  remove(): Promise<void>;
}

/** Gives each test of a file its own platform, and closes it afterwards. */
export function useFreshPlatforms(take: (platform: TestPlatform) => void, options?: Options): void {
  let copies: Copies;

  beforeAll(async () => {
    copies = await prepareCopies();
    return copies.remove;
  });

  beforeEach(async () => {
    const platform = await copies.start(options);
    take(platform);
    return () => platform.close();
  });
}

/**
 * Writes the database to a new folder. Copying its files could fail: the driver may still delete those beside a closed
 * database, while no driver has opened the new file.
 */
export async function copyDatabase(db: Database, folder: string): Promise<void> {
  await mkdir(folder);
  db.run('VACUUM INTO ?', join(folder, 'platform.sqlite'));
}

async function prepareCopies(): Promise<Copies> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'));
  const first = join(folder, 'first');
  await (await startTestPlatform({ data: first })).close();
  const original = join(folder, 'original');
  const db = openDatabase(first);
  await copyDatabase(db, original);
  db.close();
  let copies = 0;
  return {
    start: async (options = {}) => {
      copies += 1;
      const data = join(folder, String(copies));
      await cp(original, data, { recursive: true });
      return await startTestPlatform({ ...options, data });
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
