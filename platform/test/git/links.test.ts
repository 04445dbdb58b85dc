import { describe, expect, it } from 'vitest';
import { pageIds, publish } from '../support.ts';
import { FIRST, SPACE, spaceAndRepository } from './space-and-repository.ts';

const given = spaceAndRepository();

describe('links of an imported repository', () => {
  it('lead above the root to the folder of the service, and to the index of a folder', async () => {
    await given.repository.commit({
      'README.md': '# Home',
      'guides/README.md': '# Guides',
      'guides/a.md': '# A\n\n![dot](../../.gitbook/assets/dot.svg) [up](../guides/index.html#go)',
      '.gitbook/assets/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    });
    await given.run('import');
    expect(await given.markdownAt('guides/a')).toMatch(
      /^# A\n\n!\[dot\]\(\/files\/\w{20}\) \[up\]\(\.\/README\.md#go\)$/,
    );
    const before = await given.repository.git('rev-parse', 'main:guides');
    await given.run('export');
    expect(await given.repository.git('rev-parse', 'main:guides')).toBe(before);
  });

  it('may name the folder of the import, and an export keeps them', async () => {
    const page =
      '# A\n\n[root](/docs/b.md#x) [around](../../docs/b.md) ![dot](/docs/dot.svg) [out](../../other/b.md)\n';
    await given.repository.commit({
      'docs/README.md': '# Home\n',
      'docs/b.md': '# B\n',
      'docs/guides/a.md': page,
      'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
      'other/b.md': '# Elsewhere\n',
    });
    const directory = { repoProjectDirectory: 'docs' };
    await given.run('import', directory);
    const text = await given.markdownAt('guides/a');
    expect(text).toMatch(
      /\[root\]\(.*b\.md#x\) \[around\]\(.*b\.md\) !\[dot\]\(\/files\/\w{20}\) \[out\]\(\.\.\/\.\.\/other\/b\.md\)$/,
    );
    const changes = [
      {
        operation: 'update_page',
        page: (await pageIds(given.platform.admin, SPACE)).get('guides/a'),
        document: { markdown: `${text}\n\nMore.` },
      },
    ];
    expect((await publish(given.platform.admin, SPACE, changes)).status).toBe(200);
    await given.run('export', directory);
    expect(await given.repository.read('docs/guides/a.md')).toBe(`${page}\nMore.\n`);
  });

  it('stay in definitions that no link uses, though they are broken', async () => {
    const text = '# A\n\nOne.\n\n[x]: nope.md\n[y]: README.md';
    await given.repository.commit({ 'README.md': `${text}\n` });
    await given.run('import');
    const page = (await pageIds(given.platform.admin, SPACE)).get(FIRST);
    const read = await given.markdownAt(FIRST);
    const document = { markdown: read.replace('One', 'Two') };
    await publish(given.platform.admin, SPACE, [{ operation: 'update_page', page, document }]);
    await given.run('export');
    expect(await given.repository.read('README.md')).toBe(`${text.replace('One', 'Two')}\n`);
  });

  it('keep everything after their first #', async () => {
    await given.repository.commit({ 'README.md': '# A\n\n[b](b.md#one#two)\n', 'b.md': '# B\n' });
    await given.run('import');
    const text = await given.markdownAt(FIRST);
    expect(text).toBe('# A\n\n[b](./b.md#one#two)');
    const page = (await pageIds(given.platform.admin, SPACE)).get(FIRST);
    const document = { markdown: `${text}\n\nMore.` };
    await publish(given.platform.admin, SPACE, [{ operation: 'update_page', page, document }]);
    await given.run('export');
    expect(await given.repository.read('README.md')).toBe('# A\n\n[b](b.md#one#two)\n\nMore.\n');
  });

  it('stay as they are after an edit if they lead to a group, or to a page that is only listed', async () => {
    const text = '# A\n\nOne. [group](tools/) [listed](later.md#x)\n\n* [outside](../far/c.md)\n';
    await given.repository.commit({
      'docs/README.md': text,
      'docs/SUMMARY.md':
        '# Table of contents\n\n## Start\n\n* [A](README.md)\n* [Later](later.md)\n\n## Tools\n\n* [B](tools/b.md)\n\n## Far\n\n* [C](../far/c.md)\n',
      'docs/tools/b.md': '# B\n',
    });
    const directory = { repoProjectDirectory: 'docs' };
    await given.run('import', directory);
    const page = (await pageIds(given.platform.admin, SPACE)).get(`start/${FIRST}`);
    const read = await given.markdownAt(`start/${FIRST}`);
    const document = { markdown: read.replace('One', 'Two') };
    await publish(given.platform.admin, SPACE, [{ operation: 'update_page', page, document }]);
    await given.run('export', directory);
    expect(await given.repository.read('docs/README.md')).toBe(text.replace('One', 'Two'));
  });

  it('have spaces as they are where they may, if an export writes new ones', async () => {
    await given.repository.commit({
      'README.md': '# Home\n\n![](<.gitbook/assets/a b (1).png>)\n',
      'c/d.md': '# D\n',
      '.gitbook/assets/a b (1).png': 'a picture',
    });
    await given.run('import');
    const ids = await pageIds(given.platform.admin, SPACE);
    const stable = 'format=markdown&format.markdown.refs=stable';
    const home = `${SPACE}/content/page/${ids.get(FIRST)}?${stable}`;
    const { markdown } = (await given.platform.admin('GET', home)).json;
    const [, file] = /(\/files\/\w+)/.exec(markdown) ?? [];
    const document = { markdown: `![](<${file}>)\n\n[it](${file})` };
    const update = { operation: 'update_page', page: ids.get('c/d'), document };
    await publish(given.platform.admin, SPACE, [update]);
    await given.run('export');
    expect(await given.repository.read('c/d.md')).toContain(
      '![](<../.gitbook/assets/a b (1).png>)\n\n[it](../.gitbook/assets/a%20b%20(1).png)\n',
    );
  });

  it('may lead to former paths that the configuration redirects, and stay so', async () => {
    const text =
      '# Home\n\n[a](old/start.md#undo), [b](/old/start), [c](older.md), [d](gone.md).\n\n<a href="old/start/README.md">e</a>\n';
    await given.repository.commit({
      '.gitbook.yaml':
        'redirects:\n  old/start: guides/start.md\n  older.md: guides/start.md\n  gone: no.md\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Start](guides/start.md)\n',
      'README.md': text,
      'guides/start.md': '# Start\n\n## Undo\n',
    });
    await given.run('import');
    const home = await given.markdownAt(FIRST);
    expect(home).toContain('[a](./start.md#undo), [b](./start.md), [c](./start.md), [d](gone.md).');
    expect(home).toContain('<a href="./start.md">e</a>');
    const page = (await pageIds(given.platform.admin, SPACE)).get(FIRST);
    const document = { markdown: `${home}\n\nMore.` };
    await publish(given.platform.admin, SPACE, [{ operation: 'update_page', page, document }]);
    await given.run('export');
    expect(await given.repository.read('README.md')).toBe(`${text}\nMore.\n`);
  });

  it('may name files with # and ? in their names, encoded or not', async () => {
    const text = [
      '# A',
      '[c](C#.md), [d](C%23.md#use), [e](what?.md#one#two), [f](plain.md?x#use)',
      '![](.gitbook/assets/a#1.png)',
      '{% include ".gitbook/includes/part #1.md" %}',
    ].join('\n\n');
    await given.repository.commit({
      'SUMMARY.md': '* [A](README.md)\n* [C](C#.md)\n  * [E](what?.md)\n* [Plain](plain.md)\n',
      'README.md': `${text}\n`,
      'C#.md': '# C\n',
      'what?.md': '# E\n',
      'plain.md': '# Plain\n',
      '.gitbook/assets/a#1.png': 'a picture',
      '.gitbook/includes/part #1.md': 'Part.\n',
    });
    await given.run('import');
    const ids = await pageIds(given.platform.admin, SPACE);
    expect([...ids.keys()]).toEqual([FIRST, 'c', 'c/what', 'plain']);
    const stable = 'format=markdown&format.markdown.refs=stable';
    const page = `${SPACE}/content/page/${ids.get(FIRST)}?${stable}`;
    const { markdown } = (await given.platform.admin('GET', page)).json;
    expect(markdown).toContain(
      `[c](/pages/${ids.get('c')}), [d](/pages/${ids.get('c')}#use), [e](/pages/${ids.get('c/what')}#one#two), [f](/pages/${ids.get('plain')}#use)`,
    );
    expect(markdown).toMatch(/!\[]\(\/files\/\w+\)\s+\{% include "\/files\/\w+" %}/);
    const document = { markdown: `${markdown}\n\n[C](/pages/${ids.get('c')}#use)` };
    const update = { operation: 'update_page', page: ids.get(FIRST), document };
    await publish(given.platform.admin, SPACE, [update]);
    await given.run('export');
    expect(await given.repository.read('README.md')).toBe(`${text}\n\n[C](C%23.md#use)\n`);
    expect(await given.repository.paths()).toHaveLength(7);
  });
});
