const COMMENT = '/comments/{comment}';
const REPLY = `${COMMENT}/replies/{reply}`;
const SPACE = '/spaces/{space}';
const REQUEST = `${SPACE}/change-requests/{request}`;

/** The pages that a person sees instead of an address of the API; the first match counts. */
const ADDRESSES: readonly (readonly [api: string, app: string])[] = [
  [`${REQUEST}${REPLY}`, '/s/{space}/comments/{comment}#comment:{reply}'],
  [`${REQUEST}${COMMENT}`, '/s/{space}/comments/{comment}'],
  [`${REQUEST}/content/page/{page}`, '/s/{space}/change-requests/{request}/pages/{page}'],
  [REQUEST, '/s/{space}/change-requests/{request}'],
  [`${SPACE}${REPLY}`, '/s/{space}/comments/{comment}#comment:{reply}'],
  [`${SPACE}${COMMENT}`, '/s/{space}/comments/{comment}'],
  [`${SPACE}/content/page/{page}`, '/s/{space}/pages/{page}'],
  [SPACE, '/s/{space}'],
  ['/collections/{collection}', '/c/{collection}'],
  ['/users/{user}', '/users/{user}'],
  ['/orgs/{organization}/sites/{site}', '/o/{organization}/sites/{site}'],
  ['/orgs/{organization}/openapi/{spec}', '/o/{organization}/openapi/{spec}'],
  ['/orgs/{organization}', '/o/{organization}'],
];

const PATTERNS = ADDRESSES.map(([api, app]) => ({
  pattern: new RegExp(`^/v1${api.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}(?:/|$)`),
  app,
}));

/** The page about the object at an address of the API, or about its container; undefined for other paths. */
export function pageOfApiAddress(path: string): string | undefined {
  for (const { pattern, app } of PATTERNS) {
    const groups = pattern.exec(path)?.groups;
    if (groups) return `/app${app.replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? '')}`;
  }
  return undefined;
}
