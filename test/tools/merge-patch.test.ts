import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { applyMergePatch } from '../../src/tools/runs/merge-patch.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

const STANDING = {
  title: 'Northwind',
  styling: { theme: 'clean', primaryColor: { light: '#111111', dark: '#eeeeee' } },
  footer: { copyright: 'Northwind', links: ['a', 'b'] },
};

describe('a merge patch', () => {
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j with %j is %j, as in RFC 7396', (value, patch, result) => {
    expect(applyMergePatch(value, patch)).toEqual(result);
  });

  it('changes nothing if it is empty, and never its inputs', () => {
    fc.assert(
      fc.property(fc.object(), fc.object(), (value, patch) => {
        const before = structuredClone([value, patch]);
        applyMergePatch(value, patch);
        expect([value, patch]).toEqual(before);
        expect(applyMergePatch(value, {})).toEqual(value);
      }),
    );
  });
});

describe('a setting that is replaced whole', () => {
  let upstream: Upstream;
  let client: PlatformClient;

  beforeEach(async () => {
    upstream = await startUpstream();
    client = createClient({ baseUrl: upstream.url, userAgent: 'test/1', timeoutMs: 500 });
    upstream.answer(json(200, STANDING));
  });

  afterEach(async () => {
    await client.close();
    await upstream.close();
  });

  const args = {
    organizationId: 'o1',
    siteId: 's1',
    customization: { styling: { primaryColor: { dark: '#dddddd' } }, footer: { links: ['c'] } },
  };

  async function call(dryRun: boolean) {
    const surface = surfaceOf({ toolsets: ['all'], confirm: 'never', api: 'current', dryRun });
    return surface.call('update_site_customization', args, { client, token: 'secret-token' });
  }

  const changed = {
    title: 'Northwind',
    styling: { theme: 'clean', primaryColor: { light: '#111111', dark: '#dddddd' } },
    footer: { copyright: 'Northwind', links: ['c'] },
  };

  it('keeps what the caller did not name', async () => {
    expect(await call(false)).not.toHaveProperty('isError');
    const sent = upstream.received.map(({ method, body }) => [method, body && JSON.parse(body)]);
    expect(sent).toEqual([
      ['GET', ''],
      ['PUT', changed],
    ]);
  });

  it('is shown in full by a preview, which only reads', async () => {
    expect(await call(true)).toMatchObject({ structured: { method: 'PUT', body: changed } });
    expect(upstream.received.map(({ method }) => method)).toEqual(['GET']);
  });

  it('is not sent if it could not be read', async () => {
    upstream.answer(json(403, { error: { code: 403, message: 'No' } }));
    expect(await call(false)).toMatchObject({ isError: true });
    expect(upstream.received.map(({ method }) => method)).toEqual(['GET']);
  });
});
