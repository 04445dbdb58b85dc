import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generations } from '../support/clients.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

describe.each(generations)('a cancelled call with $name', (generation) => {
  it('aborts its request to the platform', async () => {
    const connection = await generation.stdio({
      env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'secret' },
    });
    const controller = new AbortController();
    const aborted = new Promise<void>((resolve) => {
      upstream.answer((_, response) => {
        void once(response, 'close').then(() => resolve());
        controller.abort();
      });
    });
    const call = connection.call('list_organizations', {}, { signal: controller.signal });
    await expect(call).rejects.toThrow();
    await aborted;
    await connection.close();
  });
});
