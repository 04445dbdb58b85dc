import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ORGANIZATION,
  pageIds,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { createRepository, type Repository } from './repository.ts';
import { newSpace, sync } from './synced.ts';

const INCLUDED = '.gitbook/includes/errors.md';

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
