import {
  type ChangedPage,
  type ChangeRequestLocation,
  flattenPages,
} from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import { ifReadable } from '../../if-readable.ts';
import type { BadLink } from '../links.ts';
import { losesHeading } from '../open-change-request/link-effects.ts';
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

/** A link that a change request breaks, and did not write. */
interface BrokenElsewhere {
  page: string;
  title: string;
  line?: number;
  target: string;
}

/** Whether links elsewhere may break: the change deletes the page, or drops or rewords a heading, which is an anchor. */
export function mayBreakLinks({ before, change: { change, diff = '' } }: ChangedPage): boolean {
  if (change === 'deleted') return true;
  const [removed = [], added = []] = ['-', '+'].map((sign) =>
    diff.split('\n').flatMap((line) => (line.startsWith(sign) ? line.slice(1) : [])),
  );
  const below = removed.filter((line) => line !== `# ${before?.title}`);
  return losesHeading(below.join('\n'), added.join('\n'));
}

/** The links that a change request breaks, besides known ones. */
export async function brokenElsewhere(
  location: ChangeRequestLocation,
  known: readonly BadLink[],
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
        const pages = flattenPages(tree);
        return new Set(pages.length > MAX_PAGES ? [] : pages.map(({ id }) => id));
      },
      steps.caller,
    );
    return brokenBy(location, read, steps);
  });
  const told = new Set(known.map(placeOf));
  return (found ?? [])
    .filter((link) => !told.has(placeOf(link)))
    .slice(0, MAX_SHOWN)
    .map(({ page, title, line, target }) => ({ page, title, line, target }));
}

/** Where a link is: its target may be spelled in different ways. */
export function placeOf({ page, line }: Pick<BrokenElsewhere, 'page' | 'line'>): string {
  return `${page} ${line}`;
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
