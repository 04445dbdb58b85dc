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
export async function publishedParts(
  address: string,
  { sites }: Directory,
  read: ReadSiteSpaces,
): Promise<AddressParts | undefined> {
  const site = longest(address, sites, ({ published }) => published);
  if (!site) return undefined;
  const where = { organizationId: site.organization, siteId: site.id };
  const spaces = await read(where);
  const found = longest(address, spaces, ({ urls }) => urls?.published);
  const parts = { organization: site.organization, site: site.id };
  if (!found) return parts;
  const rest = plain(address).slice(plain(found.urls?.published ?? '').length);
  const pagePath = decoded(rest).replace(/^\/+/, '');
  return { ...parts, space: found.space.id, ...(pagePath && { pagePath }) };
}

/** The item with the longest address that is a prefix of the other one. */
function longest<T>(
  address: string,
  items: readonly T[],
  addressOf: (item: T) => string | undefined,
): T | undefined {
  const wanted = `${plain(address)}/`;
  return items
    .filter((item) => {
      const own = addressOf(item);
      return own !== undefined && wanted.startsWith(`${plain(own)}/`);
    })
    .sort((a, b) => (addressOf(b) ?? '').length - (addressOf(a) ?? '').length)[0];
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function plain(address: string): string {
  return withoutSlashes(address.split(/[?#]/, 1)[0] ?? '');
}
