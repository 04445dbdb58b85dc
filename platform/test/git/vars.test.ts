import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readVars } from '../../src/git/vars.ts';
import {
  type AnswerFields,
  pageIds,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { textsOf, WebReaders } from '../web/support.ts';
import { createRepository, type Repository } from './repository.ts';
import { changed, markdownOf, newSpace, sync } from './synced.ts';

const shown = (expression: string) => `<code class="expression">${expression}</code>`;

const FILES = {
  'SUMMARY.md': '* [Home](README.md)\n* [Setup](setup.md)\n',
  '.gitbook/vars.yaml': 'engine: Heron <b>4</b>\nminimum: 7\nenabled: true\n',
  'README.md': `# Home\n\nRuns on ${shown('space.vars.engine')} with ${shown('space.vars.minimum')} cores.\n\n{% include ".gitbook/includes/note.md" %}\n\n${shown('space.vars.enabled')} ${shown('page.vars.port')} ${shown('space.vars.constructor')}\n`,
  '.gitbook/includes/note.md': `Needs ${shown('space.vars.minimum')}.\n`,
  'setup.md': `---\nvars:\n  port: 8080\n---\n\n# Setup\n\nListens on ${shown('page.vars.port')}.\n`,
};

const HOME = [
  'Runs on Heron <b>4</b> with 7 cores.',
  'Needs 7.',
  'space.vars.enabled page.vars.port space.vars.constructor',
];

let platform: TestPlatform;
let readers: WebReaders;
let repository: Repository;
let space: string;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
  readers = new WebReaders(platform.url);
});

afterAll(() => platform.close());

/** The paragraphs of a page, as its readers see them. */
async function textsAt(path: string, within = space): Promise<string[]> {
  const reader = await readers.as('admin');
  const page = await reader.open(`/app/s/${within.split('/').at(-1)}/${path}`);
  return textsOf(page, 'article > p:not(.meta)');
}

/** The text of the PDF of a space. */
async function pdfOf(path: string): Promise<string> {
  const { id } = (await platform.admin('POST', `${path}/change-requests`, { subject: 'x' })).json;
  const { text } = await platform.admin('GET', `${path}/change-requests/${id}/pdf`);
  const bytes = await (await fetch(JSON.parse(text).url)).arrayBuffer();
  const read = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
    mergePages: true,
  });
  return read.text;
}

describe('the variables of a repository', () => {
  beforeEach(async () => {
    repository = await createRepository();
    await repository.commit(FILES);
    space = await newSpace(platform);
    await sync(platform, 'import', { space, repository });
    return () => repository.remove();
  });

  it('are shown by their values, as text, in pages and included texts', async () => {
    expect(await textsAt('home')).toEqual(HOME);
    expect(await textsAt('setup')).toEqual(['Listens on 8080.']);
  });

  it('stay expressions in the markdown of pages', async () => {
    const ids = await pageIds(platform.admin, space);
    expect(await markdownOf(platform, space, ids.get('setup'))).toContain(shown('page.vars.port'));
  });

  it('belong to copies of the space, too', async () => {
    const copy = (await platform.admin('POST', `${space}/duplicate`)).json;
    expect(await textsAt('home', `/spaces/${copy.id}`)).toEqual(HOME);
    expect(await textsAt('setup', `/spaces/${copy.id}`)).toEqual(['Listens on 8080.']);
  });

  it('make no revision and change no file', async () => {
    const before = (await platform.admin('GET', `${space}/content`)).json.id;
    expect(await sync(platform, 'import', { space, repository })).toBe(before);
    await repository.git('branch', 'before', 'main');
    expect(await sync(platform, 'export', { space, repository })).toBe(before);
    expect(await changed(repository, 'before', 'main')).toEqual([]);
  });

  it('are kept by an export of an edited page', async () => {
    await repository.git('branch', 'before', 'main');
    const page = (await pageIds(platform.admin, space)).get('setup');
    const markdown = `Answers on ${shown('page.vars.port')}.\n`;
    await publish(platform.admin, space, [
      { operation: 'update_page', page, document: { markdown } },
    ]);
    await sync(platform, 'export', { space, repository });
    expect(await changed(repository, 'before', 'main')).toEqual(['M\tsetup.md']);
    expect(await repository.read('setup.md')).toBe(FILES['setup.md'].replace('Listens', 'Answers'));
    expect(await textsAt('setup')).toEqual(['Answers on 8080.']);
    expect(await textsAt('home')).toEqual(HOME);
  });

  it('change with the next import', async () => {
    await repository.commit({
      ...FILES,
      '.gitbook/vars.yaml': 'minimum: 9\n',
      'setup.md': FILES['setup.md'].replace('8080', '"9090"'),
    });
    await sync(platform, 'import', { space, repository });
    expect((await textsAt('home')).slice(0, 2)).toEqual([
      'Runs on space.vars.engine with 9 cores.',
      'Needs 9.',
    ]);
    expect(await textsAt('setup')).toEqual(['Listens on 9090.']);
  });

  it('are found and printed by their values, which change with the next import', async () => {
    const files = (engine: string, port: number) => ({
      ...FILES,
      '.gitbook/vars.yaml': `engine: ${engine}\nminimum: 7\n`,
      'setup.md': `---\nvars:\n  port: ${port}\n---\n\n# Setup\n\n## Start ${shown('space.vars.engine')} now\n\nListens on ${shown('page.vars.port')}, not \`${shown('page.vars.port')}\`.\n`,
    });
    const found = async (query: string) => {
      const path = `${space}/search?query=${encodeURIComponent(query)}`;
      const { items } = (await platform.admin('GET', path)).json;
      return (items as AnswerFields[]).map(({ title }) => title);
    };
    await repository.commit(files('"Egret *4*"', 8081));
    await sync(platform, 'import', { space, repository });
    expect(await found('8081')).toEqual(['Setup']);
    expect(await found('"Egret *4*"')).toEqual(['Setup', 'Home']);
    expect(await found('"Needs 7"')).toEqual(['Home']);
    const { sections } = (await platform.admin('GET', `${space}/search?query=Egret`)).json
      .items[0] as unknown as {
      sections: { title: string; urls: { app: string }; body: string }[];
    };
    expect(sections).toMatchObject([
      {
        title: 'Start Egret *4* now',
        body: expect.stringMatching(
          /^Listens on 8081, not <code class="expression">page\.vars\.port<\/code>\.$/,
        ),
      },
    ]);
    const reader = await readers.as('admin');
    const page = await reader.open(`/app/s/${space.split('/').at(-1)}/setup`);
    expect(textsOf(page, 'article h2')).toContain('Start Egret *4* now');
    const { hash } = new URL(sections[0]?.urls.app ?? '');
    expect(hash).toBe('#start-spacevarsengine-now');
    expect(page.html).toContain(`id="${hash.slice(1)}"`);
    expect(await pdfOf(space)).toMatch(/Start Egret \*4\* now\s*Listens on 8081, not/);
    await repository.commit(files('Ibis', 9091));
    await sync(platform, 'import', { space, repository });
    expect(await found('Egret')).toEqual([]);
    expect(await found('8081')).toEqual([]);
    expect(await found('Ibis')).toEqual(['Setup', 'Home']);
    expect(await found('9091')).toEqual(['Setup']);
    const copy = (await platform.admin('POST', `${space}/duplicate`)).json;
    expect(
      (await platform.admin('GET', `/spaces/${copy.id}/search?query=Ibis`)).json.items,
    ).toHaveLength(2);
  });

  it('are none if their file cannot be read or is too large', async () => {
    for (const vars of ['minimum: [\n', `minimum: 7\n${'# more\n'.repeat(150_000)}`]) {
      await repository.commit({ ...FILES, '.gitbook/vars.yaml': vars });
      await sync(platform, 'import', { space, repository });
      expect(await textsAt('home')).toContain('Needs space.vars.minimum.');
    }
  });
});

it('finds the variables of the folder that .gitbook.yaml names', async () => {
  repository = await createRepository();
  const inDocs = Object.entries(FILES).map(([path, text]) => [`docs/${path}`, text]);
  await repository.commit({ '.gitbook.yaml': 'root: docs\n', ...Object.fromEntries(inDocs) });
  space = await newSpace(platform);
  await sync(platform, 'import', { space, repository });
  await repository.remove();
  expect(await textsAt('home')).toEqual(HOME);
});

describe('reading variables', () => {
  it('takes texts and numbers with valid names only', () => {
    const yaml =
      'one: 1\ntwo: "2"\nA_3: three\nno: null\nyes: true\nlist: [a]\n4th: x\na-b: x\n__proto__: x\n';
    expect(readVars(yaml)).toEqual({ one: '1', two: '2', A_3: 'three' });
    expect(readVars('- one\n')).toEqual({});
    expect(readVars('one')).toEqual({});
    expect(readVars('')).toEqual({});
  });

  it('limits the number of variables, and the length of names and values', () => {
    const many = Array.from({ length: 1_500 }, (_, at) => `v${at}: x\n`).join('');
    expect(Object.keys(readVars(many))).toHaveLength(1_000);
    const long = `${'n'.repeat(101)}: x\n${'n'.repeat(100)}: ${'v'.repeat(1_000)}\nm: ${'v'.repeat(1_001)}\n`;
    expect(Object.keys(readVars(long))).toEqual(['n'.repeat(100)]);
  });
});
