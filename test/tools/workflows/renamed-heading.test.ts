import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

interface Links {
  toThese: number;
  broken: number;
  nowhere: { title: string; target: string }[];
  note: string;
}

describe.each(['contract', 'current'])('a renamed heading on the profile %s', (profile) => {
  let connection: McpConnection;
  let changeRequestId: unknown;
  const links: Links[] = [];

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile, '--confirm', 'never'] });
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, ref: title.toLowerCase(), document: { markdown } },
    });
    const opened = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Parts' },
      changes: [
        page('Parts', '[below](#part-two)\n\n## Part one\n\nx\n\n## Part two\n\ny'),
        page('Whole', 'See [two](./parts.md#part-two) and [one](./parts.md#part-one).'),
      ],
    });
    changeRequestId = opened.changeRequestId;
  });
  afterAll(() => connection.close());

  it.each([
    ['a preview', true],
    ['a change', false],
  ])('breaks links that %s names', async (_, preview) => {
    const renamed = await connection.facts('replace_in_pages', {
      ...{ spaceId, changeRequestId, old: 'Part two', new: 'Second part', preview },
    });
    const told = renamed.links as Links;
    expect(told).toMatchObject({ broken: 2, note: expect.stringContaining('match "link"') });
    expect(told.nowhere.map(({ title }) => title).sort()).toEqual(['Parts', 'Whole']);
    links.push(told);
  });

  it('breaks the links that its preview named, which the call of the note mends', async () => {
    const [before, after] = links;
    expect(after).toEqual(before);
    const [, old] = /old "([^"]+)"/.exec(String(after?.note)) ?? [];
    const mended = await connection.facts('replace_in_pages', {
      ...{ spaceId, changeRequestId, match: 'link', old, new: 'parts#second-part' },
    });
    expect(mended).toMatchObject({ replaced: 2, left: 0 });
    const audit = await connection.facts('audit_links', { spaceId, changeRequestId });
    expect(audit).toMatchObject({ new: 0 });
  });

  it('breaks links to a page with operations, whose own anchors count as present', async () => {
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, ref: title.toLowerCase(), document: { markdown } },
    });
    const block =
      '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[Pets](https://api.example.com/pets.json)\n{% endopenapi-operation %}';
    await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, existing: String(changeRequestId) },
      changes: [
        page('Pets', `## Limits\n\nTen.\n\n${block}`),
        page('Zoo', 'See [limits](./pets.md#limits) and [all](./pets.md#get-pets).'),
      ],
    });
    const renamed = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, existing: String(changeRequestId) },
      changes: [{ operation: 'replace_text', page: 'Pets', old: '## Limits', new: '## Quotas' }],
    });
    const { nowhere } = renamed.links as Links;
    expect(nowhere.map(({ title, target }) => [title, target.replace(/^.*#/, '#')])).toEqual([
      ['Zoo', '#limits'],
    ]);
  });
});
