import { afterEach, describe, expect, it, vi } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

const page = { id: 'p1', title: 'Retries', markdown: '# Retries' };
const reads: Record<string, unknown> = {
  '/v1/orgs/o1': { id: 'o1', title: 'Northwind' },
  '/v1/orgs/o1/sites': { items: [] },
  '/v1/orgs/o1/sites/t1': { id: 't1', title: 'Docs' },
  '/v1/collections/c1': { id: 'c1', organization: 'o1' },
  '/v1/spaces/s1/content/page/p1': page,
  '/v1/spaces/s2/content/page/p1': page,
};

let server: ScriptedServer;

describe.each(linkedClient('2025'))('pins with $name', (generation) => {
  const start = async (...args: string[]) => {
    server = await startScripted(generation, { args: ['--toolsets', 'all', ...args], reads });
  };
  /** In this process, whose clock a test can set. */
  const startHere = async (...args: string[]) => {
    const here = { ...generation, stdio: generation.linked };
    server = await startScripted(here, { args: ['--toolsets', 'all', ...args], reads });
  };
  const schemas = async () => (await server.client.listTools()).tools;
  const listed = async () => (await schemas()).map(({ name }) => name);
  const refused = async (name: string, args: Record<string, unknown>, value: string) => {
    expect(await server.say(name, args), name).toEqual({
      isError: true,
      text: expect.stringMatching(
        new RegExp(`"${value}" is outside of what this server may reach.*Nothing was sent`),
      ),
    });
    expect(server.requests(), name).toEqual([]);
  };
  const unreachable = async (name: string, args: Record<string, unknown>) => {
    await expect(server.call(name, args)).rejects.toMatchObject({ code: -32602 });
    expect(await server.say('write_operation', { name, arguments: args })).toEqual({
      isError: true,
      text: expect.stringContaining(`There is no operation "${name}" here`),
    });
    expect(server.requests()).toEqual([]);
  };

  afterEach(() => server.close());

  it('remove the parameters from every schema, supply them and refuse any other value', async () => {
    await start('--organization', 'o1', '--space', 's1', '--site', 't1');
    const tools = await schemas();
    expect(tools.length).toBeGreaterThan(80);
    for (const { inputSchema } of tools) {
      const named = [...Object.keys(inputSchema.properties ?? {}), ...(inputSchema.required ?? [])];
      for (const pinned of ['organizationId', 'spaceId', 'siteId']) {
        expect(named).not.toContain(pinned);
      }
    }
    await server.call('get_organization');
    await server.call('get_site');
    await server.call('get_page', { pageId: 'p1' });
    await server.call('get_page', { pageId: 'p1', spaceId: 's1' });
    await server.call('get_page', { pageId: 'p1', spaceId: null });
    await server.call('read_operation', { name: 'get_page', arguments: { pageId: 'p1' } });
    await server.call('read_operation', { name: 'get_page', arguments: '{"pageId":"p1"}' });
    expect(server.requests()).toEqual([
      'GET /v1/orgs/o1',
      'GET /v1/orgs/o1/sites/t1',
      ...Array(5).fill('GET /v1/spaces/s1/content/page/p1'),
    ]);
    await refused('get_organization', { organizationId: 'o2' }, 'o2');
    await refused('get_site', { siteId: 't2' }, 't2');
    await refused('get_page', { pageId: 'p1', spaceId: 's2' }, 's2');
    await refused('list_sites', { space: 's2' }, 's2');
    const other = { pageId: 'p1', spaceId: 's2' };
    await refused('read_operation', { name: 'get_page', arguments: other }, 's2');
    const written = { name: 'get_page', arguments: JSON.stringify(other) };
    await refused('read_operation', written, 's2');
    await refused('preview_operation', { name: 'get_page', arguments: other }, 's2');
    await refused('audit_links', { spaceId: 's2' }, 's2');
    await refused('merge_change_request', { spaceId: 's2', changeRequestId: 'cr1' }, 's2');
  });

  it('of an organization apply to arguments that name it in another way', async () => {
    await start('--organization', 'o1');
    await refused('transfer_collection', { collectionId: 'c1', organization: 'o2' }, 'o2');
    const transfer = { collectionId: 'c1', organization: 'o2' };
    await refused('write_operation', { name: 'transfer_collection', arguments: transfer }, 'o2');
    await server.call('transfer_collection', { collectionId: 'c1', organization: 'o1' });
    expect(server.writes()).toEqual(['POST /v1/collections/c1/transfer']);
  });

  it('of a space leave no way to write outside of it', async () => {
    await start('--space', 's1');
    const names = await listed();
    expect(names).toContain('create_change_request');
    for (const name of ['update_organization', 'delete_collection', 'create_site', 'delete_site']) {
      expect(names).not.toContain(name);
    }
    await unreachable('update_organization', { organizationId: 'o1', title: 'Mine' });
    await unreachable('delete_collection', { collectionId: 'c1' });
    await unreachable('create_site', { organizationId: 'o1', spaces: ['s2'] });
    await unreachable('delete_site', { organizationId: 'o1', siteId: 't1' });
    await server.call('create_change_request', { subject: 'Mend a typo' });
    expect(server.writes()).toEqual(['POST /v1/spaces/s1/change-requests']);
  });

  it('of a site leave no way to write outside of it', async () => {
    await start('--organization', 'o1', '--site', 't1');
    await unreachable('update_organization', { title: 'Mine' });
    expect(await listed()).not.toContain('create_change_request');
    await unreachable('create_change_request', { spaceId: 's1' });
    await server.call('update_site', { title: 'Docs' });
    expect(server.writes()).toEqual(['PATCH /v1/orgs/o1/sites/t1']);
  });

  it('to some spaces keep the parameter and refuse the others', async () => {
    await start('--allow-spaces', 's1,s2');
    const getPage = (await schemas()).find(({ name }) => name === 'get_page');
    expect(getPage?.inputSchema.required).toContain('spaceId');
    await server.call('get_page', { spaceId: 's1', pageId: 'p1' });
    await server.call('get_page', { spaceId: 's2', pageId: 'p1' });
    expect(server.requests()).toEqual([
      'GET /v1/spaces/s1/content/page/p1',
      'GET /v1/spaces/s2/content/page/p1',
    ]);
    await refused('get_page', { spaceId: 's3', pageId: 'p1' }, 's3');
    await refused('list_sites', { organizationId: 'o1', space: 's3' }, 's3');
    await unreachable('create_site', { organizationId: 'o1', spaces: ['s1'] });
  });

  it('return only allowed spaces, and refuse answers that cannot be filtered', async () => {
    const hits = [
      { id: 's1', title: 'Ours', pages: [] },
      { id: 's9', title: 'Theirs', pages: [] },
    ];
    const found = { space: { id: 's9', title: 'Theirs' }, page: { id: 'p9' } };
    Object.assign(reads, {
      '/v1/orgs/o1/search': { items: hits, count: 2 },
      '/v1/orgs/o1/spaces': { items: hits },
      '/v1/urls/content': found,
      '/v1/': { version: '1' },
    });
    await start('--allow-spaces', 's1,s2');
    const { items, count } = await server.facts('search_organization', {
      organizationId: 'o1',
      query: 'x',
    });
    expect(items).toEqual([expect.objectContaining({ id: 's1' })]);
    // The total of the listed items, not that of the platform.
    expect(count).toBe(1);
    const spaces = { name: 'list_spaces', arguments: { organizationId: 'o1' } };
    expect(JSON.stringify(await server.facts('read_operation', spaces))).not.toContain('s9');
    const url = { url: 'https://app.example/s/s9/p9' };
    expect(await server.say('find_content_by_url', url)).toEqual({
      isError: true,
      text: expect.stringContaining('outside of what this server may reach'),
    });
    const names = await listed();
    for (const name of [
      ...['ask_organization', 'stream_ask_organization', 'list_recommended_questions'],
      ...['list_share_links', 'get_site_preview', 'list_invite_links', 'get_invite_link'],
      ...['search_site', 'ask_site', 'get_published_site', 'list_audit_events'],
    ]) {
      expect(names).not.toContain(name);
      const args = { name, arguments: { organizationId: 'o1', siteId: 't1', query: 'x' } };
      expect((await server.say('read_operation', args)).text).toContain('There is no operation');
    }
  });

  it('of an organization find out once which organization has a space or collection', async () => {
    Object.assign(reads, {
      '/v1/spaces/s1': { id: 's1', organization: 'o1' },
      '/v1/spaces/s2': { id: 's2', organization: 'o2' },
      '/v1/orgs': { items: [{ id: 'o1' }, { id: 'o2' }] },
      '/v1/': { version: '1' },
    });
    await start('--organization', 'o1');
    const theirs = { spaceId: 's2', pageId: 'p1' };
    expect(await server.say('get_page', theirs)).toEqual({
      isError: true,
      text: expect.stringContaining('spaceId "s2" is outside of what this server may reach'),
    });
    expect(server.requests()).toEqual(['GET /v1/spaces/s2']);
    const uri = 'docs://spaces/s2/pages/p1';
    await expect(server.client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    const chosen = { ref: { type: 'ref/resource', uri: 'docs://spaces/{spaceId}/pages/{pageId}' } };
    await expect(
      server.client.complete({
        ...chosen,
        argument: { name: 'pageId', value: '' },
        context: { arguments: { spaceId: 's2' } },
      } as never),
    ).rejects.toThrow('outside');
    const prompt = { name: 'fix_broken_links', arguments: { spaceId: 's2' } };
    await expect(server.client.getPrompt(prompt)).rejects.toMatchObject({ code: -32602 });
    expect(server.requests().filter((request) => !request.endsWith('/v1/spaces/s2'))).toEqual([]);

    const ours = { spaceId: 's1', pageId: 'p1' };
    await server.call('get_page', ours);
    await server.call('get_page', ours);
    expect(server.requests()).toEqual([
      'GET /v1/spaces/s1',
      'GET /v1/spaces/s1/content/page/p1',
      'GET /v1/spaces/s1/content/page/p1',
    ]);
    expect(await server.facts('list_organizations')).toMatchObject({ items: [{ id: 'o1' }] });
  });

  it('of an organization notice that a space was moved to another one', async () => {
    const space = (organization: string) => ({ id: 's1', organization });
    Object.assign(reads, { '/v1/': { version: '1' }, '/v1/spaces/s1': space('o1') });
    await startHere('--organization', 'o1');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      const page = { spaceId: 's1', pageId: 'p1' };
      await server.call('get_page', page);
      Object.assign(reads, { '/v1/spaces/s1': space('o2') });
      expect(await server.say('get_space', { spaceId: 's1' })).toEqual({
        isError: true,
        text: 'The result is outside of what this server may reach.',
      });
      server.requests();
      vi.setSystemTime(Date.now() + 10_001);
      expect(await server.say('get_page', page)).toMatchObject({
        isError: true,
        text: expect.stringContaining('spaceId "s1" is outside of what this server may reach'),
      });
      expect(server.requests()).toEqual(['GET /v1/spaces/s1']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of an organization find a space of the legacy service again where it was', async () => {
    const lists = {
      '/v1/orgs/o1/collections': { items: [{ id: 'c1' }, { id: 'c2' }] },
      '/v1/collections/c1/spaces': { items: [] },
      '/v1/collections/c2/spaces': { items: [{ id: 's1' }] },
      '/v1/collections/c2': { id: 'c2', organization: 'o1' },
    };
    Object.assign(reads, { ...lists, '/v1/spaces/s1': undefined });
    await startHere('--organization', 'o1', '--api', 'contract');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      const page = { spaceId: 's1', pageId: 'p1' };
      const asked = async () => {
        vi.setSystemTime(Date.now() + 10_001);
        const { text } = await server.say('get_page', page);
        const isOutside = text.includes('outside of what this server may reach');
        const sent = server.requests().filter((request) => !request.endsWith('/s1'));
        return { isOutside, sent: sent.map((request) => request.split('?')[0]) };
      };
      const [all, first, spaces] = Object.keys(lists).map((path) => `GET ${path}`);
      const read = 'GET /v1/spaces/s1/content/page/p1';
      expect(await asked()).toEqual({ isOutside: false, sent: [all, first, spaces, read] });
      const again = [`GET /v1/collections/c2`, spaces];
      expect(await asked()).toEqual({ isOutside: false, sent: [...again, read] });
      Object.assign(reads, { '/v1/collections/c2/spaces': { items: [] } });
      expect((await asked()).isOutside).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of an organization read nothing of others to resolve names or the target of a question', async () => {
    Object.assign(reads, {
      '/v1/orgs': {
        items: [
          { id: 'o1', title: 'Northwind' },
          { id: 'o2', title: 'Contoso' },
        ],
      },
      '/v1/orgs/o1/collections': { items: [{ id: 'c1', title: 'Guides' }] },
      '/v1/collections/c1/spaces': { items: [{ id: 's7', title: 'Handbook' }] },
      '/v1/orgs/o2/collections': { items: [{ id: 'c2', title: 'Plans' }] },
      '/v1/collections/c2/spaces': { items: [{ id: 's8', title: 'Takeover' }] },
      '/v1/': { version: '1' },
    });
    await start('--organization', 'o1', '--confirm', 'always');
    const theirs = { spaceId: 'The Takeover', pageId: 'p1' };
    const { text, isError } = await server.say('get_page', theirs);
    expect(isError).toBe(true);
    expect(text).toContain('there is no space "The Takeover"');
    expect(JSON.stringify(await server.call('get_context'))).not.toContain('Takeover');
    const import_ = { spaceId: 's7', url: 'https://example.com/docs.git', ref: 'main' };
    expect((await server.say('import_from_git', import_)).text).toContain('"Handbook"');
    const asked = server.requests();
    expect(asked).toContain('GET /v1/orgs/o1/collections');
    expect(asked.filter((request) => /o2|c2/.test(request))).toEqual([]);
  });

  it('of excluded tools apply to the question before a deletion', async () => {
    Object.assign(reads, { '/v1/spaces/s1': { id: 's1', title: 'Handbook' } });
    await start('--exclude-tools', 'get_space', '--confirm', 'always');
    const { text } = await server.say('delete_space', { spaceId: 's1' });
    expect(text).toContain('Delete space: s1.');
    const preview = { name: 'delete_space', arguments: { spaceId: 's1' } };
    expect((await server.say('preview_operation', preview)).text).not.toContain('Handbook');
    expect(server.requests()).not.toContain('GET /v1/spaces/s1');
  });

  it('of an organization apply to a site that is named in a body', async () => {
    await start('--organization', 'o1');
    const content = { type: 'site', site: 't2' };
    expect(await server.say('update_organization', { defaultContent: content })).toEqual({
      isError: true,
      text: expect.stringContaining('defaultContent.site "t2" is outside of what this server'),
    });
    expect(server.writes()).toEqual([]);
  });

  it('of excluded tools close every way to their operations', async () => {
    await start('--exclude-tools', 'get_page,edit_change_request_content');
    const names = await listed();
    for (const name of [
      ...['get_page', 'edit_change_request_content', 'open_change_request_with_edits'],
      ...['edit_section', 'replace_in_pages', 'find_in_pages', 'audit_links'],
    ]) {
      expect(names).not.toContain(name);
      await unreachable(name, { spaceId: 's1' });
    }
    const { resourceTemplates } = await server.client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toContain('table-of-contents');
    expect(resourceTemplates.map(({ name }) => name)).not.toContain('page');
    for (const uri of ['docs://spaces/s1/pages/p1', 'docs://spaces/s1/paths/a']) {
      await expect(server.client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    }
    const { prompts } = await server.client.listPrompts();
    expect(prompts.map(({ name }) => name)).not.toContain('check_against_style_guide');
    expect(server.requests().filter((request) => request.includes('/page'))).toEqual([]);
  });

  const edit = (change: object) => ({ spaceId: 's1', changeRequestId: 'cr1', changes: [change] });

  it.each([
    [
      'get_page',
      'edit_change_request_content',
      edit({ operation: 'insert_page', title: 'Copy', copy: 'p1', copySpaceId: 's2' }),
      '/v1/spaces/s2/content/page/p1',
    ],
    [
      'get_change_request_page',
      'edit_change_request_content',
      edit({ operation: 'replace_text', page: 'p1', old: 'Retries', new: 'Backoff' }),
      '/v1/spaces/s1/change-requests/cr1/content/page/p1',
    ],
    [
      'get_change_request',
      'merge_change_request',
      { spaceId: 's1', changeRequestId: 'cr1', expectedRevision: 'r9' },
      '/v1/spaces/s1/change-requests/cr1',
    ],
  ])('of %s apply to what %s reads with %j', async (excluded, tool, args, path) => {
    const tree = { id: 'r1', pages: [{ id: 'p1', title: 'Retries', path: 'retries' }] };
    Object.assign(reads, {
      '/v1/spaces/s1/change-requests/cr1': { id: 'cr1', revision: 'r1' },
      '/v1/spaces/s1/change-requests/cr1/content/pages': tree,
      '/v1/spaces/s1/change-requests/cr1/content/page/p1': page,
      '/v1/spaces/s2/content/pages': tree,
      '/v1/spaces/s2/content': tree,
    });
    await start('--exclude-tools', excluded);
    expect(await server.say(tool, args)).toEqual({
      isError: true,
      text: expect.stringContaining(`${excluded} is excluded from this server`),
    });
    const requests = server.requests();
    expect(requests).not.toContain(`GET ${path}`);
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('of excluded tools skip the checks that need them', async () => {
    Object.assign(reads, {
      '/v1/': { version: '1' },
      '/v1/spaces/s1': { id: 's1', mergeRules: { type: 'none' } },
      '/v1/spaces/s1/change-requests/cr1': { id: 'cr1', revision: 'r1', outdated: true },
    });
    await start('--exclude-tools', 'get_change_request');
    await server.facts('merge_change_request', { spaceId: 's1', changeRequestId: 'cr1' });
    const requests = server.requests();
    expect(requests).not.toContain('GET /v1/spaces/s1/change-requests/cr1');
    expect(requests).toContain('POST /v1/spaces/s1/change-requests/cr1/merge');
  });

  it.each([
    ['--space', 's1'],
    ['--allow-spaces', 's1'],
  ])('%s applies to resources', async (...pin) => {
    await start(...pin);
    const read = (space: string) =>
      server.client.readResource({ uri: `docs://spaces/${space}/pages/p1` });
    expect((await read('s1')).contents[0]).toMatchObject({
      text: expect.stringContaining('# Retries'),
    });
    expect(server.requests()).toEqual(['GET /v1/spaces/s1/content/page/p1']);
    await expect(read('s2')).rejects.toMatchObject({ code: -32602 });
    expect(server.requests()).toEqual([]);
  });
});
