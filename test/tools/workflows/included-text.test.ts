import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const spaceId = 'spaceDevGuide0000001';
const [generation] = linkedClient('2026');
const INCLUDED = '{% hint style="warning" %}\nDo **not** call it in a loop.\n{% endhint %}\n';

let connection: McpConnection;
beforeAll(async () => {
  connection = await generation.stdio({ args: ['--profile', 'current'] });
});
afterAll(() => connection.close());

it('an edit of a text that the page includes names the file that has it', async () => {
  const base64 = Buffer.from(INCLUDED).toString('base64');
  const opened = await connection.facts('open_change_request_with_edits', {
    spaceId,
    subject: 'Include',
    changes: [
      { operation: 'insert_files', files: [{ name: 'note.md', ref: 'note', base64 }] },
      {
        operation: 'insert_page',
        title: 'Including',
        document: { markdown: 'Words.\n\n{% include "./note" %}\n' },
      },
    ],
  });
  const existing = String(opened.changeRequestId);
  const [{ id: page } = { id: '' }] = opened.pages as { id: string }[];
  const replace = async (old: string) => {
    const changes = [{ operation: 'replace_text', page, old, new: 'Other words.' }];
    const args = { spaceId, existing, changes };
    const result = await connection.call('open_change_request_with_edits', args);
    return (result.content as { text?: string }[])[0]?.text ?? '';
  };
  const told = await replace('Do not call it in a loop.');
  expect(told).toContain('the page only includes that text, from');
  expect(told).toContain('note.md');
  expect(told).toMatch(/\(get_file \w+\).*replace \{% include "\/files\/\w+" %\} here/);
  expect(await replace('Nobody says this.')).toContain('No line resembles it');
});

it('a file that is named as a page is said to be one, with a way to change what pages include', async () => {
  const textOf = (text: string) => Buffer.from(text).toString('base64');
  const fileOf = (text: string) => [{ name: 'shared.md', ref: 'shared', base64: textOf(text) }];
  const opened = await connection.facts('open_change_request_with_edits', {
    spaceId,
    subject: 'Shared words',
    changes: [
      { operation: 'insert_files', files: fileOf('Old words.\n') },
      {
        operation: 'insert_page',
        title: 'Sharing',
        document: { markdown: 'Words.\n\n{% include "./shared" %}\n' },
      },
    ],
  });
  const existing = String(opened.changeRequestId);
  const [{ id } = { id: '' }] = opened.files as { id: string }[];
  const told = async (name: string, args: object) => {
    const { content } = await connection.call(name, { spaceId, ...args });
    return (content as { text?: string }[])[0]?.text ?? '';
  };
  const change = { operation: 'replace_text', page: id, old: 'Old words.', new: 'New words.' };
  const expected = new RegExp(
    `is a file, .*shared\\.md.*get_change_request_file ${id} reads it.*insert_files`,
  );
  const inRequest = { existing, changes: [change] };
  expect(await told('open_change_request_with_edits', inRequest)).toMatch(expected);
  const reading = { changeRequestId: existing, pageId: 'shared.md' };
  expect(await told('get_change_request_page', reading)).toMatch(expected);
  const byId = { changeRequestId: existing, pageId: id };
  expect(await told('get_change_request_page', byId)).toMatch(expected);
  const section = { ...byId, heading: 'Words', markdown: '## Words' };
  expect(await told('edit_section', section)).toMatch(expected);
  const elsewhere = { changeRequestId: existing, pages: [id] };
  expect(await told('find_in_pages', { ...elsewhere, text: 'Old words.' })).toMatch(expected);
  const replacement = { ...elsewhere, old: 'Old words.', new: 'New words.' };
  expect(await told('replace_in_pages', replacement)).toMatch(expected);
  expect(await told('audit_links', elsewhere)).toMatch(expected);
  const unknown = { ...byId, pageId: `${id.slice(0, 19)}${id.endsWith('0') ? '1' : '0'}` };
  expect(await told('get_change_request_page', unknown)).toContain('Page not found');
  const added = await connection.facts('open_change_request_with_edits', {
    ...{ spaceId, existing },
    changes: [{ operation: 'insert_files', files: fileOf('New words.\n') }],
  });
  const [{ id: replacing } = { id: '' }] = added.files as { id: string }[];
  const replaced = await connection.facts('replace_in_pages', {
    ...{ spaceId, changeRequestId: existing },
    ...{ old: `/files/${id}`, new: `/files/${replacing}` },
  });
  expect(replaced.replaced).toBe(1);
});
