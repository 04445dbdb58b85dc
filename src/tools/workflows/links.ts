import { type ContentLocation, fewEnough, flattenPages, readersOf } from '../../content/index.ts';
import type { PageNode } from '../../operations/index.ts';
import { runJob } from '../jobs/run.ts';
import { badLinksIn, leadsToSpace } from './text-links.ts';
import type { Steps } from './workflow.ts';

/** A link that readers cannot follow. */
export interface BadLink {
  page: string;
  title: string;
  path?: string;
  status: 'broken' | 'in-app';
  target: string;
  /** Line in the page's markdown, counted from 1; absent if the target does not occur in it literally. */
  line?: number;
}

const MAX_LINKS = 1000;

/**
 * The broken and in-app links of one page, each with its line. The current service no longer lists the links of a
 * page, so there they are found in its text.
 */
export async function badLinksOf(
  location: ContentLocation,
  page: PageNode,
  steps: Steps,
): Promise<BadLink[]> {
  return (await steps.service()) === 'current'
    ? badLinksInText(location, page, steps)
    : badLinksByPlatform(location, page, steps);
}

async function badLinksInText(
  location: ContentLocation,
  page: PageNode,
  steps: Steps,
): Promise<BadLink[]> {
  const readers = readersOf(location);
  const pages = await steps.once(readers.pages.tool, () => documentsOf(location, steps));
  const self = pages.find(({ id }) => id === page.id) ?? page;
  const { markdown = '' } = await steps.send(readers.page, { ...location, pageId: page.id });
  const bad = await badLinksIn(markdown, self, pages, steps.caller);
  return bad.map((link) => ({
    page: page.id,
    title: page.title,
    path: self.path,
    ...link,
  }));
}

async function badLinksByPlatform(
  location: ContentLocation,
  page: PageNode,
  steps: Steps,
): Promise<BadLink[]> {
  const readers = readersOf(location);
  const where = { ...location, pageId: page.id };
  const links = await steps.list(readers.links, where, MAX_LINKS);
  const bad = links.filter(
    ({ status, targetReference }) =>
      status !== 'ok' && !leadsToSpace(String(targetReference?.url ?? '')),
  );
  if (bad.length === 0) return [];
  const { markdown = '' } = await steps.send(readers.page, where);
  const targets = bad.map(
    ({ targetReference }) => targetReference?.url ?? targetReference?.kind ?? 'unknown',
  );
  const lines = await runJob('linesWith', { markdown, targets }, steps.caller);
  return bad.map(({ status }, index) => {
    const target = targets[index] ?? '';
    const line = lines[index] ?? 0;
    return {
      page: page.id,
      title: page.title,
      path: page.path,
      status: status as BadLink['status'],
      target,
      ...(line > 0 && { line }),
    };
  });
}

/** The pages with text of a space or change request. */
export async function documentsOf(location: ContentLocation, steps: Steps): Promise<PageNode[]> {
  const { pages } = await steps.send(readersOf(location).pages, location);
  const documents = flattenPages(pages).filter(
    ({ type }) => type === undefined || type === 'document',
  );
  return fewEnough(documents, location);
}
