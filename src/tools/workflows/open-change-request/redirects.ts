import { PlatformError } from '../../../client/index.ts';
import { flattenPages } from '../../../content/index.ts';
import { type Arguments, operations, type PageNode } from '../../../operations/index.ts';
import { Refusal } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';

/** The operations that determine where redirects are needed. */
export const REDIRECT_CALLS = [
  operations.listOrganizations,
  operations.listSites,
  operations.listSiteSpaces,
  operations.listShareLinks,
];

/** A page whose address changes. */
export interface PageMove {
  page: string;
  title: string;
  from: string;
  to: string;
}

interface PublishedObject {
  id: string;
  urls?: { published?: string };
}

/** A call that creates a redirect, complete except for what `missing` names. */
interface RedirectProposal {
  tool: typeof operations.createSiteRedirect.tool;
  arguments: Arguments;
  missing?: string;
}

/** The redirects for old addresses. */
interface RedirectAdvice {
  redirects?: RedirectProposal[];
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

/** The redirects that keep old addresses alive, on each published site that shows the space. */
export async function redirectsFor(
  spaceId: string,
  moves: readonly PageMove[],
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
    return redirectAdvice(await proposeRedirects(spaceId, moves, steps), isLive);
  } catch (error) {
    // The change request exists; a failure to collect extra information must not fail the call.
    if (!(error instanceof PlatformError || error instanceof Refusal)) throw error;
    const reason = (error instanceof PlatformError && error.platformMessage) || error.message;
    return { redirectNote: `Which sites need redirects could not be found out: ${reason}` };
  }
}

function redirectAdvice(redirects: RedirectProposal[], isLive: boolean): RedirectAdvice {
  if (redirects.length === 0) {
    return { redirectNote: 'No published site shows this space, so no redirect is needed.' };
  }
  return {
    redirects,
    redirectNote: isLive
      ? 'Make these calls now: links from elsewhere to the old paths are broken until then.'
      : 'Once the change request is merged, make these calls, or links from elsewhere to the old paths break.',
  };
}

async function proposeRedirects(spaceId: string, moves: readonly PageMove[], steps: Steps) {
  const result: RedirectProposal[] = [];
  const organizations = await steps.list(operations.listOrganizations, {}, MAX_LISTED);
  for (const { id: organizationId } of organizations) {
    const filter = { organizationId, space: spaceId, published: true };
    for (const site of await steps.list(operations.listSites, filter, MAX_LISTED)) {
      const where = { organizationId, siteId: site.id };
      const { home, shareKey } = await addressOf(site, where, steps);
      const filter = { ...where, ...(shareKey !== undefined && { shareKey }) };
      const shown = await steps.list(operations.listSiteSpaces, filter, MAX_LISTED);
      for (const siteSpace of shown.filter(({ space }) => space.id === spaceId)) {
        result.push(...moves.map((move) => proposeRedirect(where, home, siteSpace, move)));
      }
    }
  }
  return result;
}

/** The address of a site; of one for holders of a share link, that of a link, whose key its parts are read with. */
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
  try {
    return await steps.list(operations.listShareLinks, where, MAX_LISTED);
  } catch (error) {
    if (error instanceof PlatformError || error instanceof Refusal) return [];
    throw error;
  }
}

function proposeRedirect(
  where: Arguments,
  home: string | undefined,
  siteSpace: PublishedObject,
  move: PageMove,
): RedirectProposal {
  const destination = { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: move.page };
  const base = pathWithin(home, siteSpace);
  if (base === undefined) {
    return {
      tool: operations.createSiteRedirect.tool,
      arguments: { ...where, destination },
      missing: `source: the path on the site that readers used for /${move.from}; the site does not say where it shows the space`,
    };
  }
  const source = `${base}/${move.from.split('/').map(encodeSegment).join('/')}`;
  return { tool: operations.createSiteRedirect.tool, arguments: { ...where, source, destination } };
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
