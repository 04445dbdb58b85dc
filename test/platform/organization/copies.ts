import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPlatform, type TestPlatform } from '../support.ts';

/** Copies of one demonstration platform: writing its content anew for every test would take most of the time. */
export interface Copies {
  start(options?: Parameters<typeof startTestPlatform>[0]): Promise<TestPlatform>;
  remove(): Promise<void>;
}

export async function prepareCopies(): Promise<Copies> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'));
  const original = join(folder, 'original');
  await (await startTestPlatform({ data: original })).close();
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
