import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { complete } from '../../src/completion/index.ts';
import { UNSCOPED } from '../../src/operations/index.ts';
import { ReadCache, Reader } from '../../src/resources/index.ts';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { json, startUpstream } from '../support/upstream.ts';

const DEV_GUIDE = 'spaceDevGuide0000001';
const ORGANIZATION = 'orgNorthwind00000001';

/** Values to choose first, for arguments that depend on them. */
const CHOSEN: Record<string, string> = {
  organizationId: ORGANIZATION,
  spaceId: DEV_GUIDE,
  guideSpaceId: DEV_GUIDE,
  specSlug: 'northwind-queue',
};

interface Completed {
  completion: { values: string[]; total?: number; hasMore?: boolean };
}

describe.each(linkedClient('2026'))('completion with $name', (generation) => {
  let server: McpConnection;

  beforeAll(async () => {
    server = await generation.stdio({ args: ['serve', '--confirm', 'never'] });
    const { changeRequestId } = await server.facts('open_change_request_with_edits', {
      spaceId: DEV_GUIDE,
      subject: 'Explain priorities',
      changes: [{ operation: 'insert_page', title: 'Priorities', document: { markdown: 'Text.' } }],
    });
    await server.facts('merge_change_request', { spaceId: DEV_GUIDE, changeRequestId });
  });

  afterAll(() => server.close());

  async function completed(
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    name: string,
    value: string,
    chosen: Record<string, string> = CHOSEN,
  ): Promise<string[]> {
    const { [name]: _, ...others } = chosen;
    const { completion } = (await server.client.complete({
      ref,
      argument: { name, value },
      context: { arguments: others },
    })) as Completed;
    return completion.values;
  }

  it('has values for every argument of every prompt', async () => {
    const { prompts } = await server.client.listPrompts();
    for (const prompt of prompts) {
      for (const { name } of prompt.arguments ?? []) {
        const values = await completed({ type: 'ref/prompt', name: prompt.name }, name, '');
        expect(values.length, `${prompt.name} ${name}`).toBeGreaterThan(0);
      }
    }
  });

  it('has values for every variable of every template', async () => {
    const { resourceTemplates } = await server.client.listResourceTemplates();
    for (const { uriTemplate } of resourceTemplates) {
      for (const [, name = ''] of uriTemplate.matchAll(/\{(\w+)\}/g)) {
        const chosen = uriTemplate.includes('{changeRequestId}')
          ? { ...CHOSEN, changeRequestId: '1' }
          : CHOSEN;
        const ref = { type: 'ref/resource' as const, uri: uriTemplate };
        const values = await completed(ref, name, '', chosen);
        expect(values.length, `${uriTemplate} ${name}`).toBeGreaterThan(0);
      }
    }
  });

  it('finds values by the words that people use', async () => {
    const ref = { type: 'ref/prompt' as const, name: 'review_change_request' };
    expect(await completed(ref, 'spaceId', 'handbook')).toEqual(['spaceOpsHandbook0001']);
    expect(await completed(ref, 'spaceId', 'devloper')).toEqual([DEV_GUIDE]);
    expect(await completed(ref, 'changeRequestId', 'monitor')).toEqual(['1']);
    const template = {
      type: 'ref/resource' as const,
      uri: 'docs://spaces/{spaceId}/paths/{pagePath}',
    };
    expect((await completed(template, 'pagePath', 'backoff'))[0]).toBe('guides/retries');
  });

  it('finds words in any order and without accents, and accepts days for dates', async () => {
    const page = { type: 'ref/prompt' as const, name: 'draft_change' };
    expect(await completed(page, 'pageId', 'bäckoff retries')).toEqual(['kmBrcfIkSeuVCGDS9fXr']);
    expect(await completed(page, 'instruction', 'explain')).toEqual(['Explain how to ']);
    const notes = { type: 'ref/prompt' as const, name: 'write_release_notes' };
    const today = new Date().toISOString().slice(0, 10);
    expect(await completed(notes, 'since', 'priorities')).toEqual([today]);
  });

  it('refuses an unknown reference or argument', async () => {
    const nothing = { type: 'ref/prompt' as const, name: 'nothing' };
    await expect(completed(nothing, 'spaceId', '')).rejects.toThrow('The reference is unknown');
    const known = { type: 'ref/prompt' as const, name: 'fix_broken_links' };
    await expect(completed(known, 'pageId', '')).rejects.toThrow('there are spaceId');
  });
});

describe('the requests of a completion', () => {
  it('are one request, cached for seconds, for a single caller', async () => {
    const upstream = await startUpstream();
    const client = createClient({ baseUrl: upstream.url, userAgent: 'test/1' });
    const cache = new ReadCache();
    const access = { scope: UNSCOPED, isExcluded: () => false };
    const subjects = Array.from({ length: 150 }, (_, number) => ({ slug: `spec-${number}` }));
    upstream.answer(json(200, { items: subjects }));
    const specs = (token: string, value: string) =>
      complete(
        { name: 'specSlug', value },
        { organizationId: 'o1' },
        new Reader({ client, token }, { access, cache }),
        UNSCOPED,
      );

    const first = await specs('one', 'spec');
    expect(first).toMatchObject({ total: 150, hasMore: true });
    expect(first.values).toHaveLength(100);
    expect((await specs('one', 'spec-14')).values[0]).toBe('spec-14');
    expect(upstream.received).toHaveLength(1);
    await specs('two', 'spec');
    expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer one',
      'Bearer two',
    ]);

    upstream.answer(json(403, { error: { code: 403, message: 'No' } }));
    expect(await specs('three', 'spec')).toEqual({ values: [], hasMore: false });
    await client.close();
    await upstream.close();
  });
});
