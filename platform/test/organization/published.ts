/** Parameters of the routes below an organization, as the demonstration content has them. */
export const ORGANIZATION_VALUES = {
  inviteId: 'inviteReaders0000001',
  emailDomain: 'example.com',
  fieldName: 'audience',
  samlProviderId: 'samlCompanyLogin0001',
  translationSettingsId: 'translationEurope001',
  teamId: 'teamDocumentation001',
  userId: 'userJoris00000000001',
};

/** Bodies to send to the routes below an organization. */
export const ORGANIZATION_BODIES: Record<string, object[]> = {
  'POST /v1/orgs/{organizationId}/collections': [
    { title: 'Words' },
    { title: 'Words', parent: 'collInternal00000001' },
  ],
  'PATCH /v1/collections/{collectionId}': [
    { title: 'Words', description: 'About words', defaultLevel: 'inherit' },
    { defaultLevel: null },
    { defaultLevel: 'inherit' },
  ],
  'POST /v1/collections/{collectionId}/move': [
    { position: { before: { type: 'collection', collection: 'collInternal00000001' } } },
    { parent: 'collInternal00000001' },
  ],
  'POST /v1/collections/{collectionId}/transfer': [{ organization: 'orgNorthwindLabs0001' }],
  'PATCH /v1/orgs/{organizationId}': [
    { title: 'Words', hostname: 'words', logo: 'https://example.com/logo.svg', defaultRole: null },
    { defaultRole: 'read', logo: null, defaultContent: null },
  ],
  'PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}': [{ role: 'edit' }, { role: null }],
  'POST /v1/orgs/{organizationId}/custom-fields': [
    { name: 'words', type: 'text' },
    { name: 'kinds', type: 'select:multi', title: 'Kinds', options: ['one', 'two'] },
  ],
  'PATCH /v1/orgs/{organizationId}/custom-fields/{fieldName}': [{ title: 'Words' }],
  'PATCH /v1/spaces/{spaceId}/custom-fields': [{ values: { audience: { value: 'partners' } } }],
  'POST /v1/orgs/{organizationId}/translations': [{ title: 'Words' }],
  'PUT /v1/orgs/{organizationId}/translations/{translationSettingsId}': [{ title: 'Words' }],
  'POST /v1/orgs/{organizationId}/saml': [
    {
      label: 'Words',
      entityID: 'https://example.com/saml',
      ssoURL: 'https://example.com/sso',
      certificate: 'words',
      defaultTeam: 'teamDocumentation001',
      defaultRole: 'read',
    },
  ],
  'PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}': [{ label: 'Words', defaultRole: null }],
  'PUT /v1/orgs/{organizationId}/teams/{teamId}/members': [
    {
      add: ['joris.achterberg@example.com'],
      memberships: { userInes000000000001: { role: 'owner' } },
    },
  ],
  'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}': [{ role: 'member' }],
};

const TRANSLATIONS = '/v1/orgs/{organizationId}/translations';
const settings = (at = '') => ({
  reason: 'the contract has settings where the descriptions have the translation of one space',
  violations: [`${at}/object must be equal to one of the allowed values`],
});

/** Known violations of the descriptions, by `version route`. */
export const ORGANIZATION_DIFFERENCES: Record<string, { reason: string; violations: string[] }> = {
  [`0.143.2 GET ${TRANSLATIONS}`]: settings('/items/[]'),
  [`0.143.2 POST ${TRANSLATIONS}`]: settings(),
  [`0.143.2 GET ${TRANSLATIONS}/{translationSettingsId}`]: settings(),
  [`0.143.2 PUT ${TRANSLATIONS}/{translationSettingsId}`]: settings(),
};
