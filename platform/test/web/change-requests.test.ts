import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, pageIds, propose, startTestPlatform, type TestPlatform } from '../support.ts';
import { attributes, type Opened, textOf, textsOf, type WebReader, WebReaders } from './support.ts';

let platform: TestPlatform;
let person: WebReader;
/** Path of a change request in the API, and in a browser. */
let request: string;
let path: string;

const SPACE = `/spaces/${DEV_GUIDE}`;

beforeAll(async () => {
  platform = await startTestPlatform();
  person = await new WebReaders(platform.url).as('reader');
  const ids = await pageIds(platform.admin, SPACE);
  const id = (page: string) => ids.get(page) ?? '';
  const proposed = await propose(platform.editor, SPACE, [
    {
      operation: 'update_page',
      page: id('troubleshooting'),
      title: 'When things fail',
      description: 'What to try first',
      slug: 'failures',
    },
    { operation: 'update_page', page: id('limits'), document: { markdown: 'No *limits* <b>' } },
    { operation: 'update_page', page: id('security'), into: id('guides') },
    { operation: 'delete_page', page: id('release-notes') },
    { operation: 'insert_page', title: 'Checklist', document: { markdown: '- [ ] all' } },
    {
      operation: 'insert_files',
      files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }],
    },
  ]);
  request = proposed.path;
  await platform.admin('PATCH', request, { subject: 'Tidy <up>' });
  const comments = `${request}/comments`;
  const said = await platform.reviewer('POST', comments, {
    body: { markdown: 'Is **this** right?\n\n<script>document.title = "run"</script>' },
    page: id('limits'),
  });
  await platform.editor('POST', `${comments}/${said.json.id}/replies`, {
    body: { markdown: 'It is, see [the guides](guides/README.md) and [nothing](no.md).' },
  });
  await platform.editor('PUT', `${comments}/${said.json.id}`, {
    addedReactions: ['1f44d'],
    resolved: true,
  });
  const { number } = (await platform.admin('GET', request)).json;
  path = `/app/s/${DEV_GUIDE}/change-requests/${number}`;
});

afterAll(() => platform.close());

/** The entry for each changed page: title and kind, facts, and the marked parts of its text. */
function changesOn(opened: Opened) {
  return Object.fromEntries(
    textsOf(opened, 'article.change h3').map((title, index) => {
      const article = `article.change:nth-of-type(${index + 1})`;
      return [title, textsOf(opened, `${article} dd`)];
    }),
  );
}

const CHANGES = {
  'Checklist added': [],
  'When things fail edited': [
    'Troubleshooting When things fail',
    'troubleshooting failures',
    'Symptoms, likely causes and remedies for the problems that support sees most. What to try first',
  ],
  'Security and API keys edited': ['security guides/security', 'moved'],
  'Limits and quotas edited': [],
  'Release notes deleted': [],
};

describe('the page of a change request', () => {
  it('shows its subject and its state', async () => {
    const opened = await person.open(path);
    expect(textOf(opened, 'h1')).toMatch(/^#\d+ Tidy <up> draft$/);
    expect(textOf(opened, 'title')).toMatch(/^#\d+ Tidy <up> · Docs platform$/);
    expect(textsOf(opened, 'dl.facts:first-of-type dd')[0]).toBe('Tomás Okafor');
  });

  it('shows the change of every page and file', async () => {
    const opened = await person.open(path);
    expect(changesOn(opened)).toEqual(CHANGES);
    expect(textOf(opened, 'section .meta')).toBe('5 pages and 1 file changed');
    expect(textsOf(opened, 'section ul.plain li')).toContain('a.txt added');
  });

  it('marks removed and added text', async () => {
    const opened = await person.open(path);
    expect(textsOf(opened, 'ins')).toContain('No *limits* <b>');
    expect(textsOf(opened, 'ins')).toContain('- [ ] all');
    const removed = textsOf(opened, 'del').join('\n');
    expect(removed).toContain('Released on 14 April 2026.');
  });

  it('links to the pages after the change', async () => {
    const opened = await person.open(path);
    const titles = textsOf(opened, 'article.change h3 a');
    const [at = ''] = attributes(opened, 'article.change h3 a', 'href').filter(
      (_, index) => titles[index] === 'Limits and quotas',
    );
    const page = await person.open(at);
    expect(textOf(page, 'article')).toContain('No limits');
    expect(textOf(page, '.notice')).toMatch(/^This is the page as change request \d+ has it/);
    expect(textsOf(page, 'nav.tree a')).toContain('Checklist');
    expect(textOf(await person.open(`/app/s/${DEV_GUIDE}/limits`), 'article')).not.toContain('<b>');
  });

  it('shows comments with their page, replies, reactions and state', async () => {
    const opened = await person.open(path);
    expect(textOf(opened, 'section:last-of-type h2')).toBe('1 comment');
    expect(textOf(opened, '.thread h3')).toBe('Inês Varga resolved');
    expect(textOf(opened, '.thread > .meta')).toMatch(/^on Limits and quotas, \d{4}-\d\d-\d\d/);
    expect(textsOf(opened, '.thread > p')).toEqual([
      expect.any(String),
      'Is this right?',
      '<script>document.title = "run"</script>',
      'Reactions: 👍 1',
      expect.stringMatching(/^Resolved by Tomás Okafor, /),
    ]);
    expect(textOf(opened, '.replies li')).toMatch(
      /^Tomás Okafor, .* It is, see the guides and nothing\.$/,
    );
    expect(attributes(opened, '.replies p:last-of-type a', 'href')).toEqual([
      `/app/s/${DEV_GUIDE}/change-requests/${request.split('/').at(-1)}/guides`,
      '',
    ]);
    expect(attributes(opened, 'dl.facts:first-of-type a', 'href')).toEqual(['#:comments']);
    expect(attributes(opened, 'section:last-of-type', 'id')).toEqual([':comments']);
  });

  it('stays the same after the merge, and links to the merged changes', async () => {
    const merged = await platform.admin('POST', `${request}/merge`);
    const opened = await person.open(path);
    expect(textOf(opened, 'h1')).toMatch(/merged$/);
    expect(changesOn(opened)).toEqual(CHANGES);
    const revision = `/app/s/${DEV_GUIDE}/revisions/${merged.json.revision}`;
    expect(attributes(opened, 'dd a', 'href')).toContain(revision);
    expect(changesOn(await person.open(revision))).toEqual(CHANGES);
    const history = await person.open(`/app/s/${DEV_GUIDE}`);
    expect(textOf(history, 'section:last-of-type li')).toMatch(/merge of #\d+ Tidy <up>$/);
  });
});

describe('many comments', () => {
  it('are paged, the newest first', async () => {
    const comments = `/spaces/${DEV_GUIDE}/comments`;
    for (let number = 1; number <= 55; number += 1) {
      await platform.reviewer('POST', comments, { body: { markdown: `Remark ${number}` } });
    }
    const first = await person.open(`/app/s/${DEV_GUIDE}/comments`);
    expect(textsOf(first, '.thread')).toHaveLength(50);
    expect(textOf(first, '.thread > p:not(.meta)')).toBe('Remark 55');
    const [older = ''] = attributes(first, 'main > p > a', 'href');
    const second = await person.open(`/app/s/${DEV_GUIDE}/comments${older}`);
    expect(textOf(second, '.thread > p:not(.meta)')).toBe('Remark 5');
    const senseless = await person.open(`/app/s/${DEV_GUIDE}/comments?before=x`);
    expect(textOf(senseless, '.thread > p:not(.meta)')).toBe('Remark 55');
  });
});
