import { describe, expect, it } from 'vitest';
import { ORGANIZATION, type TestPlatform } from '../support.ts';
import { useFreshPlatforms } from './copies.ts';

const PATH = `/orgs/${ORGANIZATION}`;
const LABS = 'orgNorthwindLabs0001';
const INVITE = `${PATH}/link-invites/inviteReaders0000001`;
const TRANSLATIONS = `${PATH}/translations`;

let platform: TestPlatform;

useFreshPlatforms((fresh) => {
  platform = fresh;
});

const error = (code: number, message: string) => ({ error: { code, message } });
const NOT_ADMIN = error(403, 'This needs the role admin on the organization; yours is edit');

describe('organizations', () => {
  it('are two for the administrator and one for the others', async () => {
    const ids = async (send: TestPlatform['admin']) =>
      (await send('GET', '/orgs')).json.items.map(({ id }) => id);
    expect(await ids(platform.admin)).toEqual([ORGANIZATION, LABS]);
    expect(await ids(platform.editor)).toEqual([ORGANIZATION]);
    expect((await platform.editor('GET', `/orgs/${LABS}`)).status).toBe(404);
  });

  it('change only in the given fields', async () => {
    const answer = await platform.admin('PATCH', PATH, {
      title: 'Northwind Trading',
      emailDomains: ['Example.com', 'example.org', 'example.com'],
      hostname: 'northwind',
      defaultRole: 'read',
      logo: 'https://example.com/logo.svg',
      sso: true,
      ai: false,
      inviteLinks: false,
    });
    expect(answer.status).toBe(200);
    const settings = {
      title: 'Northwind Trading',
      emailDomains: ['example.com', 'example.org'],
      hostname: 'northwind',
      defaultRole: 'read',
      sso: true,
      ai: false,
      inviteLinks: false,
    };
    expect(answer.json).toMatchObject(settings);
    expect(answer.json).toMatchObject({ urls: { logo: 'https://example.com/logo.svg' } });
    const renamed = await platform.admin('PATCH', PATH, { title: 'NW' });
    expect(renamed.json).toMatchObject({ ...settings, title: 'NW' });
  });

  it('have a site as their default content', async () => {
    const [site] = (await platform.admin('GET', `${PATH}/sites`)).json.items;
    const defaultContent = { type: 'site', site: site?.id };
    const answer = await platform.admin('PATCH', PATH, { defaultContent });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ defaultContent });
    const elsewhere = await platform.admin('PATCH', `/orgs/${LABS}`, { defaultContent });
    expect(elsewhere.json).toEqual(
      error(400, `body.defaultContent: the organization has no site ${site?.id}`),
    );
  });

  it('remove optional fields with null', async () => {
    const [site] = (await platform.admin('GET', `${PATH}/sites`)).json.items;
    await platform.admin('PATCH', PATH, {
      defaultRole: 'read',
      logo: 'https://example.com/l.svg',
      defaultContent: { type: 'site', site: site?.id },
    });
    const nothing = { defaultRole: null, logo: null, defaultContent: null };
    const { status, json } = await platform.admin('PATCH', PATH, nothing);
    expect(status).toBe(200);
    expect(json).toMatchObject({ defaultRole: null });
    expect(json).not.toHaveProperty('defaultContent');
    expect(json).not.toHaveProperty('urls.logo');
  });

  it.each([
    [{ title: 'N' }],
    [{ title: 'N'.repeat(256) }],
    [{ title: null }],
    [{ emailDomains: 'example.com' }],
    [{ emailDomains: ['no domain'] }],
    [{ hostname: 'no' }],
    [{ hostname: 'n'.repeat(33) }],
    [{ hostname: '-northwind' }],
    [{ defaultRole: 'owner' }],
    [{ defaultContent: { type: 'site', site: 'nowhere' } }],
    [{ defaultContent: { type: 'space', space: 'spaceDevGuide0000001' } }],
    [{ logo: 'javascript:alert(1)' }],
    [{ logo: `https://example.com/${'l'.repeat(2048)}` }],
    [{ sso: 'yes' }],
  ])('refuse %j', async (body) => {
    expect((await platform.admin('PATCH', PATH, body)).status).toBe(400);
  });

  it('have unique hostnames', async () => {
    await platform.admin('PATCH', PATH, { hostname: 'northwind' });
    expect((await platform.admin('PATCH', PATH, { hostname: 'northwind' })).status).toBe(200);
    const taken = await platform.admin('PATCH', `/orgs/${LABS}`, { hostname: 'northwind' });
    expect(taken.status).toBe(409);
    expect(taken.json).toEqual(
      error(409, 'The hostname northwind is taken by another organization'),
    );
  });

  it('are changed by administrators', async () => {
    expect((await platform.editor('PATCH', PATH, { title: 'Mine' })).json).toEqual(NOT_ADMIN);
    const outside = await platform.editor('PATCH', `/orgs/${LABS}`, { title: 'Mine' });
    expect(outside.json).toEqual(error(404, 'Organization not found'));
  });
});

describe('organizations of an e-mail domain', () => {
  const found = async (send: TestPlatform['admin'], domain: string) => {
    const { json } = await send('GET', `/email-domains/${domain}/orgs`);
    return (json as unknown as { organizations: { id: string }[] }).organizations.map(
      ({ id }) => id,
    );
  };

  it('are found by members and by people with such an address', async () => {
    expect(await found(platform.admin, 'labs.example.com')).toEqual([LABS]);
    expect(await found(platform.editor, 'labs.example.com')).toEqual([]);
    await platform.admin('PATCH', `/orgs/${LABS}`, { emailDomains: ['example.com'] });
    expect(await found(platform.editor, 'EXAMPLE.com')).toEqual([ORGANIZATION, LABS]);
    expect(await found(platform.admin, 'nowhere.example')).toEqual([]);
  });

  it('are returned without a list envelope', async () => {
    const answer = await platform.admin('GET', '/email-domains/nowhere.example/orgs');
    expect(answer.json).toEqual({ organizations: [] });
  });
});

describe('invites', () => {
  it('to the organization have a role', async () => {
    expect((await platform.admin('GET', INVITE)).json).toEqual({
      object: 'invite',
      id: 'inviteReaders0000001',
      role: 'read',
      redundant: true,
    });
    const changed = await platform.admin('PATCH', INVITE, { role: 'edit' });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ role: 'edit' });
    expect((await platform.admin('PATCH', INVITE, { role: null })).json).toMatchObject({
      role: null,
    });
    expect((await platform.admin('GET', INVITE)).json).toMatchObject({ role: null });
  });

  it.each([[{}], [{ role: 'edit', level: 'edit' }], [{ role: 'owner' }]])(
    'refuse %j',
    async (body) => {
      const answer = await platform.admin('PATCH', INVITE, body);
      expect(answer.status).toBe(400);
      expect(answer.json.error.message).toContain('must be {"role": …}');
    },
  );

  it('state their role or level', async () => {
    expect((await platform.admin('PATCH', INVITE, { level: 'edit' })).json).toEqual(
      error(400, 'body: this is an invite to the organization; send role, not level'),
    );
  });

  it('to content have a level and the content', async () => {
    const space = `${PATH}/link-invites/inviteHandbook000001`;
    const changed = await platform.admin('PATCH', space, { level: 'admin' });
    expect(changed.status).toBe(200);
    expect((await platform.admin('GET', space)).json).toEqual({
      object: 'invite',
      id: 'inviteHandbook000001',
      level: 'admin',
      redundant: true,
      space: expect.objectContaining({ object: 'space', id: 'spaceOpsHandbook0001' }),
    });
    const collection = `${PATH}/link-invites/inviteInternal000001`;
    expect((await platform.admin('GET', collection)).json).toEqual({
      object: 'invite',
      id: 'inviteInternal000001',
      level: 'edit',
      redundant: true,
      collection: expect.objectContaining({ object: 'collection', id: 'collInternal00000001' }),
    });
    expect((await platform.admin('PATCH', collection, { role: 'read' })).json).toEqual(
      error(400, 'body: this is an invite to content; send level, not role'),
    );
  });

  it('to content are deleted together with it', async () => {
    for (const { id } of (await platform.admin('GET', `${PATH}/sites`)).json.items) {
      await platform.admin('DELETE', `${PATH}/sites/${id}`);
    }
    expect((await platform.admin('DELETE', '/collections/collInternal00000001')).status).toBe(204);
    for (const id of ['inviteHandbook000001', 'inviteInternal000001']) {
      expect((await platform.admin('GET', `${PATH}/link-invites/${id}`)).status).toBe(404);
    }
    expect((await platform.admin('GET', INVITE)).status).toBe(200);
  });

  it('are gone after they are deleted', async () => {
    expect((await platform.admin('DELETE', INVITE)).status).toBe(204);
    expect((await platform.admin('DELETE', INVITE)).status).toBe(204);
    expect((await platform.admin('GET', INVITE)).json).toEqual(error(404, 'Invite not found'));
    expect((await platform.admin('PATCH', INVITE, { role: 'read' })).status).toBe(404);
  });

  it('require an administrator, in their own organization', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect((await platform.editor(method, INVITE)).json).toEqual(NOT_ADMIN);
    }
    expect((await platform.editor('PATCH', INVITE, { role: 'admin' })).json).toEqual(NOT_ADMIN);
    const other = `/orgs/${LABS}/link-invites/inviteReaders0000001`;
    expect((await platform.admin('DELETE', other)).status).toBe(204);
    expect((await platform.admin('GET', other)).status).toBe(404);
    expect((await platform.admin('GET', INVITE)).status).toBe(200);
  });
});

describe('translation settings', () => {
  it('are listed with their languages', async () => {
    const { json } = await platform.reader('GET', TRANSLATIONS);
    expect(json.count).toBe(1);
    expect(json.items).toMatchObject([
      {
        object: 'translation-settings',
        id: 'translationEurope001',
        title: 'European languages',
        languages: ['en', 'fr', 'de', 'es'],
        permissions: { edit: false },
        urls: { location: `${platform.url}/v1${TRANSLATIONS}/translationEurope001` },
      },
    ]);
  });

  it('are created, renamed and deleted', async () => {
    const made = await platform.admin('POST', TRANSLATIONS, { title: 'Asia' });
    expect(made.status).toBe(201);
    const address = `${TRANSLATIONS}/${made.json.id}`;
    expect(made.headers.get('location')).toBe(`${platform.url}/v1${address}`);
    expect(made.json).toMatchObject({ title: 'Asia', languages: [], permissions: { edit: true } });
    const renamed = await platform.admin('PUT', address, { title: 'Far East' });
    expect(renamed.status).toBe(200);
    expect((await platform.admin('GET', address)).json).toEqual(renamed.json);
    expect(renamed.json.title).toBe('Far East');
    expect((await platform.admin('DELETE', address)).status).toBe(204);
    expect((await platform.admin('GET', address)).json).toEqual(
      error(404, 'Translation settings not found'),
    );
    expect((await platform.admin('PUT', address, { title: 'Asia' })).status).toBe(404);
    expect((await platform.admin('DELETE', address)).status).toBe(204);
  });

  it('are listed page by page, the oldest first', async () => {
    for (const title of ['Two', 'Three']) await platform.admin('POST', TRANSLATIONS, { title });
    const titles: string[] = [];
    let page: string | undefined;
    do {
      const query: string = page === undefined ? '?limit=1' : `?limit=1&page=${page}`;
      const { json } = await platform.admin('GET', `${TRANSLATIONS}${query}`);
      expect(json.count).toBe(3);
      titles.push(...json.items.map(({ title }) => title));
      page = json.next?.page;
    } while (page !== undefined);
    expect(titles).toHaveLength(3);
    expect(titles[0]).toBe('European languages');
    expect(titles.sort()).toEqual(['European languages', 'Three', 'Two']);
  });

  it.each([[{}], [{ title: '' }], [{ title: 'a'.repeat(101) }], [{ source: 'a', language: 'fr' }]])(
    'refuse %j',
    async (body) => {
      expect((await platform.admin('POST', TRANSLATIONS, body)).status).toBe(400);
      const path = `${TRANSLATIONS}/translationEurope001`;
      expect((await platform.admin('PUT', path, body)).status).toBe(400);
    },
  );

  it('are changed by administrators and read by members', async () => {
    const path = `${TRANSLATIONS}/translationEurope001`;
    const body = { title: 'Mine' };
    expect((await platform.editor('POST', TRANSLATIONS, body)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('PUT', path, body)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('DELETE', path)).json).toEqual(NOT_ADMIN);
    expect((await platform.guest('GET', path)).status).toBe(403);
    expect((await platform.editor('GET', `/orgs/${LABS}/translations`)).status).toBe(404);
  });
});
