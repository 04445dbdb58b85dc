import type { Directory } from '../../content/index.ts';
import type { ItemOf, operations } from '../../operations/index.ts';
import { withoutSlashes } from '../../uris/index.ts';
import type { AddressParts } from './address.ts';

type SiteSpace = ItemOf<typeof operations.listSiteSpaces>;

/** Reads the spaces of a site, within the operator's limits. */
export type ReadSiteSpaces = (site: {
  organizationId: string;
  siteId: string;
}) => Promise<SiteSpace[]>;

/** The target of the address of a published page, matched with the addresses of sites, then of their spaces. */
export async function parsePublishedAddress(
  address: string,
  { sites }: Directory,
  read: ReadSiteSpaces,
): Promise<AddressParts | undefined> {
  const site = longestPrefix(address, sites, ({ published }) => published);
  if (!site) return undefined;
  const where = { organizationId: site.organization, siteId: site.id };
  const spaces = await read(where);
  const found = longestPrefix(address, spaces, ({ urls }) => urls?.published);
  const parts = { organization: site.organization, site: site.id };
  if (!found) return parts;
  const rest = normalizeAddress(address).slice(
    normalizeAddress(found.urls?.published ?? '').length,
  );
  const pagePath = decodePath(rest).replace(/^\/+/, '');
  return { ...parts, space: found.space.id, ...(pagePath && { pagePath }) };
}

/** The item with the longest address that is a prefix of the other one. */
function longestPrefix<T>(
  address: string,
  items: readonly T[],
  addressOf: (item: T) => string | undefined,
): T | undefined {
  const prefix = `${normalizeAddress(address)}/`;
  return items
    .filter((item) => {
      const own = addressOf(item);
      return own !== undefined && prefix.startsWith(`${normalizeAddress(own)}/`);
    })
    .sort((a, b) => (addressOf(b) ?? '').length - (addressOf(a) ?? '').length)[0];
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function normalizeAddress(address: string): string {
  return withoutSlashes(address.split(/[?#]/, 1)[0] ?? '');
}
