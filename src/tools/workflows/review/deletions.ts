import { type ChangeRequestLocation, flattenPages } from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import { ifReadable } from '../../if-readable.ts';
import type { Steps } from '../workflow.ts';

/** The operations that find links and redirects to deleted pages. */
export const DELETION_READS = [
  operations.getChangeRequestRevision,
  operations.getCurrentRevision,
  operations.getSpace,
  operations.listFiles,
  operations.listChangeRequestFiles,
  operations.listSites,
  operations.listSiteRedirects,
];

const MAX_PAGES = 1_000;
const MAX_SITES = 20;
const MAX_REDIRECTS = 1_000;
const MAX_SHOWN = 30;

/** A link on a page that a change request does not change, and that the change request breaks. */
interface BrokenElsewhere {
  page: string;
  title: string;
  line?: number;
  target: string;
}

/** The links that a change request breaks on pages other than those that it changes. */
export async function brokenByDeletion(
  location: ChangeRequestLocation,
  changed: ReadonlySet<string>,
  steps: Steps,
): Promise<BrokenElsewhere[]> {
  const [{ brokenBy }, { readTexts }] = await Promise.all([
    import('../audit-links/broken-by.ts'),
    import('../../../content/find/index.ts'),
  ]);
  const found = await ifReadable(async () => {
    const read = await readTexts(
      location,
      (tree) => {
        const pages = flattenPages(tree).filter(({ id }) => !changed.has(id));
        return new Set(pages.length > MAX_PAGES ? [] : pages.map(({ id }) => id));
      },
      steps.caller,
    );
    return brokenBy(location, read, steps);
  });
  return (found ?? [])
    .slice(0, MAX_SHOWN)
    .map(({ page, title, line, target }) => ({ page, title, line, target }));
}

/** A redirect of a site. */
interface SiteRedirect {
  id: string;
  site: string;
  source?: string;
}

/** The redirects of sites that show a space, to pages of it that are deleted. The legacy service has no redirects. */
export async function redirectsToDeleted(
  spaceId: string,
  deleted: ReadonlySet<string>,
  steps: Steps,
): Promise<SiteRedirect[]> {
  if ((await steps.service()) !== 'current') return [];
  const found = await ifReadable(async () => {
    const { organization: organizationId = '' } = await steps.send(operations.getSpace, {
      spaceId,
    });
    const filter = { organizationId, space: spaceId };
    const redirects: SiteRedirect[] = [];
    for (const { id: siteId } of await steps.list(operations.listSites, filter, MAX_SITES)) {
      const where = { organizationId, siteId };
      for (const one of await steps.list(operations.listSiteRedirects, where, MAX_REDIRECTS)) {
        const { pageId, page } = (one.destination ?? {}) as { pageId?: string; page?: string };
        const { id = '', source } = one;
        if (deleted.has(pageId ?? page ?? '')) redirects.push({ id, site: siteId, source });
      }
    }
    return redirects;
  });
  return found ?? [];
}
