import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { eventually } from '../../support/eventually.ts';

const [generation] = linkedClient('2025');
const spaceId = 'Developer Guide';
const pageId = 'guides/retries';
const attempts = 'gives up on a message after 5 delivery attempts';

interface Merged {
  number: number;
}

/** Merges one change on behalf of the given user. */
async function merged(
  connection: McpConnection,
  subject: string,
  ...changes: object[]
): Promise<Merged> {
  const facts = await connection.facts('open_change_request_with_edits', {
    spaceId,
    subject,
    merge: true,
    changes,
  });
  return facts as unknown as Merged;
}

async function spoiled(connection: McpConnection): Promise<[Merged, Merged]> {
  const old = { operation: 'replace_text', page: pageId, old: attempts, new: 'never gives up' };
  return [
    await merged(connection, 'Spoil a sentence', old),
    await merged(connection, 'Rename it', {
      operation: 'update_page',
      page: pageId,
      title: 'Backoff',
    }),
  ];
}

describe('the history of a page', () => {
  let connection: McpConnection;
  let spoil: Merged;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', 'current', '--confirm', 'never'],
    });
    [spoil] = await spoiled(connection);
  });
  afterAll(() => connection.close());

  it('reports who changed it, how and by which change request, the latest first', async () => {
    const { items, complete } = await connection.facts('page_history', { spaceId, pageId });
    expect(complete).toBe(true);
    expect(items).toMatchObject([
      {
        change: 'renamed from "Retries and backoff"',
        by: 'Mara Lindqvist',
        changeRequest: { number: spoil.number + 1, subject: 'Rename it' },
      },
      { change: 'edited', changeRequest: { number: spoil.number, subject: 'Spoil a sentence' } },
      { change: 'created' },
    ]);
  });

  it('continues where the last result ended', async () => {
    const first = await connection.facts('page_history', { spaceId, pageId, limit: 1 });
    expect(first).toMatchObject({ count: 1, complete: false });
    const { page } = first.next as { page: string };
    const second = await connection.facts('page_history', { spaceId, pageId, limit: 1, page });
    expect(second.items).toMatchObject([{ changeRequest: { subject: 'Spoil a sentence' } }]);
  });

  it('shows the original changes of a merged change request', async () => {
    const changeRequestId = String(spoil.number);
    const review = await connection.facts('review_change_request', { spaceId, changeRequestId });
    expect(review).toMatchObject({ status: 'merged', changes: [{ change: 'edited' }] });
    const [{ diff }] = review.changes as [{ diff: string }];
    expect(diff).toContain(`-Northwind Queue ${attempts}`);
    expect(diff).not.toContain('+# Backoff');
    expect(diff.match(/^[+-][^+-]/gm)).toHaveLength(2);
  });

  it('reverts what a change request did to a page, and nothing else', async () => {
    const restored = await connection.facts('restore_page', {
      spaceId,
      pageId,
      changeRequestId: String(spoil.number),
    });
    expect(restored).toMatchObject({
      status: 'draft',
      pages: [{ title: 'Backoff', outcome: 'edited; later changes kept' }],
    });
    const { changeRequestId } = restored as { changeRequestId: string };
    const review = await connection.facts('review_change_request', { spaceId, changeRequestId });
    expect(review.changes).toHaveLength(1);
    const page = await connection.facts('get_change_request_page', {
      ...{ spaceId, changeRequestId, pageId: 'Backoff' },
    });
    expect(page.markdown).toContain(attempts);
  });

  it('restores nothing from an unmerged change request', async () => {
    const { isError, content } = await connection.call('restore_page', {
      spaceId,
      pageId,
      changeRequestId: '1',
    });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('Change request 1 is not merged (status open)');
  });
});

describe('the history of a page on the legacy API', () => {
  it('reports what merged change requests did, and that this is incomplete', async () => {
    const connection = await generation.stdio({
      args: ['--toolsets', 'all', '--confirm', 'never'],
    });
    const [{ number }] = await spoiled(connection);
    const history = await connection.facts('page_history', { spaceId, pageId });
    expect(history).toMatchObject({
      complete: false,
      items: [
        { change: 'renamed from "Retries and backoff"', changeRequest: { number: number + 1 } },
        {
          ...{ change: 'changed, how is unknown', by: 'Mara Lindqvist' },
          changeRequest: { number, subject: 'Spoil a sentence' },
        },
      ],
    });
    expect(history).not.toHaveProperty('mayHaveChangedIt');
    const review = await connection.facts('review_change_request', {
      ...{ spaceId, changeRequestId: String(number) },
    });
    expect(review).toMatchObject({
      changes: [{ title: 'Retries and backoff', change: 'edited' }],
      status: 'merged',
      note: expect.stringContaining('from a change request that began from the same content'),
    });
    const asItWas = { spaceId, pageId, changeRequestId: String(number) };
    const refused = await connection.call('restore_page', { ...asItWas, merge: true });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain(
      `Nothing was written: the whole page would be restored, and later changes would be lost, those of change request ${number + 1}: `,
    );
    const restored = await connection.facts('restore_page', asItWas);
    expect(restored).toMatchObject({
      pages: [
        {
          title: 'Retries and backoff',
          outcome: 'renamed from "Backoff", restored',
          diff: expect.stringMatching(/^[-+]/m),
        },
      ],
      alsoUndone: [{ changeRequest: { number: number + 1 } }],
      note: 'The whole page was restored, and later changes are lost: this service does not show what the page was before that change request.',
    });
    await connection.close();
  });

  it('does not blame a change request that began before a change, merged after it, and left it alone', async () => {
    const connection = await generation.stdio({
      args: ['--toolsets', 'all', '--confirm', 'never'],
    });
    const insert = { operation: 'insert_page', document: { markdown: 'Text.' } };
    const begun = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Begun early' },
      changes: [{ ...insert, title: 'Other' }],
    });
    const [{ number }] = await spoiled(connection);
    const place = { spaceId, changeRequestId: String(begun.number) };
    const { revision } = await connection.facts('get_change_request', place);
    await connection.facts('merge_change_request', { ...place, expectedRevision: revision });
    await merged(connection, 'Elsewhere', { ...insert, title: 'Another' });
    const { items, mayHaveChangedIt } = await connection.facts('page_history', { spaceId, pageId });
    expect(items).toMatchObject([
      { changeRequest: { number: number + 1 } },
      { changeRequest: { number } },
    ]);
    expect(items).toHaveLength(2);
    expect(mayHaveChangedIt).toBeUndefined();
    await connection.close();
  });

  it('blames nobody for a late merge, and keeps it when an earlier change is undone', async () => {
    const connection = await generation.stdio({
      args: ['--toolsets', 'all', '--confirm', 'never'],
    });
    const open = (subject: string, old: string, replacement: string, more: object = {}) =>
      connection.facts('open_change_request_with_edits', {
        ...{ spaceId, subject, ...more },
        changes: [{ operation: 'replace_text', page: 'Security', old, new: replacement }],
      });
    await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'A title of one word', merge: true },
      changes: [{ operation: 'update_page', page: 'security', title: 'Security' }],
    });
    const early = await open('Begun early', 'within 60 seconds', 'within 90 seconds');
    const { markdown } = await connection.facts('get_page', { spaceId, pageId: 'Security' });
    const heading = /^## .+$/m.exec(String(markdown))?.[0] ?? '';
    const spoilt = await open('Spoil it', heading, '## Spoilt', { merge: true });
    await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, existing: String(early.number), merge: true },
      changes: [{ operation: 'insert_page', title: 'More', document: { markdown: 'Text.' } }],
    });
    await merged(connection, 'Another', {
      ...{ operation: 'insert_page', title: 'Another', document: { markdown: 'Text.' } },
    });
    const history = await connection.facts('page_history', { spaceId, pageId: 'Security' });
    const subjects = (history.items as { changeRequest: { subject: string } }[]).map(
      ({ changeRequest }) => changeRequest.subject,
    );
    expect(subjects).toEqual(['Begun early', 'Spoil it', 'A title of one word']);
    expect(history).not.toHaveProperty('mayHaveChangedIt');
    const restored = await connection.facts('restore_page', {
      ...{ spaceId, pageId: 'Security', changeRequestId: String(spoilt.number) },
    });
    expect(restored).toMatchObject({ pages: [{ outcome: 'edited; later changes kept' }] });
    const kept = { spaceId, pageId: 'Security', changeRequestId: String(restored.number) };
    const text = String((await connection.facts('get_page', kept)).markdown);
    expect(text).toContain(heading);
    expect(text).toContain('within 90 seconds');
    await connection.close();
  });

  it('names the author of a change, not of a change request that began earlier and merged later', async () => {
    const connection = await generation.stdio({
      args: ['--toolsets', 'all', '--confirm', 'never'],
    });
    const insert = { operation: 'insert_page', document: { markdown: 'Text.' } };
    await merged(connection, 'Something else', { ...insert, title: 'First' });
    const begun = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Begun early' },
      changes: [{ ...insert, title: 'Second' }],
    });
    const place = { spaceId, changeRequestId: String(begun.number) };
    const [{ number }] = await spoiled(connection);
    await connection.facts('update_change_request_from_primary', place);
    await connection.facts('merge_change_request', place);
    const { items } = await connection.facts('page_history', { spaceId, pageId });
    expect(items).toMatchObject([
      { changeRequest: { number: number + 1, subject: 'Rename it' } },
      { changeRequest: { number, subject: 'Spoil a sentence' } },
    ]);
    await connection.close();
  });
});

describe('access and versions', () => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', 'current', '--confirm', 'never'],
    });
  });
  afterAll(() => connection.close());

  const explain = (userId: string) =>
    connection.facts('explain_access', { spaceId: 'Operations Handbook', userId });

  it('names the decisive grant, the nearest first', async () => {
    const organizationId = 'Northwind';
    expect(await explain('ines.varga@example.com')).toMatchObject({
      role: 'review',
      through: { on: 'organization', through: 'role as a member' },
      others: [],
    });
    const { id } = await connection.facts('create_team', {
      ...{ organizationId, title: 'Auditors', members: ['ines.varga@example.com'] },
    });
    await connection.facts('invite_to_space', {
      ...{ spaceId: 'Operations Handbook', teams: [id], role: 'comment' },
    });
    expect(await explain('ines.varga@example.com')).toMatchObject({
      role: 'comment',
      through: { on: 'space', through: 'team "Auditors"', title: 'Operations Handbook' },
      others: [{ role: 'review', on: 'organization' }],
    });
    await connection.facts('invite_to_space', {
      ...{ spaceId: 'Operations Handbook', users: ['ines.varga@example.com'], role: 'edit' },
    });
    expect(await explain('Inês Varga')).toMatchObject({
      role: 'edit',
      through: { through: 'own grant' },
      others: [{ through: 'team "Auditors"' }, { on: 'organization' }],
    });
    expect(await explain('mara.lindqvist@example.com')).toMatchObject({
      role: 'admin',
      through: { on: 'organization' },
    });
  });

  it('lists the roles of everybody, the highest first', async () => {
    const { people, may } = await connection.facts('explain_access', {
      spaceId: 'Developer Guide',
    });
    expect(people).toMatchObject([
      { displayName: 'Mara Lindqvist', role: 'admin' },
      { displayName: 'Tomás Okafor', role: 'edit' },
      { displayName: 'Inês Varga', role: 'review' },
      { displayName: 'Joris Achterberg', role: 'read' },
    ]);
    expect(may).toMatchObject({ edit: 'read, comment, review, edit and merge', read: 'read' });
  });

  it('compares versions, which are listed with their numbers', async () => {
    const specification = { organizationId: 'Northwind', specSlug: 'northwind-queue' };
    const { items } = await connection.facts('list_openapi_versions', specification);
    expect(items).toMatchObject([{ version: '2.0.0' }, { version: '1.4.0' }]);
    const compared = await connection.facts('compare_openapi_versions', {
      ...specification,
      ...{ from: '1.4.0', to: '2.0.0', spaceId },
    });
    expect(compared).toMatchObject({ breaking: 0, to: { version: '2.0.0' } });
    expect(compared.document).toMatchObject([{ at: 'servers' }]);
    expect(compared.operations).toContainEqual({
      name: 'POST /queues/{queue}/receive',
      change: 'changed',
      fields: [
        { at: 'parameters.query.wait_seconds.maximum', from: 10, to: 20 },
        { at: 'parameters.query.wait_seconds.default', from: 0, to: 10 },
      ],
    });
    expect(compared.schemas).toContainEqual({
      ...{ name: 'Redrive', change: 'added', usedBy: ['POST /queues/{queue}/redrive'] },
    });
    expect(compared.pages).toContainEqual({
      id: expect.any(String),
      title: 'Consume messages',
      path: 'guides/consuming',
      mentions: ['/queues/{queue}/receive', 'wait_seconds'],
      lines: [
        {
          line: 7,
          heading: 'Long polling',
          text: '`POST /queues/{queue}/receive` answers as soon as a message is available, or after `wait_seconds` with an empty list. Use the maximum of 20 seconds: short polls cost money and add latency.',
        },
      ],
    });
  });

  it('lists the links to the pages of an operation that a version no longer has', async () => {
    const specification = { organizationId: 'Northwind', specSlug: 'areas' };
    const version = (paths: readonly string[]) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Areas API', version: String(paths.length) },
        paths: Object.fromEntries(
          paths.map((path) => [path, { get: { responses: { 200: { description: 'OK' } } } }]),
        ),
      });
    for (const paths of [['/areas/near', '/areas/{id}'], ['/areas/{id}']]) {
      await connection.facts('set_openapi_spec', {
        ...specification,
        source: { text: version(paths) },
      });
      await eventually(async () => {
        const { items } = await connection.facts('list_openapi_versions', specification);
        expect(items).toMatchObject(
          [{ version: String(paths.length) }, {}].slice(paths.length - 1),
        );
      });
    }
    const block = (path: string) =>
      `{% openapi-operation spec="areas" path="${path}" method="get" %}`;
    const page = (title: string, ref: string, markdown: string) => ({
      ...{ operation: 'insert_page', into: 'guides', title, ref, markdown },
    });
    await merged(
      connection,
      'Document areas',
      page('Areas near', 'near', `${block('/areas/near')}\n`),
      page('One area', 'one', `${block('/areas/{id}')}\n\nSee [near](./near.md).\n`),
      page('About areas', 'about', '# About areas\n\n[Near](./near.md#top), [one](./one.md).\n'),
    );
    const compared = await connection.facts('compare_openapi_versions', {
      ...specification,
      spaceId,
    });
    expect(compared.pages).toMatchObject([{ title: 'Areas near', lines: [{ line: 3 }] }]);
    expect(compared.linksToPagesOfRemoved).toMatchObject([
      { title: 'One area', line: 5, to: 'Areas near' },
      { title: 'About areas', line: 3, to: 'Areas near' },
    ]);
  });
});
