import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';
import { unfenced } from '../support/untrusted.ts';

const space = 'spaceDevGuide0000001';
const retries = 'kmBrcfIkSeuVCGDS9fXr';
const [generation] = linkedClient('2025');

const PROFILES = shareOf(['current', 'contract']);

describe.each(PROFILES)('names and addresses on the profile %s', (profile) => {
  let connection: McpConnection;
  let app: string;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', profile, '--confirm', 'never'],
    });
    const page = await connection.facts('get_page', {
      spaceId: space,
      pageId: retries,
      fields: ['urls'],
    });
    app = String((page.urls as { app: string }).app);
  });
  afterAll(() => connection.close());

  const refusal = async (name: string, args: object) => {
    const { isError, content } = await connection.call(name, { ...args });
    expect(isError).toBe(true);
    return unfenced(content[0]?.text ?? '');
  };

  it('accepts a title, a path, or an address for an id', async () => {
    for (const args of [
      { spaceId: 'developer guide', pageId: 'Retries and backoff' },
      { spaceId: space, pageId: 'guides/retries' },
      { spaceId: space, pageId: '/guides/retries.md' },
      { spaceId: app, pageId: app },
      { pageId: app },
      { pageId: `https://app.gitbook.com/o/x/s/${space}/guides/retries` },
    ]) {
      expect(await connection.facts('get_page', args)).toMatchObject({ id: retries });
    }
    const byId = await connection.facts('get_page', {
      spaceId: 'Developer Guide',
      pageId: retries,
    });
    expect(byId).toMatchObject({ title: 'Retries and backoff', path: 'guides/retries' });
    const quickstart = await connection.facts('get_page', { spaceId: space, pageId: 'Quickstart' });
    expect(quickstart).toMatchObject({ title: 'Quickstart' });
  });

  it('finds a change request by its number or its subject', async () => {
    const subject = 'Explain triage of dead messages and add a page on monitoring';
    for (const changeRequestId of [
      '1',
      '#1',
      subject,
      `${new URL('/', app)}app/s/${space}/change-requests/1`,
    ]) {
      const args = { spaceId: 'Developer Guide', changeRequestId };
      expect(await connection.facts('get_change_request', args)).toMatchObject({ number: 1 });
    }
  });

  it('supplies the organization that follows from the arguments, and asks for it otherwise', async () => {
    expect(await refusal('create_collection', { title: 'Nowhere' })).toContain(
      'organizationId is required, because you have several: "Northwind" (orgNorthwind00000001)',
    );
    const named = await connection.facts('list_collections', { organizationId: 'Northwind Labs' });
    expect(named.items).toEqual([]);
  });

  it('lists what all organizations have if none is named, and says which has what', async () => {
    const labs = { organizationId: 'Northwind Labs' };
    await connection.facts('create_collection', { ...labs, title: 'Experiments' });
    const { items, count, next } = await connection.facts('list_collections', {});
    const all = items as { title: string; in: string }[];
    expect(all.map(({ title, in: place }) => [title, place])).toEqual([
      ['Product documentation', 'Northwind'],
      ['Internal', 'Northwind'],
      ['Operations', 'Northwind'],
      ['Leadership', 'Northwind'],
      ['Experiments', 'Northwind Labs'],
    ]);
    expect([count, next]).toEqual([5, undefined]);
    const few = await connection.facts('list_collections', { limit: 1 });
    expect(few).toMatchObject({
      items: [{ title: 'Product documentation' }, { title: 'Experiments' }],
      moreIn: ['Northwind'],
      more: true,
    });
    const found = await connection.facts('search_organization', { query: 'retries' });
    expect(found.items).toMatchObject([{ title: 'Developer Guide', in: 'Northwind' }]);
    const specs = await connection.facts('list_openapi_specs', {});
    expect(specs.items).toMatchObject([{ slug: 'northwind-queue', in: 'Northwind' }]);
    expect(await refusal('list_collections', { page: 'next' })).toContain('have several');
    await connection.facts('delete_collection', { collectionId: 'Experiments' });
  });

  it('finds what is only read by a part of its title, if no other title has that part', async () => {
    for (const specSlug of ['Northwind Queue', 'queue api']) {
      expect(await connection.facts('get_openapi_spec', { specSlug })).toMatchObject({
        slug: 'northwind-queue',
      });
    }
    const request = { spaceId: space, changeRequestId: 'Explain triage' };
    expect(await connection.facts('get_change_request', request)).toMatchObject({ number: 1 });
    expect(await refusal('merge_change_request', request)).toContain('Explain triage of dead');
    expect(await refusal('list_pages', { spaceId: 'Internal guide' })).toContain('no space');
  });

  it('finds a share link by its name', async () => {
    const { items } = await connection.facts('list_sites', {});
    const [{ id: siteId } = {}] = items as { id: string }[];
    const named = await connection.facts('create_share_link', { siteId, name: 'Auditors' });
    await connection.facts('create_share_link', { siteId, name: 'Summer of 2026' });
    await connection.call('delete_share_link', { siteId, shareLinkId: 'Auditors' });
    await connection.call('update_share_link', {
      ...{ siteId, shareLinkId: 'Summer of 2026', active: false },
    });
    const left = await connection.facts('list_share_links', { siteId, fields: ['*'] });
    const links = left.items as { id: string; name: string; active: boolean }[];
    expect(links.map(({ id }) => id)).not.toContain(named.id);
    expect(links.find(({ name }) => name === 'Summer of 2026')).toMatchObject({ active: false });
  });

  it('finds a merged change request by its subject', async () => {
    const change = { operation: 'insert_text', page: retries, new: 'A line.' };
    await connection.facts('open_change_request_with_edits', {
      ...{ spaceId: space, subject: 'Add one line', changes: [change], merge: true },
    });
    const place = { spaceId: space, changeRequestId: 'add one line' };
    const found = await connection.facts('get_change_request', place);
    expect(found).toMatchObject({ subject: 'Add one line', status: 'merged' });
    const merged = await connection.facts('list_change_requests', {
      ...{ spaceId: space, status: 'merged' },
    });
    expect((merged.items as object[])[0]).toEqual({
      id: found.id,
      number: found.number,
      status: 'merged',
      subject: 'Add one line',
      createdBy: { displayName: 'Mara Lindqvist' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
      mergedBy: { displayName: 'Mara Lindqvist' },
      mergedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
    });
  });

  it('resolves names at any depth', async () => {
    const opened = await connection.facts('open_change_request_with_edits', {
      spaceId: 'Developer Guide',
      subject: 'By names',
      changes: [{ operation: 'update_page', page: 'Retries and backoff', into: '/sdks', at: 0 }],
    });
    expect(opened.pages).toMatchObject([{ id: retries, position: '1 of 3 under SDKs' }]);
  });

  it('resolves objects created a moment ago, and one-word titles in deletions', async () => {
    const organizationId = 'Northwind';
    await connection.facts('list_collections', { organizationId });
    await connection.facts('create_collection', { organizationId, title: 'Archive' });
    const renamed = { collectionId: 'Archive', title: 'Old things' };
    expect(await connection.facts('update_collection', renamed)).toHaveProperty('id');
    await connection.facts('update_collection', { collectionId: 'old things', title: 'Shelf' });
    await connection.facts('delete_collection', { collectionId: 'Shelf' });
    const { items } = await connection.facts('list_collections', { organizationId });
    expect(JSON.stringify(items)).not.toContain('Shelf');
  });

  it('finds a page by its title without emoji', async () => {
    const changes = [
      { operation: 'insert_page', title: '🗝️ Get a key 🆓', document: { markdown: 'Ask for it.' } },
    ];
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId: space, subject: 'Keys', changes },
    });
    const page = { spaceId: space, changeRequestId, pageId: 'get a key' };
    expect(await connection.facts('get_change_request_page', page)).toMatchObject({
      markdown: expect.stringContaining('Ask for it.'),
    });
  });

  it.runIf(profile === 'current')(
    'answers comments of a space that is named by one word',
    async () => {
      const made = { organizationId: 'Northwind', title: 'Logbook' };
      const { id: spaceId } = await connection.facts('create_space', made);
      const body = { markdown: 'Why?' };
      const { id: commentId } = await connection.facts('post_space_comment', { spaceId, body });
      const answers = { spaceId: 'Logbook', threads: [{ commentId, reply: 'So.' }] };
      expect(await connection.facts('answer_threads', answers)).toMatchObject({
        items: [{ outcome: 'replied' }],
      });
    },
  );

  it('finds a change request with a subject of one word before its pages', async () => {
    await connection.facts('create_change_request', { spaceId: space, subject: 'Shorter' });
    const edited = await connection.facts('edit_section', {
      ...{ spaceId: space, changeRequestId: 'Shorter', pageId: 'guides/retries' },
      ...{ heading: 'Ordered messages', markdown: '## Ordered messages\n\nNone.' },
      allowPlainLinks: true,
    });
    expect(edited.diff).toContain('+None.');
  });

  it('refuses unknown and ambiguous names, with the candidates', async () => {
    expect(await refusal('get_page', { spaceId: 'Developers Guide', pageId: retries })).toMatch(
      /no space "Developers Guide".*"Developer Guide" in Product documentation/,
    );
    const twice = { operation: 'insert_page', title: 'Twice there', document: { markdown: 'x' } };
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      spaceId: space,
      subject: 'Twice',
      changes: [twice, twice],
    });
    const where = { spaceId: space, changeRequestId, pageId: 'Twice there' };
    expect(await refusal('get_change_request_page', where)).toMatch(/names 2 of them/);

    const word = { ...twice, title: 'Twin' };
    const twins = await connection.facts('open_change_request_with_edits', {
      spaceId: space,
      subject: 'Twins',
      changes: [word, word],
    });
    const ofTwins = { spaceId: space, changeRequestId: twins.changeRequestId, pageId: 'Twin' };
    expect(await refusal('get_change_request_page', ofTwins)).toMatch(/"Twin" names 2 of them/);
  });

  it.each(['~kmBr', 'kmBr'])(
    'accepts the beginning of an id as an outline shows it: %s',
    async (pageId) => {
      const page = await connection.facts('get_page', { spaceId: space, pageId });
      expect(page).toMatchObject({ id: retries });
    },
  );

  it('suggests names for a word that matches nothing, the nearest first', async () => {
    const change = { spaceId: 'Handbook', subject: 'A part of a title is not enough for a write' };
    expect(await refusal('create_change_request', change)).toMatch(
      /\(404\): there is no space "Handbook"\. There are: "Operations Handbook"/,
    );
    expect(
      await refusal('list_openapi_versions', { organizationId: 'Northwind', specSlug: 'queues' }),
    ).toMatch(
      /there is no specification "queues"\. There are: "Northwind Queue API" \(northwind-queue\)/,
    );
  });

  it('suggests only pages that resemble a word that matches none, and says how to look for it', async () => {
    const how =
      'list_pages with a filter finds it by a part of its title or path, find_in_pages by its text.';
    expect(await refusal('get_page', { spaceId: space, pageId: 'region-failover' })).toMatch(
      new RegExp(`\\(404\\): there is no page "region-failover"\\. ${how}$`),
    );
    const near = await refusal('get_page', { spaceId: space, pageId: 'retry-backoff' });
    expect(near).toContain(`(${retries}). ${how}`);
    expect(near).toContain(' Similar: "');
  });

  it('resolves a title of one word before a call that needs a confirmation', async () => {
    const { sites } = await connection
      .facts('get_context', {})
      .then(
        ({ organizations }) => (organizations as { sites: { id: string }[] }[])[0] ?? { sites: [] },
      );
    const link = { organizationId: 'Northwind', siteId: sites[0]?.id, name: 'Partners' };
    expect(await connection.facts('create_share_link', link)).toMatchObject({
      opens: { sections: 2, conditional: ['Operations'] },
    });
  });

  it.skipIf(profile === 'contract')(
    'resolves a title with a digit before a call that needs a confirmation',
    async () => {
      const organizationId = 'Northwind';
      const { id } = await connection.facts('create_space', { organizationId, title: 'Mini3' });
      await connection.facts('delete_space', { spaceId: 'Mini3' });
      expect(await refusal('get_space', { spaceId: id })).toContain('Space not found');
    },
  );

  it('finds the organization that has a specification or a team', async () => {
    const { items } = await connection.facts('list_openapi_versions', {
      specSlug: 'northwind-queue',
    });
    expect(items).toHaveLength(2);
    const { items: members } = await connection.facts('list_team_members', {
      teamId: profile === 'contract' ? 'teamDocumentation001' : 'Documentation',
    });
    expect(members).toHaveLength(3);
    expect(await refusal('list_openapi_versions', { specSlug: 'nothing' })).toContain(
      'organizationId is required',
    );
  });

  it('finds the version of a specification by the number that its document states', async () => {
    const specSlug = 'northwind-queue';
    const { items } = await connection.facts('list_openapi_versions', { specSlug });
    const [, { id }] = items as [object, { id: string }];
    const old = { specSlug, versionId: '1.4.0' };
    for (const versionId of ['1.4.0', 'v1.4.0']) {
      const found = await connection.facts('get_openapi_version', { specSlug, versionId });
      expect(found).toMatchObject({ id });
    }
    const content = await connection.call('get_openapi_version_content', old);
    expect(content.isError).toBeFalsy();
    expect(await refusal('get_openapi_version', { ...old, versionId: '3.0.0' })).toMatch(
      /no version "3\.0\.0"\. There are: .*"2\.0\.0"/,
    );
  });

  it('leaves out a certificate unless it is asked for, and shows settings that are off', async () => {
    const organizationId = 'Northwind';
    const read = async (more: object) => {
      const { items } = await connection.facts('list_saml_providers', { organizationId, ...more });
      return (items as { certificate?: string }[])[0]?.certificate;
    };
    expect(await read({})).toBeUndefined();
    expect(await read({ fields: ['certificate'] })).toContain('BEGIN CERTIFICATE');
    const page = { spaceId: space, pageId: 'guides/retries' };
    expect(
      await connection.facts('get_page', { ...page, fields: ['noIndex', 'condition'] }),
    ).toMatchObject({ noIndex: false });
  });

  it('get_context describes the location in few words', async () => {
    const context = await connection.facts('get_context');
    expect(context.organizations).toMatchObject([
      {
        id: 'orgNorthwind00000001',
        title: 'Northwind',
        collections: [
          { title: 'Product documentation', spaces: [{ id: space, title: 'Developer Guide' }] },
          { title: 'Internal' },
          { title: 'Operations', parent: 'Internal' },
          { title: 'Leadership', parent: 'Internal' },
        ],
        sites: [{ title: 'Northwind Docs' }],
      },
      { title: 'Northwind Labs' },
    ]);
    expect('mayBeIncomplete' in context).toBe(profile === 'contract');
    expect(context.lacks).toContain(profile === 'contract' ? 'findings' : 'custom-fields');
    if (profile === 'current') return;
    expect(context.lacks).toContain('members');
    expect(context.lacksTools).toEqual(expect.arrayContaining(['list_teams', 'create_team']));
    expect(context.lacks).not.toContain('create_team');
  });
});
