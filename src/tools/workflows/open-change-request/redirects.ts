import { PlatformError } from '../../../client/index.ts';
import { flattenPages } from '../../../content/index.ts';
import { type Arguments, operations, type PageNode } from '../../../operations/index.ts';
import { ifReadable } from '../../if-readable.ts';
import { Refusal } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';

/** The operations that determine where redirects are needed. */
export const REDIRECT_CALLS = [
  operations.listOrganizations,
  operations.listSites,
  operations.listSiteSpaces,
  operations.listShareLinks,
  operations.listSiteRedirects,
];

/** A page whose address changes. */
export interface PageMove {
  page: string;
  title: string;
  from: string;
  to: string;
}

/** A deleted page. */
export interface DeletedPage {
  page: string;
  from: string;
  /** The page to which its readers are redirected. */
  to?: string;
}

/** The pages whose addresses end. */
export interface EndedAddresses {
  moved: readonly PageMove[];
  deleted: readonly DeletedPage[];
}

interface PublishedObject {
  id: string;
  urls?: { published?: string };
}

/** A call that creates or changes redirects, complete except for what `missing` names. */
interface RedirectProposal {
  tool: string;
  arguments: Arguments;
  missing?: string;
}

/** A redirect of a site that leads to a deleted page. */
interface DeadRedirect {
  siteId: string;
  source: string;
}

/** What to do about redirects on all sites. */
interface ProposedRedirects {
  redirects: RedirectProposal[];
  deadRedirects: DeadRedirect[];
  isPublished: boolean;
}

/** The redirects for old addresses. */
interface RedirectAdvice {
  redirects?: RedirectProposal[];
  deadRedirects?: DeadRedirect[];
  redirectNote: string;
}

const MAX_LISTED = 1000;

/** The pages whose path changed. */
export function movesBetween(before: readonly PageNode[], after: readonly PageNode[]): PageMove[] {
  const paths = new Map(flattenPages(before).map(({ id, path }) => [id, path]));
  return flattenPages(after).flatMap(({ id, title, path: to }) => {
    const from = paths.get(id);
    return from === undefined || to === undefined || from === to
      ? []
      : [{ page: id, title, from, to }];
  });
}

/** The deleted pages, with those to which their readers are redirected. */
export function deletedBetween(
  before: readonly PageNode[],
  after: readonly PageNode[],
  redirectTargetOf: (page: string) => string | undefined,
): DeletedPage[] {
  const present = new Set(flattenPages(after).map(({ id }) => id));
  return flattenPages(before).flatMap(({ id, path: from }) => {
    if (from === undefined || present.has(id)) return [];
    const to = redirectTargetOf(id);
    return { page: id, from, ...(to !== undefined && { to }) };
  });
}

/** The redirects that keep old addresses alive, on each published site that shows the space. */
export async function redirectsFor(
  spaceId: string,
  ended: EndedAddresses,
  isLive: boolean,
  steps: Steps,
): Promise<RedirectAdvice> {
  if ((await steps.service()) === 'contract') {
    return {
      redirectNote: isLive
        ? 'This service has no redirects: links from elsewhere to the old paths are broken now. Tell who links to them.'
        : 'This service has no redirects: once merged, links from elsewhere to the old paths break. Tell who links to them.',
    };
  }
  try {
    return redirectAdvice(await proposeRedirects(spaceId, ended, steps), ended, isLive);
  } catch (error) {
    // The change request exists; a failure to collect extra information must not fail the call.
    if (!(error instanceof PlatformError || error instanceof Refusal)) throw error;
    const reason = (error instanceof PlatformError && error.platformMessage) || error.message;
    return { redirectNote: `Which sites need redirects could not be determined: ${reason}` };
  }
}

function redirectAdvice(
  { redirects, deadRedirects, isPublished }: ProposedRedirects,
  { deleted }: EndedAddresses,
  isLive: boolean,
): RedirectAdvice {
  if (!isPublished) {
    return { redirectNote: 'No published site shows this space, so no redirect is needed.' };
  }
  const [broken, mended] = isLive
    ? ['are broken now', 'these calls fix them']
    : ['break once the change request is merged', 'these calls then fix them'];
  const isLost = deleted.some(({ to }) => to === undefined);
  const notes = [
    redirects.length > 0 && `Links from elsewhere to the old paths ${broken}; ${mended}.`,
    isLost &&
      'Addresses of deleted pages lead nowhere; delete_page with linksTo names the page for their readers.',
    deadRedirects.length > 0 &&
      'deadRedirects lead to deleted pages; set_site_redirects changes them.',
  ];
  return {
    ...(redirects.length > 0 && { redirects }),
    ...(deadRedirects.length > 0 && { deadRedirects }),
    redirectNote: notes.filter(Boolean).join(' '),
  };
}

async function proposeRedirects(
  spaceId: string,
  ended: EndedAddresses,
  steps: Steps,
): Promise<ProposedRedirects> {
  const proposed: ProposedRedirects = { redirects: [], deadRedirects: [], isPublished: false };
  const organizations = await steps.list(operations.listOrganizations, {}, MAX_LISTED);
  for (const { id: organizationId } of organizations) {
    const filter = { organizationId, space: spaceId, published: true };
    for (const site of await steps.list(operations.listSites, filter, MAX_LISTED)) {
      const where = { organizationId, siteId: site.id };
      const { home, shareKey } = await addressOf(site, where, steps);
      const filter = { ...where, ...(shareKey !== undefined && { shareKey }) };
      const shown = await steps.list(operations.listSiteSpaces, filter, MAX_LISTED);
      for (const siteSpace of shown.filter(({ space }) => space.id === spaceId)) {
        proposed.isPublished = true;
        proposed.redirects.push(...newRedirects(where, home, siteSpace, ended));
        const existing = await redirectsToDeleted(where, siteSpace, ended, steps);
        proposed.redirects.push(...existing.redirects);
        proposed.deadRedirects.push(...existing.deadRedirects);
      }
    }
  }
  return proposed;
}

/** What to do about the redirects of a site that lead to deleted pages. */
async function redirectsToDeleted(
  where: SiteLocation,
  siteSpace: PublishedObject,
  { deleted }: EndedAddresses,
  steps: Steps,
): Promise<Pick<ProposedRedirects, 'redirects' | 'deadRedirects'>> {
  const found: Pick<ProposedRedirects, 'redirects' | 'deadRedirects'> = {
    redirects: [],
    deadRedirects: [],
  };
  if (deleted.length === 0) return found;
  const targets = new Map(deleted.map(({ page, to }) => [page, to]));
  const redirects = await steps.list(operations.listSiteRedirects, where, MAX_LISTED);
  for (const { id, source, destination } of redirects as SiteRedirect[]) {
    const { siteSpaceId, pageId = '' } = destination ?? {};
    if (siteSpaceId !== siteSpace.id || !targets.has(pageId)) continue;
    const to = targets.get(pageId);
    if (to === undefined) found.deadRedirects.push({ siteId: where.siteId, source });
    else {
      found.redirects.push({
        tool: operations.updateSiteRedirect.tool,
        arguments: { ...where, siteRedirectId: id, destination: pageOnSite(siteSpace, to) },
      });
    }
  }
  return found;
}

interface SiteRedirect {
  id: string;
  source: string;
  destination?: { siteSpaceId?: string; pageId?: string };
}

interface SiteLocation {
  organizationId: string;
  siteId: string;
}

function pageOnSite({ id }: PublishedObject, pageId: string) {
  return { kind: 'site-page', siteSpaceId: id, pageId };
}

/** The address of a site. For a site with share links, that of a link, whose key gives access to its parts. */
async function addressOf(
  { urls }: PublishedObject,
  where: { organizationId: string; siteId: string },
  steps: Steps,
): Promise<{ home?: string; shareKey?: string }> {
  if (urls?.published !== undefined) return { home: urls.published };
  const links = await shareLinksOf(where, steps);
  const [home] = links.flatMap(({ active, urls: { published } = {} }) =>
    active === true && published !== undefined ? published.replace(/\/$/, '') : [],
  );
  return home === undefined ? {} : { home, shareKey: home.slice(home.lastIndexOf('/') + 1) };
}

/** None if the caller may not see them. */
async function shareLinksOf(
  where: { organizationId: string; siteId: string },
  steps: Steps,
): Promise<{ active?: boolean; urls?: PublishedObject['urls'] }[]> {
  return (await ifReadable(() => steps.list(operations.listShareLinks, where, MAX_LISTED))) ?? [];
}

/** The calls that create redirects on a site, several redirects in one. */
function newRedirects(
  where: SiteLocation,
  home: string | undefined,
  siteSpace: PublishedObject,
  { moved, deleted }: EndedAddresses,
): RedirectProposal[] {
  const ends = [
    ...moved.map(({ page: to, from }) => ({ from, to })),
    ...deleted.flatMap(({ from, to }) => (to === undefined ? [] : { from, to })),
  ];
  const tool = operations.createSiteRedirect.tool;
  const base = pathWithin(home, siteSpace);
  if (base === undefined) {
    return ends.map(({ from, to }) => ({
      tool,
      arguments: { ...where, destination: pageOnSite(siteSpace, to) },
      missing: `source: the path on the site that readers used for /${from}; the site does not say where it shows the space`,
    }));
  }
  const redirects = ends.map(({ from, to }) => ({
    source: `${base}/${from.split('/').map(encodeSegment).join('/')}`,
    destination: pageOnSite(siteSpace, to),
  }));
  const [first, another] = redirects;
  if (another) {
    return [{ tool: operations.setSiteRedirects.tool, arguments: { ...where, redirects } }];
  }
  return first ? [{ tool, arguments: { ...where, ...first } }] : [];
}

/** The path on the site at which a space is shown; undefined if the service does not return its address. */
function pathWithin(site: string | undefined, { urls }: PublishedObject): string | undefined {
  const [home, address] = [site, urls?.published].map((one) => one?.replace(/\/$/, ''));
  if (home === undefined || address === undefined || !address.startsWith(home)) return undefined;
  return address.slice(home.length);
}

/** A path segment in the form that redirect sources use. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
