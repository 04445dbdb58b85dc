import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { callBy } from './calls.ts';
import { serveMonitored } from './monitored.ts';

/** More records than the buffers of a pipe hold. */
const CALLS = 1_500;

test.each([
  ['closes stderr', (stderr: Readable) => void stderr.destroy()],
  ['does not read stderr', (stderr: Readable) => void stderr.removeAllListeners('data').pause()],
])('a program whose parent %s serves and ends', async (_, ignore) => {
  const server = await serveMonitored([], { DOCS_PLATFORM_URL: 'http://127.0.0.1:9' });
  const { child } = server;
  ignore(child.stderr as Readable);
  const refused = callBy('one', 'get_page');
  let left = CALLS;
  const callUntilDone = async () => {
    while (left > 0) {
      left -= 1;
      expect((await server.send(refused)).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 8 }, callUntilDone));
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
