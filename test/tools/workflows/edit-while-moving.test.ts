import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

const PAGES = {
  Start: 'See [plan](./plan.md#first), [bag](./bag.md) and <a href="./plan.md">HTML</a>.\n\nEnd.',
  Plan: '## First\n\nBack to [the start](./start.md), and to [itself](#first).',
  Bag: 'Empty.',
};

describe.each(['contract', 'current'])(
  'texts edited in the call that moves pages, on the profile %s',
  (profile) => {
    let connection: McpConnection;
    const ids: Record<string, string> = {};

    beforeAll(async () => {
      connection = await generation.stdio({
        args: ['--profile', profile, '--confirm', 'never', '--toolsets', 'all'],
      });
      const { pages } = await edit(
        Object.entries(PAGES).map(([title, markdown]) => ({
          ...{ operation: 'insert_page', title, document: { markdown } },
        })),
        { merge: true },
      );
      for (const { id, title } of pages) ids[unfenced(title)] = id;
    });
    afterAll(() => connection.close());

    const edit = async (changes: object[], more: object = {}) =>
      (await connection.facts('open_change_request_with_edits', {
        ...{ spaceId, subject: 'Move', changes, ...more },
      })) as unknown as { number: number; pages: { id: string; title: string }[] };

    const textAfter = async (changes: object[], page: string) => {
      const { number } = await edit(changes);
      const place = { spaceId, changeRequestId: String(number) };
      const { markdown } = await connection.facts('get_change_request_page', {
        ...{ ...place, pageId: ids[page] },
      });
      const audit = await connection.facts('audit_links', place);
      expect(audit).toMatchObject({ new: 0 });
      return unfenced(String(markdown)).replace(/^# .*\n\n/, '');
    };

    const slug = { operation: 'update_page', page: 'Plan', slug: 'walk' };
    const into = { operation: 'update_page', page: 'Plan', into: 'Bag' };
    const word = { operation: 'replace_text', page: 'Start', old: 'See ', new: 'Read ' };
    const other = { operation: 'replace_text', page: 'Start', old: 'End.', new: 'The end.' };

    it.each([
      ['a new slug', [slug, word], 'walk.md', 'bag.md'],
      ['the text first', [word, slug], 'walk.md', 'bag.md'],
      ['another parent', [into, word], 'bag/plan.md', 'bag/README.md'],
      ['another line', [slug, other], 'walk.md', 'bag.md'],
    ])('keep their links: %s', async (_, changes, plan, bag) => {
      const text = await textAfter(changes, 'Start');
      expect(text).toMatch(/^(?:See|Read) /);
      expect(text.replaceAll('./', '')).toContain(
        `[plan](${plan}#first), [bag](${bag}) and <a href="${plan}">HTML</a>.`,
      );
    });

    it('keep the links of the page that moves', async () => {
      const changes = [
        into,
        { operation: 'replace_text', page: 'Plan', old: 'Back', new: 'Return' },
      ];
      expect(await textAfter(changes, 'Plan')).toBe(
        '## First\n\nReturn to [the start](../start.md), and to [itself](#first).',
      );
    });

    it('keep links of a page that is rewritten as it was read', async () => {
      const markdown = PAGES.Plan.replace('Back', 'Return');
      const changes = [into, { operation: 'update_page', page: 'Plan', document: { markdown } }];
      expect(await textAfter(changes, 'Plan')).toContain('[the start](../start.md)');
    });

    it.each([['./plan.md'], ['plan.md'], ['/plan']])(
      'keep a new link by the old path %s',
      async (path) => {
        const changes = [
          slug,
          { operation: 'insert_text', page: 'Bag', new: `See [it](${path}).` },
        ];
        expect((await textAfter(changes, 'Bag')).replaceAll('./', '')).toContain(
          'See [it](walk.md).',
        );
      },
    );

    it('and pages take the slugs that others give up, in any order', async () => {
      const swapped = [
        { operation: 'update_page', page: 'Plan', slug: 'bag' },
        { operation: 'update_page', page: 'Bag', slug: 'plan' },
      ];
      const { pages } = (await edit(swapped)) as unknown as { pages: { path: string }[] };
      expect(pages.map(({ path }) => path).sort()).toEqual(['bag', 'plan']);
      const replaced = [
        { operation: 'insert_page', title: 'Plan', document: { markdown: 'Another.' } },
        { operation: 'delete_page', page: 'Plan', linksTo: 'Start' },
      ];
      const after = (await edit(replaced)) as unknown as { pages: { path?: string }[] };
      expect(after.pages.map(({ path }) => path)).toContain('plan');
      const moved = [
        { operation: 'insert_page', title: 'Plan', document: { markdown: 'Another.' } },
        into,
      ];
      const apart = (await edit(moved)) as unknown as { pages: { path?: string }[] };
      expect(apart.pages.map(({ path }) => path).sort()).toEqual(['bag/plan', 'plan']);
    });

    it('and a slug that another page keeps is named', async () => {
      const taken = { operation: 'update_page', page: 'Plan', slug: 'bag' };
      const { pages } = (await edit([taken])) as unknown as { pages: object[] };
      expect(pages).toMatchObject([{ path: 'bag-1', note: 'another page here has the slug bag' }]);
    });

    it('keep links beside those that get a new target', async () => {
      const changes = [{ operation: 'delete_page', page: 'Bag', linksTo: 'Plan' }, slug];
      expect((await textAfter(changes, 'Start')).replaceAll('./', '')).toContain(
        '[plan](walk.md#first), [bag](walk.md) and',
      );
    });
  },
);
