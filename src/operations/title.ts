/** Words whose spelling is not their lower-case form. */
const properWords: Readonly<Record<string, string>> = {
  git: 'Git',
  openapi: 'OpenAPI',
  pdf: 'PDF',
  saml: 'SAML',
  sso: 'SSO',
};

/** `get_openapi_spec` -> `Get OpenAPI spec`. */
export function toolTitleOf(tool: string): string {
  const words = tool
    .split('_')
    .map((word) => properWords[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
