import { z } from 'zod';
import { patch } from './difference.ts';
import { badLinksOf } from './links.ts';
import { flattenPages, type PageNode } from './pages.ts';
import { type Steps, workflow } from './workflow.ts';

interface ChangeRequest {
  id: string;
  number: number;
  subject: string;
  status: string;
  outdated: boolean;
  revision: string;
}

interface Comment {
  id: string;
  body: { markdown?: string };
  postedBy: { displayName?: string };
  target?: { page?: { title?: string } };
}

interface PageChange {
  page: string;
  title: string;
  change: 'created' | 'edited' | 'deleted';
  diff?: string;
}

const MAX_COMMENTS = 200;
const CONTEXT_LINES = 2;

/** Everything a reviewer looks at: what changed page by page, what is discussed, what is broken. */
export const reviewChangeRequest = workflow({
  name: 'review_change_request',
  title: 'Review change request',
  summary:
    'Show what a change request changes as diffs by page, its open comments and broken links.',
  toolset: 'change-requests',
  effect: 'read',
  input: { spaceId: z.string().min(1), changeRequestId: z.string().min(1) },
  output: z.looseObject({
    changes: z.array(z.looseObject({ page: z.string(), change: z.string() })),
  }),
  async work(place, steps) {
    const request = await steps.send<ChangeRequest>('get_change_request', place);
    const [before, after] = await Promise.all([
      pagesById(steps, 'list_pages', { spaceId: place.spaceId }),
      pagesById(steps, 'list_change_request_pages', place),
    ]);
    const changes: PageChange[] = [];
    const badLinks = [];
    for (const [id, page] of new Map([...before, ...after])) {
      const change = await comparePage(place, id, before.get(id), after.get(id), steps);
      if (!change) continue;
      changes.push(change);
      if (change.change !== 'deleted') badLinks.push(...(await badLinksOf(place, page, steps)));
      await steps.finish(`compared ${page.title}`);
    }
    const open = { ...place, status: 'open', format: 'markdown' };
    const comments = await steps.list<Comment>('list_change_request_comments', open, MAX_COMMENTS);
    const { number, subject, status, outdated, revision } = request;
    return {
      number,
      subject,
      status,
      outdated,
      revision,
      ...(outdated && {
        warning: 'Primary content moved on: the diffs below also show that. Update before merging.',
      }),
      changes,
      openComments: comments.map(({ id, body, postedBy, target }) => ({
        object: 'comment',
        id,
        postedBy: { displayName: postedBy.displayName },
        page: target?.page?.title,
        body,
      })),
      badLinks,
    };
  },
});

async function pagesById(steps: Steps, tool: string, place: { spaceId: string }) {
  const { pages } = await steps.send<{ pages: PageNode[] }>(tool, place);
  return new Map(flattenPages(pages).map((page) => [page.id, page]));
}

async function comparePage(
  place: { spaceId: string; changeRequestId: string },
  id: string,
  before: PageNode | undefined,
  after: PageNode | undefined,
  steps: Steps,
): Promise<PageChange | undefined> {
  const title = (after ?? before)?.title ?? id;
  if (!after) return { page: id, title, change: 'deleted' };
  const same =
    before &&
    before.documentId !== undefined &&
    before.documentId === after.documentId &&
    before.title === after.title &&
    before.path === after.path;
  if (same) return undefined;
  const [was, is] = await Promise.all([
    before ? textOf(steps, 'get_page', { spaceId: place.spaceId, pageId: id }) : '',
    textOf(steps, 'get_change_request_page', { ...place, pageId: id }),
  ]);
  const [from, to] = [before, after].map((page) => `/${page?.path ?? ''}`);
  if (was === is && from === to) return undefined;
  const diff = patch([from ?? '', to ?? ''], [was, is], CONTEXT_LINES);
  return { page: id, title, change: before ? 'edited' : 'created', diff };
}

async function textOf(steps: Steps, tool: string, where: Record<string, string>): Promise<string> {
  const page = await steps.send<{ markdown?: string }>(tool, { ...where, format: 'markdown' });
  return page.markdown ?? '';
}
