import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedGenerations } from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

const PATH = '/v1/collections/collection0000000001';
const collection = (title: string) => ({
  object: 'collection',
  id: 'collection0000000001',
  title,
  description: 'What new colleagues read first.',
});

describe.each(linkedGenerations)(
  'a call that is repeated, with a client of $name',
  (generation) => {
    const reads: Record<string, unknown> = {};
    let server: ScriptedServer;

    beforeAll(async () => {
      server = await startScripted(generation, { args: ['--toolsets', 'all'], reads });
    });

    afterAll(() => server.close());

    const read = () => server.call('get_collection', { collectionId: 'collection0000000001' });
    const marksIn = (text = '') => /<untrusted-(\d+)/.exec(text)?.[1];

    it('has the same facts while the platform sends the same, and the new ones at once', async () => {
      reads[PATH] = collection('Handbook');
      const results = [await read(), await read(), await read(), await read()];
      for (const { structuredContent, content } of results) {
        expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
        const { '!': open, '~': close, ...facts } = structuredContent ?? {};
        expect(facts).toEqual({
          id: 'collection0000000001',
          title: 'Handbook',
          description: 'What new colleagues read first.',
        });
        expect(close).toBe(String(open).replace('<', '</'));
      }
      const marks = results.map(({ content }) => marksIn(content[0]?.text));
      expect(new Set(marks).size).toBe(4);

      reads[PATH] = collection('Manual');
      const [fourth, fifth] = [await read(), await read()];
      expect(fourth.structuredContent).toMatchObject({ title: 'Manual' });
      expect(fifth.structuredContent).toMatchObject({ title: 'Manual' });
    });

    it('depends on its arguments', async () => {
      reads['/v1/spaces/space1/content/page/page1'] = {
        ...{ id: 'page1', title: 'Limits', path: 'limits', type: 'document' },
        ...{ markdown: '# Limits\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n' },
      };
      const page = async (more: object = {}) => {
        const args = { spaceId: 'space1', pageId: 'page1', ...more };
        return String((await server.facts('get_page', args)).markdown);
      };
      for (let round = 0; round < 3; round += 1) {
        expect(await page()).toContain('Second.');
        expect(await page({ section: 'One' })).not.toContain('Second.');
      }
    });
  },
);
