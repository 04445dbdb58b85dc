import { PlatformError } from '../../client/index.ts';
import {
  type Arguments,
  type ArgumentsOf,
  type ItemOf,
  list,
  type Operation,
  type OutputOf,
  operations,
  type SiteReaders,
  send,
  serviceOf,
} from '../../operations/index.ts';
import { fencedInline, inlineValue } from '../../text/index.ts';
import { ifAvailable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';

type SiteRef = ArgumentsOf<typeof operations.getSite>;
type Site = OutputOf<typeof operations.getSite>;
type ShareLink = ItemOf<typeof operations.listShareLinks> & PublishedAt;

interface PublishedAt {
  urls?: { published?: string };
}

/** The contents of a site that its readers see. */
interface SitePart extends PublishedAt {
  path?: string;
  draft?: boolean;
}

const MAX_READ = 200;

/** Maximum number of parts to name. */
const MAX_TITLES = 10;

/**
 * Adds a space to a site, and reports who can read it at which address from then on. @throws {Refusal} if the site
 * already shows the space, saying where.
 */
export async function sendToSite(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const answer = (await sendOrLocate(operation, args, context)) as SitePart;
  return {
    ...answer,
    readers: await ifAvailable(() => readersOf(answer, siteOf(args), context)),
  };
}

/** Creates a share link, and reports what its holders can read. */
export async function sendShareLink(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const answer = (await send(operation, args, context)) as object;
  return {
    ...answer,
    opens: await ifAvailable(() => openedBy(siteOf(args), context)),
  };
}

async function sendOrLocate(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  try {
    return await send(operation, args, context);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 409) throw error;
    const place = await ifAvailable(() => locationOnSite(args, context));
    if (place === undefined) throw error;
    throw new Refusal(`The site shows this space already, ${place}. Nothing was changed.`);
  }
}

/** Where on a site a space is shown. */
async function locationOnSite(args: Arguments, context: CallContext): Promise<string | undefined> {
  if (!mayRead(operations.listSiteSpaces, context)) return undefined;
  const site = siteOf(args);
  const spaces = await list(operations.listSiteSpaces, site, context, MAX_READ);
  const found = spaces.find(({ space }) => space.id === args.spaceId);
  if (!found) return undefined;
  const section = await sectionOf(found.section, site, context);
  const where = section
    ? ` in the section ${fencedInline(section.title, 'title')} (${inlineValue(section.id)})`
    : '';
  return `as ${found.id} at the path ${found.path}${where}`;
}

async function sectionOf(id: string | undefined, site: SiteRef, context: CallContext) {
  if (id === undefined || !mayRead(operations.listSiteSections, context)) return undefined;
  const sections = await list(operations.listSiteSections, site, context, MAX_READ);
  return sections.find((section) => section.id === id);
}

/** Who can read a part of a site, and at which address; for an unpublished site, what is missing. */
async function readersOf(
  part: SitePart,
  args: SiteRef,
  context: CallContext,
): Promise<SiteReaders> {
  const site = siteOf(args);
  const { published, visibility = '' } = await siteAt(site, context);
  if (part.draft === true) return { live: false, because: 'it is a draft' };
  if (published === false) return { live: false, because: await unpublished(context) };
  const own = part.urls?.published;
  if (visibility !== 'share-link') {
    return {
      live: true,
      who: WHO.get(visibility) ?? 'those whom the site admits',
      ...(own !== undefined && { at: own }),
    };
  }
  if (!mayRead(operations.listShareLinks, context)) {
    return { live: true, who: 'holders of a share link' };
  }
  const all: ShareLink[] = await list(operations.listShareLinks, site, context, MAX_READ);
  const active = all.filter((one) => one.active === true);
  const link = newestOf(active);
  if (link === undefined) {
    return {
      live: false,
      because: 'only holders of a share link read the site, and none is active',
    };
  }
  const address = link.urls?.published?.replace(/\/$/, '');
  const path = part.path === undefined ? '' : `/${encodeURIComponent(part.path)}`;
  return {
    live: true,
    who: 'holders of a share link',
    ...(address !== undefined && { at: `${address}${path}` }),
    ...(active.length > 1 && { link: link.name }),
  };
}

/** The link that was created last: most likely the one that this call is about. */
function newestOf(links: readonly ShareLink[]): ShareLink | undefined {
  return links.reduce<ShareLink | undefined>(
    (newest, link) => ((newest?.createdAt ?? '') > (link.createdAt ?? '') ? newest : link),
    undefined,
  );
}

const WHO: ReadonlyMap<string, SiteReaders['who']> = new Map([
  ['public', 'everybody'],
  ['unlisted', 'everybody who has the address'],
  ['visitor-auth', 'visitors who sign in'],
] as const);

/** What the holder of a new share link can read. */
async function openedBy(args: SiteRef, context: CallContext) {
  const site = siteOf(args);
  const { published, visibility } = await siteAt(site, context);
  const parts = mayRead(operations.listSiteSections, context)
    ? await partsOf(site, context)
    : undefined;
  return {
    ...(published === false && { live: false, because: await unpublished(context) }),
    ...(published !== false &&
      visibility !== 'share-link' && { note: 'no effect: the site needs no share link' }),
    ...parts,
  };
}

/**
 * The number of sections of a site, or of its spaces if it has no sections, and those that are shown only under a
 * condition.
 */
async function partsOf(site: SiteRef, context: CallContext) {
  const sections = await list(operations.listSiteSections, site, context, MAX_READ);
  const hasSections = sections.length > 0;
  const parts = hasSections
    ? sections
    : await list(operations.listSiteSpaces, site, context, MAX_READ);
  const conditional = parts
    .filter(({ condition }) => condition !== undefined)
    .slice(0, MAX_TITLES)
    .map(({ title }) => title);
  return {
    [hasSections ? 'sections' : 'spaces']: parts.length,
    ...(conditional.length > 0 && { conditional }),
  };
}

function siteAt(site: SiteRef, context: CallContext): Promise<Site> {
  return send(operations.getSite, site, context);
}

async function unpublished(context: CallContext) {
  const service = await serviceOf(context);
  return service === 'current'
    ? 'the site is not published; publish_site does that'
    : 'the site is not published';
}

function mayRead({ tool }: Operation, { isExcluded }: CallContext): boolean {
  return isExcluded?.(tool) !== true;
}

function siteOf({ organizationId, siteId }: Arguments | SiteRef): SiteRef {
  return { organizationId, siteId } as SiteRef;
}
