import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';
import { startScripted } from '../support/scripted-server.ts';
import { unfenced } from '../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const RETRIES = 'kmBrcfIkSeuVCGDS9fXr';
const DEAD_LETTERS = 'oOOtfmo44X8b89vnW61R';
/** Contains a link to a missing page from the beginning. */
const QUICKSTART = 'h9G0z4ZRBR0eZjh19YJI';
const OLD = 'guides/message-templates.md';

const [generation] = linkedClient('2026');

const update = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});

describe.each(shareOf(['contract', 'current']))('links of an edit on the profile %s', (profile) => {
  let connection: McpConnection;
  let place: { spaceId: string; changeRequestId: unknown };

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile, '--toolsets', 'all'] });
  });

  beforeEach(async () => {
    const { id } = await connection.facts('create_change_request', { spaceId, subject: 'Links' });
    place = { spaceId, changeRequestId: id };
  });

  afterAll(() => connection.close());

  const read = async (pageId: string) => {
    const { markdown } = await connection.facts('get_change_request_page', { ...place, pageId });
    return unfenced(String(markdown));
  };

  const edit = (changes: object[], more: object = {}) =>
    connection.facts('edit_change_request_content', { ...place, changes, ...more });

  const refusal = async (name: string, args: object) => {
    const revision = async () => (await connection.facts('get_change_request', place)).revision;
    const before = await revision();
    const { isError, content } = await connection.call(name, { ...place, ...args });
    expect(isError).toBe(true);
    expect(await revision()).toBe(before);
    return content[0]?.text ?? '';
  };

  it('are refused before anything is sent if they are broken', async () => {
    const changes = [
      update(
        RETRIES,
        'See [good](dead-letters.md).\n\nSee [bad](./nowhere.md), [file](/files/no).',
      ),
      { operation: 'insert_page', document: { markdown: '# New\n\n[gone](guides/gone.md)' } },
    ];
    const text = await refusal('edit_change_request_content', { changes });
    expect(text).toMatch(/^Nothing was written\. These 3 links lead nowhere /);
    expect(text).toContain('changes[0] line 3: ./nowhere.md in ');
    expect(text).toContain('changes[0] line 3: /files/no in ');
    expect(text).toContain('changes[1] line 3: guides/gone.md in ');
    expect(text).toContain('allowPlainLinks: true');
    expect(text).not.toContain('dead-letters');
    await edit(changes, { allowPlainLinks: true });
    expect(await read(RETRIES)).toContain('See bad');
  });

  it('are checked against the pages after the changes', async () => {
    const changes = [
      update(RETRIES, 'To [dead letters](dead-letters.md).'),
      { operation: 'delete_page', page: DEAD_LETTERS },
    ];
    expect(await refusal('edit_change_request_content', { changes })).toContain(
      'changes[0] line 1: dead-letters.md in ',
    );
    const ref = { operation: 'insert_page', ref: 'new', document: { markdown: '# New' } };
    await edit([ref, update(RETRIES, 'To [the new one](./new.md).')]);
    expect(await read(RETRIES)).toMatch(/To \[the new one\]\(.+\)\./);
    await edit([update(DEAD_LETTERS, 'To [what this change request has](../new.md).')]);
    expect(await read(DEAD_LETTERS)).toMatch(/To \[what this change request has\]\(.+\)\./);
  });

  it('are allowed if they were broken before', async () => {
    const markdown = await read(QUICKSTART);
    expect(markdown).toContain(`](${OLD})`);
    expect(await edit([update(QUICKSTART, markdown)])).toEqual({
      changes: [],
      note: 'Nothing was sent: the pages already say exactly this.',
    });
    const twice = [update(QUICKSTART, `${markdown}\n\n[Again](${OLD}).`)];
    const text = await refusal('edit_change_request_content', { changes: twice });
    expect(text).toContain(`line 67: ${OLD} in "[Again]`);
    expect(text).toMatch(/^Nothing was written\. This link leads nowhere /);
    const { plainLinks } = await edit([update(QUICKSTART, `${markdown}\n\nMore.`)]);
    expect(plainLinks).toEqual([{ change: 0, line: 64, target: OLD }]);
  });

  it('are reported when a reworded heading or a deleted page breaks them', async () => {
    const broken = {
      links: { broken: 2, nowhere: [{ title: 'Retries and backoff' }, { title: 'Release notes' }] },
    };
    const replaced = {
      ...place,
      old: '## Redrive',
      new: '## Sending again',
      pages: [DEAD_LETTERS],
    };
    const everywhere = await connection.facts('replace_in_pages', replaced);
    expect(everywhere).toMatchObject(broken);
    expect(everywhere.links).toMatchObject({
      nowhere: [{ target: './dead-letters.md#redrive' }, {}],
    });
    const section = { pageId: DEAD_LETTERS, heading: 'Sending again' };
    const markdown = '## Sending again\n\nOnce more.';
    const same = await connection.facts('edit_section', { ...place, ...section, markdown });
    expect(same).not.toHaveProperty('links');
    const again = { pageId: RETRIES, heading: 'Backoff', markdown: '## Waiting\n\nLonger.' };
    const links = [update(QUICKSTART, 'See [waiting](guides/retries.md#backoff).')];
    await edit(links, { allowPlainLinks: true });
    expect(await connection.facts('edit_section', { ...place, ...again })).toMatchObject({
      links: { broken: 1, nowhere: [{ page: QUICKSTART, line: expect.any(Number) }] },
    });
    const gone = await edit([{ operation: 'delete_page', page: DEAD_LETTERS }]);
    expect(gone).toMatchObject({ incomingLinks: { broken: expect.any(Number) } });
    const { broken: number } = gone.incomingLinks as { broken: number };
    expect(number).toBeGreaterThan(2);
  });

  it('make a preview report why the replacement would be refused', async () => {
    const link = { old: 'the queue', new: '[the line](./nowhere.md)', ignoreCase: true };
    const wanted = { ...place, ...link, in: 'text', pages: [QUICKSTART] };
    const { refused } = await connection.facts('replace_in_pages', { ...wanted, preview: true });
    expect(refused).toMatch(/^Nothing was written/);
    expect(refused).not.toContain('untrusted');
    expect(await refusal('replace_in_pages', wanted)).toMatch(/^Nothing was written/);
  });

  it('are checked in a section, too', async () => {
    const section = {
      pageId: RETRIES,
      heading: 'Backoff',
      markdown: '## Backoff\n\nSee [nothing](./nowhere.md).',
    };
    const text = await refusal('edit_section', section);
    expect(text).toMatch(
      /^Nothing was written\. This link leads nowhere .*: line \d+: \.\/nowhere/,
    );
    await connection.facts('edit_section', { ...place, ...section, allowPlainLinks: true });
    expect(await read(RETRIES)).toContain('See nothing.');
    const other = { pageId: QUICKSTART, heading: 'Next steps' };
    const before = await read(QUICKSTART);
    const [, heading = ''] = /^## (.+)$/m.exec(before) ?? [];
    const rest = { ...other, heading, markdown: `## ${heading}\n\nAll new.` };
    await connection.facts('edit_section', { ...place, ...rest });
    expect(await read(QUICKSTART)).toContain(`## ${heading}\n\nAll new.\n`);
  });
});

describe('an edit without internal links', () => {
  it('requests nothing but the page that it changes', async () => {
    const server = await startScripted(generation, {
      args: ['--api', 'contract'],
      reads: {
        '/v1/spaces/s1/change-requests/c1/content/page/p1': { id: 'p1', markdown: '# T\n\nOld' },
      },
    });
    const markdown = '# T\n\n[Web](https://example.com), [here](#there), <https://example.com>.';
    await server.call('edit_change_request_content', {
      spaceId: 's1',
      changeRequestId: 'c1',
      changes: [update('p1', markdown)],
    });
    expect(server.requests()).toEqual([
      'GET /v1/spaces/s1/change-requests/c1/content/page/p1',
      'POST /v1/spaces/s1/change-requests/c1/content',
    ]);
    await server.close();
  });
});
