import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const [client] = linkedClient('2026');

interface Replaced {
  number: number;
  status: string;
  replaced: number;
  left: number;
  merged?: string | false;
  skipped?: { title: string; problem: string }[];
  skippedNote?: string;
  pages: { title: string }[];
}

/** A service that writes another word on the page "Doubtful" and finds the page that a broken link means. */
async function startRewriting(target: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { authorization = '', 'content-type': type } = request.headers;
    const isEdit = body.includes('"update_page"') && body.includes('Zebra');
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, ...(type && { 'content-type': type }) },
      ...(body && {
        body: isEdit
          ? body.replaceAll('Kept line.', 'Lost line.').replaceAll('../../../../guides', '/guides')
          : body,
      }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.each(['contract', 'current'] as const)(
  'replacing everywhere on a %s service',
  (profile) => {
    let platform: TestPlatform;
    let rewriting: Server;
    let connection: McpConnection;
    const questions: string[] = [];

    beforeAll(async () => {
      platform = await startTestPlatform({ profile });
      rewriting = await startRewriting(platform.url);
      const { port } = rewriting.address() as AddressInfo;
      connection = await client.stdio({
        args: ['serve', '--api', 'auto', '--toolsets', 'all'],
        env: {
          DOCS_PLATFORM_URL: `http://127.0.0.1:${port}`,
          DOCS_PLATFORM_TOKEN: 'demo-admin-token',
        },
        person: (question) => {
          questions.push(question);
          return 'accept';
        },
      });
      const page = (title: string, markdown: string) => ({
        ...{ operation: 'insert_page', title, document: { markdown } },
      });
      await connection.facts('open_change_request_with_edits', {
        ...{ spaceId, subject: 'Animals', merge: true, allowPlainLinks: true },
        changes: [
          page('Doubtful', 'Kept line.\n\nA giraffe.'),
          page('Good', 'A giraffe.'),
          page('Repaired', '[Retries](../../../../guides/retries.md)\n\nA giraffe.'),
        ],
      });
    });
    afterAll(async () => {
      await connection.close();
      rewriting.closeAllConnections();
      rewriting.close();
      await platform.close();
    });

    const replace = async (args: object) =>
      (await connection.facts('replace_in_pages', { spaceId, ...args })) as unknown as Replaced;

    const textOf = async ({ number }: Replaced, pageId: string) => {
      const page = { spaceId, changeRequestId: String(number), pageId };
      const { markdown } = await connection.facts('get_change_request_page', page);
      return unfenced(String(markdown));
    };

    it('keeps the good pages and reverts the doubtful one, and then merges nothing', async () => {
      const done = await replace({ old: 'giraffe', new: 'Zebra', merge: true });
      expect(done).toMatchObject({ status: 'draft', merged: false, left: 1 });
      expect(done.pages.map(({ title }) => title)).toEqual(['Good', 'Repaired']);
      expect(done.skipped).toMatchObject([{ title: 'Doubtful' }]);
      expect(unfenced(done.skipped?.[0]?.problem ?? '')).toBe(
        'reset: line 1: "Kept line." became "Lost line."',
      );
      expect(done.skippedNote).toContain(`existing "${done.number}"`);
      expect(await textOf(done, 'Doubtful')).toContain('Kept line.\n\nA giraffe.');
      expect(await textOf(done, 'Good')).toContain('A Zebra.');
      expect(await textOf(done, 'Repaired')).toContain('A Zebra.');
    });

    it('refuses and archives if no page can be kept', async () => {
      const args = { spaceId, old: 'giraffe', new: 'Zebra', pages: ['Doubtful'], subject: 'Alone' };
      const { isError, content } = await connection.call('replace_in_pages', args);
      expect(isError).toBe(true);
      expect(content[0]?.text).toMatch(/changed more than was requested.*These pages were reset/s);
      expect(content[0]?.text).not.toContain('allowPlainLinks');
      const archived = { spaceId, status: 'archived', filter: 'Alone' };
      expect(await connection.facts('list_change_requests', archived)).toMatchObject({
        items: [{ subject: 'Alone' }],
      });
    });

    it('keeps the change request of a refused edit whose other changes stay', async () => {
      const { isError, content } = await connection.call('open_change_request_with_edits', {
        ...{ spaceId, subject: 'Both' },
        changes: [
          { operation: 'replace_text', page: 'Doubtful', old: 'giraffe', new: 'Zebra' },
          { operation: 'insert_page', title: 'Beside', document: { markdown: 'Words.' } },
        ],
      });
      expect(isError).toBe(true);
      expect(content[0]?.text).toContain('the other changes of the call stay');
      const drafts = { spaceId, status: 'draft', filter: 'Both' };
      expect(await connection.facts('list_change_requests', drafts)).toMatchObject({
        items: [{ subject: 'Both' }],
      });
    });

    it('leaves out pages on which a new link would be broken', async () => {
      const args = { old: 'giraffe', new: '[giraffe](./good.md)', match: 'text' };
      const moved = { operation: 'update_page', page: 'Doubtful', into: 'Guides' };
      const { number } = await connection.facts('open_change_request_with_edits', {
        ...{ spaceId, changes: [moved] },
      });
      const done = await replace({ ...args, changeRequestId: String(number) });
      expect(done.pages.map(({ title }) => title)).toEqual(['Good', 'Repaired']);
      expect(unfenced(JSON.stringify(done.skipped))).toContain('would lead nowhere: line 5');
    });

    it('asks a person before it merges, and names the pages, but first refuses what cannot be done', async () => {
      questions.length = 0;
      const done = await replace({ old: 'giraffe', new: 'okapi', titles: true, merge: true });
      expect(questions).toEqual([
        expect.stringContaining(
          'It replaces "giraffe" by "okapi" 3 times on 3 pages: "Doubtful", "Good", "Repaired". It merges the change request, which makes it live.',
        ),
      ]);
      expect(done).toMatchObject({ status: 'merged', merged: 'merge', replaced: 3, left: 0 });
      expect(done).not.toHaveProperty('alsoLive');
      const live = await connection.facts('get_page', { spaceId, pageId: 'Good' });
      expect(String(live.markdown)).toContain('A okapi.');
      const unknown = { spaceId, old: '(o)kapi', new: '$2', match: 'regex', merge: true };
      const { content } = await connection.call('replace_in_pages', unknown);
      expect(content[0]?.text).toContain('refers to a group by "$2", and old has 1 group.');
      expect(questions).toHaveLength(1);
    });

    it.each(['preview', 'status'])('asks nobody for %s alone', async (name) => {
      questions.length = 0;
      const given = { preview: { preview: true, merge: true }, status: { status: 'open' } }[name];
      await replace({ old: 'okapi', new: 'ibex', ...given });
      expect(questions).toEqual([]);
    });
  },
);
