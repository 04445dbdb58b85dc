import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageIds, startTestPlatform, type TestPlatform } from '../support.ts';
import { createRepository } from './repository.ts';
import { changed, markdownOf, newSpace, published, sync } from './synced.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
});

afterAll(() => platform.close());

describe('a page whose frontmatter is not valid YAML', () => {
  const FRONT = "---\ntags: ['queues']\nbooks: [\n\t{name: 'Lamps'}\n]\n---\n\n";

  it('is imported, and only the edited sentence differs in its file', async () => {
    const repository = await createRepository();
    try {
      await repository.commit({
        'SUMMARY.md': '* [Oil](oil.md)\n',
        'oil.md': `${FRONT}# Oil\n\nOil burns.\n`,
      });
      await repository.git('branch', 'back', 'main');
      const space = await newSpace(platform);
      await sync(platform, 'import', { space, repository });
      const page = (await pageIds(platform.admin, space)).get('oil');
      expect(await markdownOf(platform, space, page)).toBe('# Oil\n\nOil burns.');
      const document = { markdown: '# Oil\n\nOil burns. Slowly.' };
      const change = { operation: 'update_page', page, description: 'On oil', document };
      expect(await published(platform, space, [change])).toEqual([200, 200]);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await repository.read('oil.md', 'back')).toBe(
        `${FRONT.replace(/---\n\n$/, 'description: On oil\n---\n\n')}# Oil\n\nOil burns. Slowly.\n`,
      );
    } finally {
      await repository.remove();
    }
  });
});

describe('a repository whose folders are not named after its pages', () => {
  it('gets new pages in the folders of their parents, and no frontmatter for a slug that was reverted', async () => {
    const repository = await createRepository();
    try {
      await repository.commit({
        'SUMMARY.md':
          '* [Lamps](README.md)\n\n## Technology\n\n* [Wicks](Technology/Wicks.md)\n* [New](Old/README.md)\n',
        'README.md': '# Lamps\n',
        'Old/README.md': '# New\n',
        'Technology/Wicks.md': '# Wicks\n\nWicks burn.\n',
      });
      await repository.git('branch', 'back', 'main');
      const space = await newSpace(platform);
      await sync(platform, 'import', { space, repository });
      const ids = await pageIds(platform.admin, space);
      const page = ids.get('technology/wicks');
      const into = ids.get('technology');
      const document = { markdown: 'Oil.' };
      const below = ids.get('technology/old');
      const changes = [
        { operation: 'insert_page', into, title: 'Oil', document },
        { operation: 'insert_page', into: below, title: 'Gas', document },
        { operation: 'update_page', page: below, slug: 'other' },
      ];
      expect(await published(platform, space, changes)).toEqual([200, 200]);
      for (const slug of ['threads', 'wicks']) {
        const change = { operation: 'update_page', page, slug };
        expect(await published(platform, space, [change])).toEqual([200, 200]);
        await sync(platform, 'export', { space, repository, branch: 'back' });
      }
      expect(await changed(repository, 'main', 'back')).toEqual([
        'M\tOld/README.md',
        'A\tOld/gas.md',
        'M\tSUMMARY.md',
        'A\tTechnology/oil.md',
      ]);
    } finally {
      await repository.remove();
    }
  });
});

describe('a page that was deleted and restored', () => {
  it('has its former file, also after an export without it', async () => {
    const repository = await createRepository();
    try {
      const wick =
        '# Wick\n\n<figure><img src=".gitbook/assets/wick (1).png" alt=""></figure>\n\n[Oil](./oil.md)\n\n\n\n';
      await repository.commit({
        '.gitbook.yaml': 'redirects:\n  candle: Odd_Name.md\n',
        'SUMMARY.md': '* [Lamps](README.md)\n* [Oil](oil.md)\n* [Wick](Odd_Name.md)\n',
        'README.md': '# Lamps\n',
        'oil.md': '# Oil\n',
        'Odd_Name.md': wick,
        '.gitbook/assets/wick (1).png': 'a picture',
      });
      const space = await newSpace(platform);
      await sync(platform, 'import', { space, repository });
      const page = (await pageIds(platform.admin, space)).get('odd_name') ?? '';
      const query = 'format=markdown&format.markdown.refs=stable';
      const { json } = await platform.admin('GET', `${space}/content/page/${page}?${query}`);
      const insert = {
        operation: 'insert_page',
        title: 'Wick',
        slug: 'odd_name',
        document: { markdown: json.markdown.replace(/^# Wick\n+/, '') },
      };
      const remove = (page: string) =>
        published(platform, space, [{ operation: 'delete_page', page }]);

      await remove(page);
      await published(platform, space, [insert]);
      await repository.git('branch', 'back', 'main');
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await changed(repository, 'main', 'back')).toEqual([]);

      const restored = (await pageIds(platform.admin, space)).get('odd_name') ?? '';
      await remove(restored);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await changed(repository, 'main', 'back')).toEqual([
        'D\tOdd_Name.md',
        'M\tSUMMARY.md',
      ]);
      await published(platform, space, [insert]);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await changed(repository, 'main', 'back')).toEqual([]);

      await remove((await pageIds(platform.admin, space)).get('odd_name') ?? '');
      await sync(platform, 'export', { space, repository, branch: 'back' });
      await sync(platform, 'import', { space, repository, branch: 'back' });
      await published(platform, space, [insert]);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await changed(repository, 'main', 'back')).toEqual([]);

      const kept = (await pageIds(platform.admin, space)).get('odd_name') ?? '';
      const { id: revision } = (await platform.admin('GET', `${space}/content`)).json;
      await remove(kept);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      const revert = { operation: 'revert_page', page: kept, revision };
      expect(await published(platform, space, [revert])).toEqual([200, 200]);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await changed(repository, 'main', 'back')).toEqual([]);

      const other = { ...insert, title: 'Wicks', slug: 'wicks' };
      await published(platform, space, [other]);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await repository.git('show', 'back:wicks.md')).toContain(
        '<img src=".gitbook/assets/wick (1).png" alt="">',
      );
    } finally {
      await repository.remove();
    }
  });
});

describe('a link that leads out of the repository', () => {
  it('stays as it is when another sentence of its page is edited', async () => {
    const repository = await createRepository();
    try {
      const text = '# Wicks\n\nSee [oil](../../oil.md).\n\nWicks burn.\n';
      await repository.commit({
        'SUMMARY.md': '* [Lamps](README.md)\n  * [Wicks](lamps/wicks.md)\n* [Oil](oil.md)\n',
        'README.md': '# Lamps\n',
        'lamps/wicks.md': text,
        'oil.md': '# Oil\n',
      });
      await repository.git('branch', 'back', 'main');
      const space = await newSpace(platform);
      await sync(platform, 'import', { space, repository });
      const page = (await pageIds(platform.admin, space)).get('lamps/wicks');
      const markdown = (await markdownOf(platform, space, page)).replace('burn', 'glow');
      const change = { operation: 'update_page', page, document: { markdown } };
      expect(await published(platform, space, [change])).toEqual([200, 200]);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await repository.read('lamps/wicks.md', 'back')).toBe(text.replace('burn', 'glow'));
    } finally {
      await repository.remove();
    }
  });
});

describe('a long description', () => {
  const LONG =
    "Lamps of our house: how they burn, who fills them, and what is done when one doesn't.";
  const FOLDED = `description: >-
  Lamps of our house: how they burn, who fills them, and what is done when one
  doesn't.
`;

  it('is folded as the service does, in a new file and where it was folded', async () => {
    const repository = await createRepository();
    try {
      const files = {
        'SUMMARY.md': '* [Lamps](README.md)\n',
        'README.md': '---\ndescription: >-\n  A\n  B\n---\n\n# Lamps\n',
      };
      await repository.commit(files);
      await repository.git('branch', 'back', 'main');
      const space = await newSpace(platform);
      await sync(platform, 'import', { space, repository });
      const page = (await pageIds(platform.admin, space)).get('lamps');
      const document = { markdown: 'Oil.' };
      const changes = [
        { operation: 'update_page', page, description: LONG },
        { operation: 'insert_page', title: 'Oil', description: LONG, document },
      ];
      expect(await published(platform, space, changes)).toEqual([200, 200]);
      await sync(platform, 'export', { space, repository, branch: 'back' });
      expect(await repository.read('README.md', 'back')).toBe(`---\n${FOLDED}---\n\n# Lamps\n`);
      expect(await repository.read('oil.md', 'back')).toBe(`---\n${FOLDED}---\n\n# Oil\n\nOil.\n`);
    } finally {
      await repository.remove();
    }
  });
});
