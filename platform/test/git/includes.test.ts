import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ORGANIZATION,
  pageIds,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { createRepository, type Repository } from './repository.ts';
import { endOf, newSpace, sync } from './synced.ts';

const INCLUDED = '.gitbook/includes/errors.md';

/** A text with the same links in several forms, and with some that lead nowhere. */
const LINKED =
  '[a](../../guides/sending.md) [b](../../guides/sending.md#prices) [c](/guides/sending.md)\n\n<img src="../assets/b_d.png"> [d](../../gone\\_a.md) ![](../assets/b\\_d.png)\n';

const REPOSITORY = {
  'README.md': '# Welcome\n\nNothing here.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Sending](guides/sending.md)\n* [Code](code.md)\n',
  'guides/sending.md':
    '# Sending\n\n## Problems\n\nBefore the list.\n\n{% include "../.gitbook/includes/errors.md" %}\n\nAfter the list.\n\n## Prices\n\nNothing costs anything.\n\n{% include "../.gitbook/includes/errors.md" %}\n',
  'code.md': '# Code\n\n```\n{% include ".gitbook/includes/errors.md" %}\n```\n',
  [INCLUDED]:
    '---\ntitle: errors\n---\n\nA pelican means that the sender is unknown.\n\n### Heron limits\n\nA heron is sent at most 17 times a day.\n',
};

let platform: TestPlatform;
let repository: Repository;
let space: string;

const find = async (query: string) =>
  (await platform.admin('GET', `${space}/search?query=${encodeURIComponent(query)}`)).json.items;

const titlesFor = async (query: string) => (await find(query)).map(({ title }) => title);

const ask = async (question: string) =>
  (await platform.admin('POST', `/orgs/${ORGANIZATION}/ask?format=markdown`, { query: question }))
    .text;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
  repository = await createRepository();
  await repository.commit(REPOSITORY);
  space = await newSpace(platform);
  await sync(platform, 'import', { space, repository });
});

afterAll(async () => {
  await platform.close();
  await repository.remove();
});

describe('a text that a page includes, once the import is complete', () => {
  it('is found in the first section that shows it, once', async () => {
    const [found, ...others] = await find('pelican');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ title: 'Sending', path: 'sending' });
    expect(found?.sections.map(({ title, body }) => [title, body])).toEqual([
      ['Problems', expect.stringMatching(/Before the list.*A pelican means.*After the list/s)],
    ]);
  });

  it('is found under its own headings', async () => {
    const [found] = await find('heron day');
    expect(found?.sections[0]).toMatchObject({
      title: 'Heron limits',
      path: 'sending#heron-limits',
    });
    expect(await ask('How often is a heron sent a day?')).toContain('at most 17 times a day');
  });

  it('is found as another import leaves it', async () => {
    await repository.commit({ ...REPOSITORY, [INCLUDED]: 'A stork means that it is late.\n' });
    await sync(platform, 'import', { space, repository });
    expect(await titlesFor('stork')).toEqual(['Sending']);
    expect(await titlesFor('pelican')).toEqual([]);
  });

  it('is found, and copied byte for byte, in Windows-1252', async () => {
    const western = Buffer.from('A crème brûlée is served [here](../../code.md).\n', 'latin1');
    await repository.commit({ ...REPOSITORY, [INCLUDED]: western });
    await sync(platform, 'import', { space, repository });
    expect(await titlesFor('brûlée')).toEqual(['Sending']);
    const [found] = await find('brûlée');
    expect(found?.sections[0]?.body).toContain('A crème brûlée is served');
    const copy = (await platform.admin('POST', `${space}/duplicate`)).json;
    const { items } = (await platform.admin('GET', `/spaces/${copy.id}/search?query=served`)).json;
    expect(items[0]?.sections[0]?.body).toContain('A crème brûlée is served');
    await repository.commit({ ...REPOSITORY, [INCLUDED]: 'A stork means that it is late.\n' });
    await sync(platform, 'import', { space, repository });
  });

  it('is found on a page written later, and in a copy of the space', async () => {
    const ids = await pageIds(platform.admin, space);
    const page = ids.get('sending');
    const { json } = await platform.admin('GET', `${space}/content/page/${page}?format=markdown`);
    const [include] = /\{% include .*%\}/.exec(json.markdown) ?? [];
    await publish(platform.admin, space, [
      { operation: 'insert_page', title: 'Late', document: { markdown: `Once.\n\n${include}\n` } },
    ]);
    expect((await titlesFor('stork')).toSorted()).toEqual(['Late', 'Sending']);
    const copy = (await platform.admin('POST', `${space}/duplicate`)).json;
    space = `/spaces/${copy.id}`;
    expect((await titlesFor('stork')).toSorted()).toEqual(['Late', 'Sending']);
  });
});

describe('the links of an included text', () => {
  const path = '.gitbook/includes/linked.md';
  const files = {
    ...REPOSITORY,
    [path]: LINKED,
    '.gitbook/assets/b_d.png': 'picture',
    'code.md': '# Code\n\n{% include ".gitbook/includes/linked.md" %}\n',
  };
  let linked: string;

  const fileIn = async (place: string, named: string) => {
    const { json } = await platform.admin('GET', `${place}/content/files`);
    const items = json.items as unknown as { id: string; name: string; downloadURL: string }[];
    return items.find(({ name }) => name === named);
  };
  const textIn = async (place: string) => {
    const file = await fileIn(place, 'linked.md');
    const answer = await fetch(`${platform.url}${new URL(file?.downloadURL ?? '').pathname}`);
    const text = await answer.text();
    return text.replaceAll(/(?<=\/(?:files|pages)\/)\w+/g, (id: string) => `(${id})`);
  };
  const targetsIn = async (place: string) =>
    [...(await textIn(place)).matchAll(/\/(files|pages)\/\((\w+)\)(#\w+)?/g)].map(
      ([, kind, id, anchor]) => [kind, id, anchor],
    );

  beforeAll(async () => {
    await repository.commit(files);
    linked = await newSpace(platform);
    await sync(platform, 'import', { space: linked, repository });
  });

  it('lead to pages and files by their ids, also in a copy of the space', async () => {
    const copy = `/spaces/${(await platform.admin('POST', `${linked}/duplicate`)).json.id}`;
    for (const place of [linked, copy]) {
      const page = (await pageIds(platform.admin, place)).get('sending');
      const picture = (await fileIn(place, 'b_d.png'))?.id;
      expect(await targetsIn(place)).toEqual([
        ['pages', page, undefined],
        ['pages', page, '#prices'],
        ['pages', page, undefined],
        ['files', picture, undefined],
        ['files', picture, undefined],
      ]);
      expect(await textIn(place)).toContain('[d](../../gone\\_a.md)');
    }
  });

  it('are written as they were, whatever is moved, and change nothing in another import', async () => {
    const before = await repository.git('rev-parse', 'main');
    await sync(platform, 'export', { space: linked, repository });
    expect(await repository.git('rev-parse', 'main')).toBe(before);
    const ids = await pageIds(platform.admin, linked);
    await publish(platform.admin, linked, [
      { operation: 'update_page', page: ids.get('sending'), into: ids.get('code') },
    ]);
    const revision = await sync(platform, 'export', { space: linked, repository });
    expect(await repository.read(path)).toBe(LINKED);
    expect(await sync(platform, 'import', { space: linked, repository })).toBe(revision);
  });
});

it('an included text is limited like a page, and the failed import names it', async () => {
  await repository.commit({
    ...REPOSITORY,
    'code.md': '# Code\n\n{% include ".gitbook/includes/long.md" %}\n',
    '.gitbook/includes/long.md': 'A heron waits. '.repeat(150_000),
  });
  const empty = await newSpace(platform);
  await platform.admin('POST', `${empty}/git/import`, {
    url: repository.url,
    ref: 'refs/heads/main',
  });
  expect((await endOf(platform, empty)).lastOperation).toMatchObject({
    status: 'failed',
    error:
      '.gitbook/includes/long.md can have at most 2000000 characters of text; this one has 2250000',
  });
});

it.each([
  ['a page, from an included text', { [INCLUDED]: '[Sending](../../guides/sending.md)\n' }],
  ['the table of contents', { 'code.md': '# Code\n\n[All pages](SUMMARY.md)\n' }],
])('a file that is linked, %s, is written as edited by every export', async (_, files) => {
  await repository.commit({ ...REPOSITORY, ...files });
  const place = await newSpace(platform);
  await sync(platform, 'import', { space: place, repository });
  const ids = await pageIds(platform.admin, place);
  await publish(platform.admin, place, [
    { operation: 'update_page', page: ids.get('sending'), title: 'Sending mail' },
  ]);
  await sync(platform, 'export', { space: place, repository });
  const exported = await repository.git('rev-parse', 'main');
  expect(await repository.read('guides/sending.md')).toContain('# Sending mail');
  expect(await repository.read('SUMMARY.md')).toContain('[Sending mail](guides/sending.md)');
  await sync(platform, 'export', { space: place, repository });
  expect(await repository.git('rev-parse', 'main')).toBe(exported);
});
