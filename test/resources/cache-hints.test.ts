import { describe, expect, it } from 'vitest';
import { connect, type Listed, legacy, modern, platform, useServer } from './support.ts';

useServer();

const PAGE = '/v1/spaces/s1/content/page/p1';
const page = (markdown: string) => ({ id: 'p1', title: 'Retries', type: 'document', markdown });

describe('cache hints', () => {
  it('are sent only to clients of 2026: private, for the remaining freshness', async () => {
    platform({ [PAGE]: page('# Retries'), '/v1/orgs': { items: [] } });
    const uri = 'docs://spaces/s1/pages/p1';
    const { client } = await connect(modern);
    const results = [await client.readResource({ uri }), await client.listResources()];
    for (const { ttlMs, cacheScope } of results as Listed[]) {
      expect(cacheScope).toBe('private');
      expect(ttlMs).toBeGreaterThan(0);
      expect(ttlMs).toBeLessThanOrEqual(10_000);
    }
    expect(await client.listResourceTemplates()).toMatchObject({
      ttlMs: 300_000,
      cacheScope: 'private',
    });
    expect(await client.listTools()).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
    const old = await connect(legacy);
    expect(await old.client.readResource({ uri })).not.toHaveProperty('ttlMs');
    expect(await old.client.listResources()).not.toHaveProperty('cacheScope');
  });
});
