import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageIds, startTestPlatform, type TestPlatform } from '../support.ts';
import { createRepository, type Repository } from './repository.ts';
import { newSpace, published, sync } from './synced.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
});

afterAll(() => platform.close());

describe('a table of contents in forms that the service does not write', () => {
  const SUMMARY = `# Summary

Words about this book.

1. [Home](README.md)

1. [One](one.md)
    * **[Two](two.md)** <!-- new -->
    * [Draft]()

    * [](three.md)


## Part <a href="#a-part" id="a-part"></a>

- [Four](four.md)
  Words about it.
- [Five](five.md)

-----

* [Last](last.md)`;

  const paths = ['README', 'one', 'two', 'three', 'four', 'five', 'last'];

  let repository: Repository;
  let space: string;

  beforeAll(async () => {
    repository = await createRepository();
    const contents = paths.map((name) => [`${name}.md`, `# ${name}\n`]);
    await repository.commit({ 'SUMMARY.md': SUMMARY, ...Object.fromEntries(contents) });
    space = await newSpace(platform);
  });

  afterAll(() => repository.remove());

  type Named = (name: string) => string | undefined;

  /** How an export writes the table of contents after a change. */
  async function after(change: (id: Named) => object): Promise<string> {
    await sync(platform, 'import', { space, repository });
    const ids = await pageIds(platform.admin, space);
    const id = (name: string) => [...ids].find(([path]) => `/${path}`.endsWith(`/${name}`))?.[1];
    expect(await published(platform, space, [change(id)])).toEqual([200, 200]);
    await sync(platform, 'export', { space, repository, branch: 'back' });
    return await repository.read('SUMMARY.md', 'back');
  }

  /** A page with a removed page's text and title would get that page's file. */
  const added = (markdown: string) => ({
    operation: 'insert_page',
    title: 'New',
    document: { markdown },
  });
  const moved = { operation: 'update_page' };

  const cases: [name: string, change: (id: Named) => object, from: RegExp, to: string][] = [
    [
      'a new first entry',
      () => ({ ...added('First.'), at: 0 }),
      /1. \[Home\]/,
      '1. [New](new.md)\n1. [Home]',
    ],
    [
      'a new entry of a group',
      (id) => ({ ...added('In a group.'), into: id('a-part'), at: 1 }),
      / {2}Words about it.\n/,
      '  Words about it.\n- [New](a-part/new.md)\n',
    ],
    [
      'the first entry below another',
      (id) => ({ ...added('Below.'), into: id('two') }),
      / <!-- new -->/,
      ' <!-- new -->\n      * [New](one/two/new.md)',
    ],
    [
      'the removal of the first entry of a group',
      (id) => ({ operation: 'delete_page', page: id('four') }),
      /.*Four.*\n {2}Words.*\n/,
      '',
    ],
    [
      'the removal of the last entry of a group',
      (id) => ({ operation: 'delete_page', page: id('five') }),
      /\n.*Five.*/,
      '',
    ],
    [
      'a new title of a group',
      (id) => ({ ...moved, page: id('a-part'), title: 'Teil' }),
      /Part/,
      'Teil',
    ],
    [
      'a new slug of a group',
      (id) => ({ ...moved, page: id('a-part'), slug: 'some' }),
      /a-part/g,
      'some',
    ],
    ['a new title', (id) => ({ ...moved, page: id('one'), title: 'Uno' }), /\[One\]/, '[Uno]'],
    [
      'a new title with the marks that the service escapes',
      (id) => ({ ...moved, page: id('one'), title: 'is_a `b_c` *d* [e] \\_ <f> ~g & #1, $h|i' }),
      /\[One\]/,
      '[is\\_a \\`b\\_c\\` \\*d\\* \\[e\\] \\\\\\_ \\<f> \\~g & #1, $$h|i]',
    ],
    [
      'a move out of a group',
      (id) => ({ ...moved, page: id('five'), into: id('one'), at: 0 }),
      /(\[One\].*\n)([\s\S]*)\n- \[Five\].*/,
      '$1    - [Five](five.md)\n$2',
    ],
    [
      'a move to the end of a group',
      (id) => ({ ...moved, page: id('last'), into: id('a-part') }),
      /\n\n-----\n\n(.*Last)/,
      '\n$1',
    ],
    [
      'a move to the end',
      (id) => ({ ...moved, page: id('two'), into: null }),
      /\n +(.*Two.*)([\s\S]*)/,
      '$2\n$1',
    ],
  ];

  it.each(cases)('keeps its other lines after %s', async (_name, change, from, to) => {
    expect(SUMMARY).toMatch(from);
    expect((await after(change)).split('\n')).toEqual(SUMMARY.replace(from, to).split('\n'));
  });
});

describe('a group whose anchor is written unlike its slug', () => {
  const GROUP = '## Users <a href="#Users" id="Users"></a>';
  const SUMMARY = `# Table of contents

* [Home](README.md)

${GROUP}

* [One](one.md)

## Old teams <a href="#id-1.-Teams" id="id-1.-Teams"></a>

* [Two](two.md)
`;

  it('keeps it until the slug changes', async () => {
    const repository = await createRepository();
    const pages = { 'README.md': '# Home\n', 'one.md': '# One\n', 'two.md': '# Two\n' };
    await repository.commit({ 'SUMMARY.md': SUMMARY, ...pages });
    const space = await newSpace(platform);
    await sync(platform, 'import', { space, repository });
    await sync(platform, 'export', { space, repository, branch: 'back' });
    expect(await repository.read('SUMMARY.md', 'back')).toBe(SUMMARY);

    const ids = await pageIds(platform.admin, space);
    const change = { operation: 'update_page', page: ids.get('users'), slug: 'people' };
    expect(await published(platform, space, [change])).toEqual([200, 200]);
    await sync(platform, 'export', { space, repository, branch: 'back' });
    const named = '## Users <a href="#people" id="people"></a>';
    expect(await repository.read('SUMMARY.md', 'back')).toBe(SUMMARY.replace(GROUP, named));
    await repository.remove();
  });
});

describe('entries that are not pages', () => {
  const generated = (name: string) => `* \`\`\`yaml
  type: builtin:openapi
  props:
    models: ${name}
  \`\`\``;
  const SUMMARY = `# Table of contents

* [Home](README.md)
* [One](one.md)

## Part

* [Two](two.md)
  * [Three](three.md)
${generated('first')}

## Other

* [Four](four.md)

***

${generated('second')}
* [Five](five.md)
`;
  const paths = ['README', 'one', 'two', 'three', 'four', 'five'];

  const cases: [name: string, change: object, from: RegExp, to: string][] = [
    ['is removed', { operation: 'delete_page', page: 'two' }, /.*Two.*\n.*Three.*\n/, ''],
    [
      'moves away',
      { operation: 'update_page', page: 'three', into: 'one' },
      /(.*One.*\n)([\s\S]*)(\n {2}.*Three.*)/,
      '$1  * [Three](three.md)\n$2',
    ],
    ['ends a group and is removed', { operation: 'delete_page', page: 'four' }, /\n.*Four.*\n/, ''],
    ['follows and is renamed', { page: 'five', title: 'Fünf' }, /\[Five/, '[Fünf'],
  ];

  it.each(cases)('stay where they are if a page %s', async (_name, change, from, to) => {
    const repository = await createRepository();
    const contents = paths.map((name) => [`${name}.md`, `# ${name}\n`]);
    await repository.commit({ 'SUMMARY.md': SUMMARY, ...Object.fromEntries(contents) });
    const space = await newSpace(platform);
    await sync(platform, 'import', { space, repository });
    const ids = await pageIds(platform.admin, space);
    const id = (name: string) => [...ids].find(([path]) => `/${path}`.endsWith(`/${name}`))?.[1];
    const named = Object.entries({ operation: 'update_page', ...change }).map(([key, value]) => [
      key,
      key === 'page' || key === 'into' ? id(value) : value,
    ]);
    expect(await published(platform, space, [Object.fromEntries(named)])).toEqual([200, 200]);
    await sync(platform, 'export', { space, repository, branch: 'back' });
    expect(await repository.read('SUMMARY.md', 'back')).toBe(SUMMARY.replace(from, to));
    await repository.remove();
  });
});
