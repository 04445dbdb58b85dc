import { PlatformError } from '../client/index.ts';
import {
  type Arguments,
  type ArgumentsOf,
  type ItemOf,
  list,
  type Operation,
  type OutputOf,
  operations,
  send,
  serviceOf,
} from '../operations/index.ts';
import { quoted } from '../text/index.ts';
import { whereReadable } from './readable.ts';
import { Refusal } from './refusal.ts';
import type { CallContext } from './tool.ts';

type SiteRef = ArgumentsOf<typeof operations.getSite>;
type Site = OutputOf<typeof operations.getSite>;
type ShareLink = ItemOf<typeof operations.listShareLinks> & PublishedAt;

interface PublishedAt {
  urls?: { published?: string };
}

/** What a site shows, for its readers. */
interface SitePart extends PublishedAt {
  path?: string;
  draft?: boolean;
  siteSpaces?: readonly { id?: string; path?: string }[];
}

const MAX_READ = 200;

/** Parts of a site that an answer names. */
const MAX_NAMED = 12;

/**
 * Adds a space to a site, and tells who reads it where from then on.
 * @throws {Refusal} if the site shows the space already, naming the place.
 */
export async function sendToSite(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const answer = (await sendOrLocate(operation, args, context)) as SitePart;
  const { siteSpaces } = answer;
  return {
    ...answer,
    ...(siteSpaces && { siteSpaces: siteSpaces.map(({ id, path }) => ({ id, path })) }),
    readers: await whereReadable(() => readersOf(answer, args as unknown as SiteRef, context)),
  };
}

/** Creates a share link, and tells what whoever has it can read. */
export async function sendShareLink(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const answer = (await send(operation, args, context)) as object;
  return {
    ...answer,
    opens: await whereReadable(() => openedBy(args as unknown as SiteRef, context)),
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
    const place = await whereReadable(() => placeOnSite(args, context));
    if (place === undefined) throw error;
    throw new Refusal(`The site shows this space already, ${place}. Nothing was changed.`);
  }
}

/** Where on a site a space is shown. */
async function placeOnSite(args: Arguments, context: CallContext): Promise<string | undefined> {
  if (!mayRead(operations.listSiteSpaces, context)) return undefined;
  const site = siteOf(args);
  const spaces = await list(operations.listSiteSpaces, site, context, MAX_READ);
  const found = spaces.find(({ space }) => space.id === args.spaceId);
  if (!found) return undefined;
  const section = await sectionOf(found.section, site, context);
  const where = section ? ` in the section ${quoted(section.title)} (${section.id})` : '';
  return `as ${found.id} at the path ${found.path}${where}`;
}

async function sectionOf(id: string | undefined, site: SiteRef, context: CallContext) {
  if (id === undefined || !mayRead(operations.listSiteSections, context)) return undefined;
  const sections = await list(operations.listSiteSections, site, context, MAX_READ);
  return sections.find((section) => section.id === id);
}

/** Who reads a part of a site, and where; for a site that is not published, what is missing. */
async function readersOf(part: SitePart, args: SiteRef, context: CallContext) {
  const site = siteOf(args);
  const { published, visibility = '' } = await siteAt(site, context);
  if (part.draft === true) return { live: false, because: 'it is a draft' };
  if (published === false) return { live: false, because: await unpublished(context) };
  const own = part.urls?.published;
  if (visibility !== 'share-link') {
    return {
      live: true,
      who: WHO[visibility] ?? visibility,
      ...(own !== undefined && { at: own }),
    };
  }
  if (!mayRead(operations.listShareLinks, context)) {
    return { live: true, who: 'holders of an active share link' };
  }
  const all: ShareLink[] = await list(operations.listShareLinks, site, context, MAX_READ);
  const links = all.filter(({ active }) => active === true);
  const [link] = links;
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
    who: `holders of the share link ${links.map(({ name = '' }) => quoted(name)).join(' or ')}`,
    ...(address !== undefined && { at: `${address}${path}` }),
  };
}

const WHO: Readonly<Record<string, string>> = {
  public: 'everybody',
  unlisted: 'everybody who has the address',
  'visitor-auth': 'visitors who sign in',
};

/** What the holder of a new share link reads. */
async function openedBy(args: SiteRef, context: CallContext) {
  const site = siteOf(args);
  const { title, published, visibility } = await siteAt(site, context);
  const shown = mayRead(operations.listSiteSections, context)
    ? await partsOf(site, context)
    : undefined;
  return {
    site: title,
    ...(published === false && { live: false, because: await unpublished(context) }),
    ...(published !== false &&
      (visibility === 'share-link'
        ? { live: true }
        : { note: `it changes nothing while the visibility of the site is ${visibility}` })),
    ...(shown && shown.length > 0 && { shows: firstOf(shown) }),
  };
}

/** The sections of a site, or its spaces if it has no sections, each with the condition under which it is shown. */
async function partsOf(site: SiteRef, context: CallContext): Promise<string[]> {
  const sections = await list(operations.listSiteSections, site, context, MAX_READ);
  const parts =
    sections.length > 0 ? sections : await list(operations.listSiteSpaces, site, context, MAX_READ);
  return parts.map(({ title, condition }) =>
    condition === undefined ? title : `${title} (if ${condition})`,
  );
}

function firstOf(parts: readonly string[]): string[] {
  const more = parts.length - MAX_NAMED;
  return more > 0 ? [...parts.slice(0, MAX_NAMED), `and ${more} more`] : [...parts];
}

function siteAt(site: SiteRef, context: CallContext): Promise<Site> {
  return send(operations.getSite, site, context);
}

async function unpublished(context: CallContext): Promise<string> {
  const service = await serviceOf(context);
  return `the site is not published${service === 'current' ? '; publish_site does that' : ''}`;
}

function mayRead({ tool }: Operation, { isExcluded }: CallContext): boolean {
  return isExcluded?.(tool) !== true;
}

function siteOf({ organizationId, siteId }: Arguments | SiteRef): SiteRef {
  return { organizationId, siteId } as SiteRef;
}
