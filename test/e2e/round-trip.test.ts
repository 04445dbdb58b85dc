import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';

interface PageNode {
  id: string;
  documentId?: string;
  pages?: PageNode[];
}

const spaceId = 'spaceDevGuide0000001';

describe.each([
  ['the embedded platform', false],
  ['a platform that keeps the title in the text, as the live service does', true],
])('reading and writing back on %s', (_, doublesTitles) => {
  let platform: RunningPlatform;
  let client: PlatformClient;
  const surface = surfaceOf({ toolsets: ['all'], confirm: 'never' });

  beforeAll(async () => {
    platform = await startPlatform({ doublesTitles });
    client = createClient({ baseUrl: platform.url, userAgent: 'test/1' });
  });

  afterAll(async () => {
    await client.close();
    await platform.close();
  });

  async function facts(name: string, args: object): Promise<Record<string, unknown>> {
    const outcome = await surface.call(name, args, { client, token: 'demo-admin-token' });
    if (!outcome || 'question' in outcome || !outcome.structured)
      throw new Error(JSON.stringify(outcome));
    return outcome.structured;
  }

  const flatten = (pages: PageNode[]): PageNode[] =>
    pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);

  it('changes no page', async () => {
    const { id: changeRequestId } = await facts('create_change_request', { spaceId });
    const place = { spaceId, changeRequestId };
    const before = flatten(
      (await facts('list_pages', { spaceId, fields: ['*'] })).pages as PageNode[],
    );
    expect(before.length).toBeGreaterThanOrEqual(12);
    for (const { id } of before) {
      const { markdown } = await facts('get_change_request_page', { ...place, pageId: id });
      await facts('edit_change_request_content', {
        ...place,
        changes: [{ operation: 'update_page', page: id, document: { markdown }, icon: 'book' }],
      });
    }
    const after = flatten(
      (await facts('list_change_request_pages', { ...place, fields: ['*'] })).pages as PageNode[],
    );
    expect(after.map(({ id, documentId }) => [id, documentId])).toEqual(
      before.map(({ id, documentId }) => [id, documentId]),
    );
  });

  it('keeps a heading other than the title that a text begins with', async () => {
    const { id: changeRequestId } = await facts('create_change_request', { spaceId });
    const place = { spaceId, changeRequestId };
    const text = '# Willkommen\n\nA page in two languages.';
    await facts('edit_change_request_content', {
      ...place,
      changes: [
        {
          operation: 'insert_page',
          title: 'Welcome',
          document: { markdown: `# Welcome\n\n${text}` },
        },
      ],
    });
    const read = async () => {
      const { markdown } = await facts('get_change_request_page', { ...place, pageId: 'welcome' });
      return String(markdown);
    };
    const shown = await read();
    expect(shown).toContain(text);
    const markdown = `${shown.trimEnd()} One more.`;
    await facts('edit_change_request_content', {
      ...place,
      changes: [{ operation: 'update_page', page: 'welcome', document: { markdown } }],
    });
    expect((await read()).trimEnd()).toBe(markdown);
  });

  it('keeps hidden parts of unedited lines', async () => {
    const { id: changeRequestId } = await facts('create_change_request', { spaceId });
    const place = { spaceId, changeRequestId };
    const hidden =
      'First.<!-- keep me -->\n\nSecond.\n\n<div hidden>\n\nkeep me too\n\n</div>\n\nLast.';
    const { changes } = await facts('edit_change_request_content', {
      ...place,
      changes: [
        { operation: 'insert_page', title: 'Hidden parts', document: { markdown: hidden } },
      ],
    });
    const [{ page }] = changes as [{ page: { id: string } }];
    const read = async () =>
      (await facts('get_change_request_page', { ...place, pageId: page.id })).markdown;
    const markdown = String(await read());
    expect(markdown).not.toContain('keep me');
    await facts('edit_change_request_content', {
      ...place,
      changes: [
        {
          operation: 'update_page',
          page: page.id,
          document: { markdown: markdown.replace('Second', '2nd') },
        },
      ],
    });
    const { data } = await client.request(
      {
        route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
        effect: 'read',
        path: { spaceId, changeRequestId: String(changeRequestId), pageId: page.id },
        query: { format: 'markdown' },
      },
      { token: 'demo-admin-token' },
    );
    expect((data as { markdown: string }).markdown).toBe(
      `# Hidden parts\n\n${hidden.replace('Second', '2nd')}`,
    );
  });
});
