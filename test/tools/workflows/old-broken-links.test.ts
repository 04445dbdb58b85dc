import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const [client] = linkedClient('2026');
const TEXT =
  'See [the old page](broken-reference) and [another](/broken/pages/x1) here.\n\n## Part\n\nWords of it.';

/** A service that keeps only the text of broken links. */
async function startDropping(target: string): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { authorization = '', 'content-type': type } = request.headers;
    const isEdit = /\/content(\?|$)/.test(request.url ?? '') && body.includes('update_page');
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, ...(type && { 'content-type': type }) },
      ...(body && {
        body: isEdit
          ? body.replaceAll(
              /\[([^\][]*)\]\((?:broken-reference|guides\/message-templates\.md)\)/g,
              '$1',
            )
          : body,
      }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe.each(shareOf(['contract', 'current', 'dropping'] as const))(
  'links that the service wrote for deleted targets, on a %s service',
  (kind) => {
    let platform: TestPlatform;
    let dropping: Server | undefined;
    let connection: McpConnection;

    beforeAll(async () => {
      platform = await startTestPlatform({ profile: kind === 'current' ? 'current' : 'contract' });
      const proxy = kind === 'dropping' ? await startDropping(platform.url) : undefined;
      dropping = proxy?.server;
      connection = await client.stdio({
        args: ['serve', '--api', 'auto', '--toolsets', 'all', '--confirm', 'never'],
        env: {
          DOCS_PLATFORM_URL: proxy?.url ?? platform.url,
          DOCS_PLATFORM_TOKEN: 'demo-admin-token',
        },
      });
    });

    afterAll(async () => {
      await connection.close();
      dropping?.closeAllConnections();
      dropping?.close();
      await platform.close();
    });

    const open = (args: object) =>
      connection.facts('open_change_request_with_edits', { spaceId, ...args }) as Promise<{
        changeRequestId: string;
        note?: string;
      }>;

    it('stay through every edit elsewhere on the page, or their loss is reported', async () => {
      const { changeRequestId: existing } = await open({
        subject: 'A page with dead links',
        allowPlainLinks: true,
        changes: [{ operation: 'insert_page', title: 'Dead links', document: { markdown: TEXT } }],
      });
      const change = { page: 'Dead links' };
      const { note } = await open({
        existing,
        changes: [
          { ...change, operation: 'replace_text', old: 'Words of it', new: 'More words of it' },
          {
            ...change,
            operation: 'replace_section',
            section: 'Part',
            document: { markdown: '## Part\n\nOther words.' },
          },
          { ...change, operation: 'insert_text', new: 'The end.' },
        ],
      });
      const replaced = await connection.facts('replace_in_pages', {
        spaceId,
        changeRequestId: existing,
        old: 'Other words',
        new: 'New words',
      });
      const page = await connection.facts('get_change_request_page', {
        spaceId,
        changeRequestId: existing,
        pageId: 'Dead links',
      });
      const words = kind === 'dropping' ? 'the old page' : '[the old page](broken-reference)';
      expect(unfenced(String(page.markdown)).trimEnd()).toBe(
        `# Dead links\n\nSee ${words} and [another](/broken/pages/x1) here.\n\n## Part\n\nNew words.\n\nThe end.`,
      );
      expect(replaced.replaced).toBe(1);
      if (kind === 'dropping') expect(note).toContain('kept only the text on "Dead links"');
      else expect(note).toBeUndefined();
    });

    it('stay in a definition that no link uses', async () => {
      const markdown = '# Unused\n\nA word to replace.\n\n[old]: broken-reference\n\nThe end.';
      await open({
        ...{ subject: 'Unused', allowPlainLinks: true, merge: true },
        changes: [{ operation: 'insert_page', document: { markdown } }],
      });
      const { changeRequestId } = await connection.facts('replace_in_pages', {
        ...{ spaceId, old: 'word to replace', new: 'new word', pages: ['Unused'] },
      });
      const { id } = await connection.facts('get_page', { spaceId, pageId: 'Unused' });
      const place = `/spaces/${spaceId}/change-requests/${changeRequestId}/content/page/${id}`;
      const { json } = await platform.admin('GET', `${place}?format=markdown`);
      expect(json.markdown).toBe(markdown.replace('word to replace', 'new word'));
    });

    it('stay if they name a deleted page by its id', async () => {
      const page = (title: string, markdown: string) => ({
        ...{ operation: 'insert_page', title, document: { markdown } },
      });
      const merged = { subject: 'Pages', merge: true };
      await open({ ...merged, changes: [page('Passing', 'Text.')] });
      const { id } = await connection.facts('get_page', { spaceId, pageId: 'Passing' });
      const link = `See [it](/pages/${id}).`;
      await open({ ...merged, changes: [page('Linking', `${link}\n\nA word to replace.`)] });
      await open({ ...merged, changes: [{ operation: 'delete_page', page: 'Passing' }] });
      const { changeRequestId } = await connection.facts('replace_in_pages', {
        ...{ spaceId, old: 'word to replace', new: 'new word', pages: ['Linking'] },
      });
      const place = { spaceId, changeRequestId, pageId: 'Linking' };
      const { markdown } = await connection.facts('get_change_request_page', place);
      expect(unfenced(String(markdown))).toContain(`${link}\n\nA new word.`);
    });

    it('do not prevent an edit elsewhere, unless the platform drops others', async () => {
      const args = { spaceId, pages: ['quickstart'], old: 'Next steps', new: 'What next' };
      const plan = await connection.facts('replace_in_pages', { ...args, preview: true });
      expect(plan).toMatchObject({ replaced: 1 });
      expect(plan).not.toHaveProperty('refused');
      const { isError, content } = await connection.call('replace_in_pages', args);
      expect(isError ?? false).toBe(kind === 'dropping');
      const told = content[0]?.text ?? '';
      if (kind !== 'dropping') return;
      expect(told).toContain('(guides/message-templates.md)');
      expect(told).toContain('allowPlainLinks: true');
      const allowed = await connection.facts('replace_in_pages', {
        ...{ ...args, allowPlainLinks: true },
      });
      expect(allowed).toMatchObject({ replaced: 1 });
    });

    it('are refused if they are new', async () => {
      const { isError, content } = await connection.call('open_change_request_with_edits', {
        spaceId,
        subject: 'x',
        changes: [
          {
            operation: 'insert_text',
            page: 'guides/retries',
            new: 'See [it](broken-reference).',
          },
        ],
      });
      expect(isError).toBe(true);
      expect(content[0]?.text).toContain('leads nowhere');
    });
  },
);
