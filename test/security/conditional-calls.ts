/** A tool that is destructive or publishes only with some of its arguments. */
interface Conditional {
  tool: string;
  place: Record<string, unknown>;
  /** Arguments that need confirmation. */
  asked: Record<string, unknown>[];
  /** Arguments that do not. */
  free: Record<string, unknown>[];
}

export const inSite = { organizationId: 'o1', siteId: 'x1' };
export const source = { type: 'website', url: 'https://example.com' };
const redirect = { source: '/old', destination: { kind: 'external', url: 'https://example.com' } };

/** Calls that delete something or make it public, and others of the same tool that do not. */
export const CONDITIONAL: Conditional[] = [
  {
    tool: 'start_import',
    place: { organizationId: 'o1', source },
    asked: [{ target: { space: 's1' } }, { target: { space: 's1', page: 'p1' } }],
    free: [{ target: { space: 's1', changeRequest: 'cr' } }],
  },
  {
    tool: 'update_team_members',
    place: { organizationId: 'o1', teamId: 't1' },
    asked: [
      { remove: ['u1'] },
      { add: ['u2'], remove: '["u1"]' },
      { memberships: { u1: { role: 'owner' }, u2: { role: 'member' } } },
    ],
    free: [
      { add: ['u2'] },
      { add: ['u2'], remove: [] },
      { memberships: { u1: { role: 'owner' } } },
    ],
  },
  {
    tool: 'add_team_member',
    place: { organizationId: 'o1', teamId: 't1', userId: 'u1' },
    asked: [],
    free: [{}, { role: 'owner' }, { role: 'member' }],
  },
  {
    tool: 'update_member',
    place: { organizationId: 'o1', userId: 'u1' },
    asked: [{ role: null }],
    free: [{ role: 'read' }],
  },
  { tool: 'publish_site', place: inSite, asked: [{}], free: [] },
  {
    tool: 'update_site',
    place: inSite,
    asked: [
      { visibility: 'public' },
      { visibility: 'unlisted' },
      { proxy: null },
      { proxy: 'example.com/docs' },
      { basename: 'docs' },
      { adaptiveContent: { enabled: false } },
    ],
    free: [
      { title: 'Docs' },
      { visibility: 'visitor-auth' },
      { adaptiveContent: { enabled: true } },
    ],
  },
  {
    tool: 'create_site',
    place: { organizationId: 'o1' },
    asked: [{ visibility: 'public' }, { title: 'Docs' }],
    free: [{ visibility: 'visitor-auth' }],
  },
  {
    tool: 'update_openapi_spec',
    place: { organizationId: 'o1', specSlug: 'api' },
    asked: [{ visibility: 'public' }, { visibility: 'private' }],
    free: [],
  },
  {
    tool: 'update_site_redirect',
    place: { ...inSite, siteRedirectId: 'r1' },
    asked: [{ draft: true }, { draft: false }],
    free: [{ source: '/older' }],
  },
  { tool: 'create_share_link', place: inSite, asked: [{ name: 'all' }], free: [] },
  { tool: 'add_space_to_site', place: inSite, asked: [{ spaceId: 's1' }], free: [] },
  { tool: 'create_site_section', place: inSite, asked: [{ spaceId: 's1' }], free: [] },
  {
    tool: 'update_share_link',
    place: { ...inSite, shareLinkId: 'l1' },
    asked: [{ active: true }, { active: 'true' }],
    free: [{ active: false }, { name: 'all' }],
  },
  {
    tool: 'create_invite_link',
    place: { organizationId: 'o1' },
    asked: [{ role: 'read' }],
    free: [],
  },
  {
    tool: 'update_invite_link',
    place: { organizationId: 'o1', inviteId: 'i1' },
    asked: [{ role: null }, { level: null }],
    free: [{ role: 'read' }],
  },
  {
    tool: 'update_space',
    place: { spaceId: 's1' },
    asked: [{ defaultLevel: null }, { defaultLevel: 'read' }],
    free: [{ title: 'Docs' }],
  },
  {
    tool: 'update_organization',
    place: { organizationId: 'o1' },
    asked: [
      { defaultRole: null },
      { defaultRole: 'read' },
      { inviteLinks: false },
      { emailDomains: ['example.com'] },
      { hostname: 'other' },
      { sso: true },
    ],
    free: [{ title: 'Docs' }, { inviteLinks: true }],
  },
  {
    tool: 'update_glossary_entries',
    place: { organizationId: 'o1' },
    asked: [{ operations: [{ type: 'delete', id: 'g1' }] }],
    free: [{ operations: [{ type: 'insert', translations: { en: 'page' } }] }],
  },
  ...[
    ['update_site_section', 'siteSectionId'],
    ['update_site_space', 'siteSpaceId'],
    ['update_site_external_link', 'siteExternalLinkId'],
  ].map(([tool = '', id = '']) => ({
    tool,
    place: { ...inSite, [id]: 'y1' },
    asked: [{ condition: null }],
    free: [{ condition: 'visitor.claims.beta' }],
  })),
  ...['space', 'collection'].flatMap((where) =>
    ['user', 'team'].map((who) => ({
      tool: `update_${where}_${who}_permission`,
      place: { [`${where}Id`]: 'w1', [`${who}Id`]: 'v1' },
      asked: [{ role: null }],
      free: [{ role: 'read' }],
    })),
  ),
  ...['user', 'team'].map((who) => ({
    tool: `update_site_${who}_permission`,
    place: { ...inSite, [`${who}Id`]: 'v1' },
    asked: [],
    free: [{ role: 'read' }],
  })),
  {
    tool: 'update_collection',
    place: { collectionId: 'c1' },
    asked: [{ defaultLevel: 'read' }],
    free: [{ title: 'Docs' }],
  },
  {
    tool: 'move_space',
    place: { spaceId: 's1' },
    asked: [{ parent: 'c2' }],
    free: [{ parent: null }],
  },
  {
    tool: 'move_collection',
    place: { collectionId: 'c1' },
    asked: [{ parent: 'c2' }],
    free: [{ parent: null }],
  },
  {
    tool: 'create_saml_provider',
    place: { organizationId: 'o1', label: 'Login' },
    asked: [{}],
    free: [],
  },
  {
    tool: 'duplicate_site_space',
    place: { ...inSite, siteSpaceId: 'y1' },
    asked: [{}, { draft: false }],
    free: [{ draft: true }],
  },
  ...[
    ['invite_to_space', { spaceId: 's1' }],
    ['invite_to_collection', { collectionId: 'c1' }],
    ['invite_to_site', inSite],
  ].map(([tool, place]) => ({
    tool: tool as string,
    place: { ...(place as object), users: ['u1'] },
    asked: [{ role: null }],
    free: [{ role: 'read' }],
  })),
  {
    tool: 'update_saml_provider',
    place: { organizationId: 'o1', samlProviderId: 'p1' },
    asked: [
      { certificate: 'C' },
      { ssoURL: 'https://example.com/sso' },
      { entityID: 'E' },
      { defaultRole: 'admin' },
    ],
    free: [{ label: 'Login' }],
  },
  {
    tool: 'set_site_redirects',
    place: inSite,
    asked: [
      { redirects: [{ source: '/old', destination: null }] },
      { redirects: [{ ...redirect, intent: 'draft' }] },
    ],
    free: [{ redirects: [redirect] }],
  },
];
