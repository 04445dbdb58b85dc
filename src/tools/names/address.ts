/** The target of an address, as far as the address itself states it. */
export interface AddressParts {
  organization?: string;
  collection?: string;
  space?: string;
  site?: string;
  specification?: string;
  user?: string;
  changeRequest?: string;
  revision?: string;
  page?: string;
  pagePath?: string;
}

const ADDRESS = /^https?:\/\/\S+$/i;

export function isAddress(value: string): boolean {
  return ADDRESS.test(value);
}

/**
 * Parses an address of the app, of this platform or of GitBook; undefined for any other, such as that of a published
 * page.
 */
export function parseAppAddress(address: string): AddressParts | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const segments = url.pathname.split('/').filter(Boolean).map(decodeSegment);
  const isApp = url.hostname.startsWith('app.') || segments[0] === 'app';
  if (!isApp) return undefined;
  if (segments[0] === 'app') segments.shift();
  const parts: AddressParts = {};
  for (let name = segments.shift(); name !== undefined; name = segments.shift()) {
    const value = segments[0];
    if (name === 'o') parts.organization = segments.shift();
    else if (name === 'c') parts.collection = segments.shift();
    else if (name === 'sites') parts.site = segments.shift();
    else if (name === 'users') parts.user = segments.shift();
    else if (name === 'openapi') parts.specification = segments.shift();
    else if (name === 's' && value !== undefined) {
      parts.space = segments.shift();
      readSpaceSegments(parts, segments);
      break;
    } else break;
  }
  for (const [key, value] of Object.entries(parts)) {
    if (value === undefined) delete parts[key as keyof AddressParts];
  }
  return Object.keys(parts).length > 0 ? parts : undefined;
}

function readSpaceSegments(parts: AddressParts, segments: string[]): void {
  if (segments[0] === '~') segments.shift();
  const [kind, id] = segments;
  if (kind === 'changes' || kind === 'change-requests') {
    parts.changeRequest = id;
    segments.splice(0, 2);
  } else if (kind === 'revisions') {
    parts.revision = id;
    segments.splice(0, 2);
  } else if (kind === 'comments') return;
  if (segments[0] === 'pages') parts.page = segments[1];
  else if (segments.length > 0) parts.pagePath = segments.join('/');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
