const OTHER_TRANSLATIONS =
  'the published translation is one language of one space; the contract has settings with a title';

const SETTINGS = '/v1/orgs/{organizationId}/translations/{translationSettingsId}';

/**
 * Routes that are in none of the installed descriptions, and why they have records. Used by the tests of the records
 * and of the embedded platform.
 */
export const UNPUBLISHED: Readonly<Record<string, string>> = {
  [`GET ${SETTINGS}`]: OTHER_TRANSLATIONS,
  [`PUT ${SETTINGS}`]: OTHER_TRANSLATIONS,
  [`DELETE ${SETTINGS}`]: OTHER_TRANSLATIONS,
};
