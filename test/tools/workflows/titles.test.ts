import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

interface Edited {
  changeRequestId: string;
  pages: { id: string; title: string; outcome: string; diff?: string }[];
}

describe.each(['contract', 'current'])('titles of an edit on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--profile', profile, '--confirm', 'never', '--toolsets', 'all'],
    });
  });
  afterAll(() => connection.close());

  const call = (changes: object[], more: object = {}) =>
    connection.call('open_change_request_with_edits', {
      ...{ spaceId, changes },
      ...('existing' in more ? {} : { subject: 'Titles' }),
      ...more,
    });
  const edit = async (changes: object[], more: object = {}) => {
    const done = await call(changes, more);
    expect(done.isError, done.content[0]?.text).not.toBe(true);
    return done.structuredContent as unknown as Edited;
  };
  const textOf = async (changeRequestId: string, pageId: string) => {
    const page = { spaceId, changeRequestId, pageId };
    const { title, markdown } = await connection.facts('get_change_request_page', page);
    return { title: unfenced(String(title)), markdown: unfenced(String(markdown)) };
  };
  const insert = (markdown: string, more: object = {}) => ({
    ...{ operation: 'insert_page', document: { markdown }, ...more },
  });
  const rewrite = (page: string, markdown: string, more: object = {}) => ({
    ...{ operation: 'update_page', page, document: { markdown }, ...more },
  });

  it('refuses a new page whose title and first heading differ', async () => {
    const { isError, content } = await call([
      insert('# Other heading\n\nBody.', { title: 'Given' }),
    ]);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('changes[0]: title says "Given"');
    expect(content[0]?.text).toContain('Other heading');
  });

  it('refuses the same below frontmatter', async () => {
    const text = '---\ndescription: d\n---\n\n# Other heading\n\nBody.';
    const { isError, content } = await call([insert(text, { title: 'Given' })]);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('changes[0]: title says "Given"');
  });

  it('takes a heading for the title that differs from it in case or spaces only', async () => {
    const { changeRequestId, pages } = await edit([
      insert('# quick  Tour\n\nBody.', { title: 'Quick tour' }),
    ]);
    expect(await textOf(changeRequestId, String(pages[0]?.id))).toEqual({
      title: 'Quick tour',
      markdown: '# Quick tour\n\nBody.',
    });
  });

  it.each([
    'Use `foo` now',
    '**Bold** title',
    '__init__',
    '~~Old~~ API',
    '[Docs](https://e.com) x',
  ])('takes the same title and heading with markup: %s', async (title) => {
    const { isError, content } = await call([insert(`# ${title}\n\nBody.`, { title })]);
    expect(isError, content[0]?.text).not.toBe(true);
  });

  it('renames a page whose text is written under another heading', async () => {
    const { changeRequestId, pages } = await edit([
      rewrite('Limits and quotas', '# All limits\n\nNone.'),
    ]);
    const [page] = pages;
    expect(page).toMatchObject({
      title: 'All limits',
      outcome: 'renamed from "Limits and quotas", edited',
      diff: expect.stringContaining('-# Limits and quotas'),
    });
    expect(await textOf(changeRequestId, String(page?.id))).toEqual({
      title: 'All limits',
      markdown: '# All limits\n\nNone.',
    });
    const again = rewrite(String(page?.id), '# Limits\n\nNone.', { title: 'Limits' });
    await edit([again], { existing: changeRequestId });
    const other = rewrite(String(page?.id), '# Limits\n\nOne.', { title: 'Limits of it' });
    await edit([other], { existing: changeRequestId });
    expect(await textOf(changeRequestId, String(page?.id))).toEqual({
      title: 'Limits of it',
      markdown: '# Limits of it\n\nOne.',
    });
    const wrong = await call([rewrite(String(page?.id), '# Bounds\n\nOne.', { title: 'Ends' })], {
      existing: changeRequestId,
    });
    expect(wrong.content[0]?.text).toContain('give the heading a lower level');
  });

  it('renames it in edit_change_request_content, too', async () => {
    const { changeRequestId } = await edit([insert('Body.', { title: 'First', ref: 'first' })]);
    const changes = [rewrite('Limits and quotas', '# All limits\n\nNone.')];
    await connection.facts('edit_change_request_content', { spaceId, changeRequestId, changes });
    expect(await textOf(changeRequestId, 'All limits')).toMatchObject({
      markdown: '# All limits\n\nNone.',
    });
  });

  it('keeps a heading of the page itself, and one that differs from the title in blanks', async () => {
    const { changeRequestId, pages } = await edit([
      insert('# A\n\n# A  B\n\nText.'),
      insert('# C\n\n# Own\n\nText.'),
    ]);
    const [spaced, own] = pages.map(({ id }) => id) as [string, string];
    await edit([{ operation: 'update_page', page: spaced, title: 'A B' }], {
      existing: changeRequestId,
    });
    await edit([rewrite(spaced, '# A  B\n\nText.\n\nMore.'), rewrite(own, '# Mine\n\nText.')], {
      existing: changeRequestId,
    });
    expect(await textOf(changeRequestId, spaced)).toEqual({
      title: 'A B',
      markdown: '# A  B\n\nText.\n\nMore.',
    });
    expect(await textOf(changeRequestId, own)).toEqual({
      title: 'C',
      markdown: '# Mine\n\nText.',
    });
  });

  it('keeps the title of a page that takes the text of another', async () => {
    const { changeRequestId, pages } = await edit([
      insert('# C\n\n# Own\n\nText.'),
      insert('Old.', { title: 'Taker' }),
    ]);
    const [source = '', taker = ''] = pages.map(({ id }) => id);
    await edit([{ operation: 'update_page', page: taker, copy: source }], {
      existing: changeRequestId,
    });
    expect(await textOf(changeRequestId, taker)).toEqual({
      title: 'Taker',
      markdown: '# Own\n\nText.',
    });
  });
});
