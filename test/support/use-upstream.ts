import { afterAll, beforeAll } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** A scripted platform with a client of it, for all tests of a file or group. */
export function useUpstream(): { upstream: Upstream; client: PlatformClient } {
  const used = {} as { upstream: Upstream; client: PlatformClient };
  beforeAll(async () => {
    used.upstream = await startUpstream();
    used.client = createClient({ baseUrl: used.upstream.url, userAgent: 'test/1' });
  });
  afterAll(async () => {
    await used.client.close();
    await used.upstream.close();
  });
  return used;
}
