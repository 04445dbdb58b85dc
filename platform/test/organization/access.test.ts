import { describe, expect, it } from 'vitest';
import { INES, JORIS, MARA, ORGANIZATION, type TestPlatform, TOMAS } from '../support.ts';
import { useFreshPlatforms } from './copies.ts';

const SAML = `/orgs/${ORGANIZATION}/saml`;
const PROVIDER = `${SAML}/samlCompanyLogin0001`;
const MEMBERS = `/orgs/${ORGANIZATION}/teams/teamDocumentation001/members`;
const LABS = 'orgNorthwindLabs0001';

let platform: TestPlatform;

useFreshPlatforms((fresh) => {
  platform = fresh;
});

const error = (code: number, message: string) => ({ error: { code, message } });
const NOT_ADMIN = error(403, 'This needs the role admin on the organization; yours is edit');

describe('SAML providers', () => {
  it('are listed with their service and team', async () => {
    const { json } = await platform.admin('GET', SAML);
    expect(json.count).toBe(1);
    const service = `${platform.url}/saml/samlCompanyLogin0001`;
    expect(json.items).toMatchObject([
      {
        object: 'saml-provider',
        id: 'samlCompanyLogin0001',
        label: 'Company login',
        ssoURL: 'https://login.example.com/saml/sso',
        entityID: 'https://login.example.com/saml/metadata',
        certificate: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n/),
        defaultTeam: {
          object: 'team',
          id: 'teamDocumentation001',
          title: 'Documentation',
          members: 3,
          permissions: { admin: true, view: true },
        },
        defaultRole: 'read',
        status: 'active',
        service: { entityID: service, acsURL: `${service}/acs`, startURL: `${service}/login` },
        urls: { location: `${platform.url}/v1${PROVIDER}` },
      },
    ]);
    expect((await platform.admin('GET', PROVIDER)).json).toEqual(json.items[0]);
  });

  it('start with a label and become a login when they are complete', async () => {
    const made = await platform.admin('POST', SAML, { label: 'Partners' });
    expect(made.status).toBe(201);
    const path = `${SAML}/${made.json.id}`;
    expect(made.headers.get('location')).toBe(`${platform.url}/v1${path}`);
    expect(made.json).toMatchObject({ label: 'Partners', defaultRole: null, status: 'pending' });
    for (const name of ['ssoURL', 'entityID', 'certificate', 'defaultTeam']) {
      expect(made.json).not.toHaveProperty(name);
    }
    const labels = async () =>
      (await platform.reader('GET', `/orgs/${ORGANIZATION}/sso`)).json.items as unknown[];
    const company = {
      id: 'samlCompanyLogin0001',
      label: 'Company login',
      startURL: `${platform.url}/saml/samlCompanyLogin0001/login`,
    };
    expect(await labels()).toEqual([company]);
    const completed = await platform.admin('PATCH', path, {
      entityID: 'https://partners.example.com',
      ssoURL: 'https://partners.example.com/sso',
      certificate: 'words',
    });
    expect(completed.json).toMatchObject({ label: 'Partners', status: 'active' });
    const startURL = `${platform.url}/saml/${made.json.id}/login`;
    expect(await labels()).toEqual([company, { id: made.json.id, label: 'Partners', startURL }]);
  });

  it('lists logins without an envelope', async () => {
    const { json } = await platform.reader('GET', `/orgs/${ORGANIZATION}/sso`);
    expect(Object.keys(json)).toEqual(['items']);
    expect((await platform.editor('GET', `/orgs/${LABS}/sso`)).status).toBe(404);
  });

  it('change only in the given fields', async () => {
    const before = (await platform.admin('GET', PROVIDER)).json;
    const answer = await platform.admin('PATCH', PROVIDER, { defaultRole: null });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ ...before, defaultRole: null });
    const missing = await platform.admin('PATCH', `${SAML}/none`, { label: 'None' });
    expect(missing.json).toEqual(error(404, 'SAML provider not found'));
  });

  it.each([
    [{}],
    [{ label: '' }],
    [{ label: 'a'.repeat(31) }],
    [{ label: 'a', entityID: 'a'.repeat(1025) }],
    [{ label: 'a', certificate: 'a'.repeat(10_001) }],
    [{ label: 'a', ssoURL: 'somewhere' }],
    [{ label: 'a', ssoURL: `https://example.com/${'a'.repeat(2048)}` }],
    [{ label: 'a', defaultTeam: 'none' }],
    [{ label: 'a', defaultRole: 'owner' }],
  ])('refuse %j', async (body) => {
    expect((await platform.admin('POST', SAML, body)).status).toBe(400);
  });

  it('refuse teams of other organizations', async () => {
    const body = { label: 'Labs', defaultTeam: 'teamDocumentation001' };
    const answer = await platform.admin('POST', `/orgs/${LABS}/saml`, body);
    expect(answer.json).toEqual(
      error(400, 'body.defaultTeam: the organization has no team teamDocumentation001'),
    );
  });

  it('are gone after they are deleted', async () => {
    expect((await platform.admin('DELETE', `/orgs/${LABS}/saml/samlCompanyLogin0001`)).status).toBe(
      204,
    );
    expect((await platform.admin('GET', PROVIDER)).status).toBe(200);
    expect((await platform.admin('DELETE', PROVIDER)).status).toBe(204);
    expect((await platform.admin('DELETE', PROVIDER)).status).toBe(204);
    expect((await platform.admin('GET', PROVIDER)).status).toBe(404);
    expect((await platform.admin('GET', SAML)).json).toEqual({ items: [], count: 0 });
  });

  it('require an administrator', async () => {
    const body = { label: 'Mine' };
    expect((await platform.editor('GET', SAML)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('GET', PROVIDER)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('POST', SAML, body)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('PATCH', PROVIDER, body)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('DELETE', PROVIDER)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('GET', `/orgs/${LABS}/saml`)).status).toBe(404);
  });
});

/** Roles in the team by the ids of its members. */
async function members(): Promise<Record<string, string>> {
  const { text } = await platform.admin('GET', MEMBERS);
  const { items } = JSON.parse(text) as {
    items: { organization: { id: string }; team: { role: string } }[];
  };
  return Object.fromEntries(items.map(({ organization, team }) => [organization.id, team.role]));
}

describe('team members', () => {
  const SEEDED = { [MARA]: 'owner', [TOMAS]: 'member', [INES]: 'member' };

  it('are members of the organization with a role in the team', async () => {
    const { json } = await platform.reader('GET', `${MEMBERS}?limit=1`);
    expect(json.count).toBe(3);
    expect(json.next?.page).toEqual(expect.any(String));
    expect(json.items).toEqual([
      {
        organization: {
          object: 'member',
          id: INES,
          role: 'review',
          user: {
            object: 'user',
            id: INES,
            displayName: 'Inês Varga',
            email: 'ines.varga@example.com',
            urls: { location: `${platform.url}/v1/users/${INES}` },
          },
          disabled: false,
          joinedAt: expect.stringMatching(/^2026-/),
          sso: false,
          spaces: 2,
          teams: 1,
          sites: 1,
        },
        team: { role: 'member' },
        permissions: { view: true },
      },
    ]);
    expect(await members()).toEqual(SEEDED);
  });

  it('are added and removed by id or address; one in both lists is removed', async () => {
    const answer = await platform.admin('PUT', MEMBERS, {
      add: ['Joris.Achterberg@example.com', INES, TOMAS],
      memberships: { [INES]: { role: 'owner' }, 'wren.halloran@example.com': { role: 'member' } },
      remove: [TOMAS],
    });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await members()).toEqual({
      [MARA]: 'owner',
      [INES]: 'owner',
      [JORIS]: 'member',
      userWren000000000001: 'member',
    });
  });

  it('keep their role when they are added again', async () => {
    await platform.admin('PUT', MEMBERS, { add: [MARA] });
    await platform.admin('PUT', `${MEMBERS}/${MARA}`);
    expect(await members()).toEqual(SEEDED);
  });

  it.each([
    [
      { add: ['nobody@example.com'] },
      'body.add: the organization has no member nobody@example.com',
    ],
    [{ remove: ['nobody'] }, 'body.remove: the organization has no member nobody'],
    [
      { add: [JORIS], memberships: { nobody: { role: 'owner' } } },
      'body.memberships: the organization has no member nobody',
    ],
  ])('refuse %j and change nothing', async (body, message) => {
    expect((await platform.admin('PUT', MEMBERS, body)).json).toEqual(error(400, message));
    expect(await members()).toEqual(SEEDED);
  });

  it.each([
    [{ add: JORIS }],
    [{ memberships: { [JORIS]: { role: 'admin' } } }],
    [{ memberships: { [JORIS]: {} } }],
  ])('refuse %j', async (body) => {
    expect((await platform.admin('PUT', MEMBERS, body)).status).toBe(400);
  });

  it('are added, changed and removed one by one', async () => {
    expect((await platform.admin('PUT', `${MEMBERS}/${JORIS}`)).status).toBe(204);
    expect(await members()).toEqual({ ...SEEDED, [JORIS]: 'member' });
    const owner = await platform.admin('PUT', `${MEMBERS}/${JORIS}`, { role: 'owner' });
    expect(owner.status).toBe(204);
    expect(await members()).toEqual({ ...SEEDED, [JORIS]: 'owner' });
    expect((await platform.admin('DELETE', `${MEMBERS}/${JORIS}`)).status).toBe(204);
    expect((await platform.admin('DELETE', `${MEMBERS}/${JORIS}`)).status).toBe(204);
    expect(await members()).toEqual(SEEDED);
    expect((await platform.admin('PUT', `${MEMBERS}/nobody`)).json).toEqual(
      error(404, 'Member not found'),
    );
    expect((await platform.admin('PUT', `${MEMBERS}/${JORIS}`, { role: 'admin' })).status).toBe(
      400,
    );
  });

  it('are managed by administrators and owners of the team', async () => {
    const refused = error(
      403,
      'This needs the role admin in the organization, or owner in the team',
    );
    expect((await platform.editor('PUT', `${MEMBERS}/${JORIS}`)).json).toEqual(refused);
    expect((await platform.editor('PUT', MEMBERS, { add: [JORIS] })).json).toEqual(refused);
    expect((await platform.editor('DELETE', `${MEMBERS}/${INES}`)).json).toEqual(refused);
    await platform.admin('PUT', `${MEMBERS}/${TOMAS}`, { role: 'owner' });
    expect((await platform.editor('PUT', `${MEMBERS}/${JORIS}`)).status).toBe(204);
    expect((await platform.editor('DELETE', `${MEMBERS}/${INES}`)).status).toBe(204);
    expect(await members()).toEqual({ [MARA]: 'owner', [TOMAS]: 'owner', [JORIS]: 'member' });
  });

  it('are visible to members of the organization', async () => {
    expect((await platform.guest('GET', MEMBERS)).status).toBe(403);
    const none = await platform.admin('GET', `/orgs/${ORGANIZATION}/teams/none/members`);
    expect(none.json).toEqual(error(404, 'Team not found'));
    const other = `/orgs/${LABS}/teams/teamDocumentation001/members`;
    expect((await platform.admin('GET', other)).status).toBe(404);
    expect((await platform.editor('GET', other)).json).toEqual(
      error(404, 'Organization not found'),
    );
  });
});
