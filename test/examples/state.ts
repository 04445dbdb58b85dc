import { type Platform, SPACE } from './bots.ts';

interface Post {
  id: string;
  status: string;
  body: { markdown: string };
  reactions?: { emoji: string }[];
}

interface Thread {
  text: string;
  status: string;
  reactions: string[];
  replies: string[];
}

interface ChangeRequest {
  number: number;
  subject: string;
  status: string;
  threads: Thread[];
  /** The markdown of every page, by path. */
  pages: Record<string, string>;
}

/** The state of a space, without ids and times, which differ between runs. */
export interface State {
  threads: Thread[];
  changeRequests: ChangeRequest[];
}

const STATES = ['draft', 'open', 'merged', 'archived'];

export async function stateOf(platform: Platform): Promise<State> {
  const requests = await Promise.all(
    STATES.map((status) =>
      list<Omit<ChangeRequest, 'threads' | 'pages'>>(platform, `change-requests?status=${status}`),
    ),
  );
  return {
    threads: await threadsOf(platform, ''),
    changeRequests: await Promise.all(
      requests.flat().map(async ({ number, subject, status }) => ({
        number,
        subject,
        status,
        threads: await threadsOf(platform, `change-requests/${number}/`),
        pages: await pagesOf(platform, number),
      })),
    ),
  };
}

async function threadsOf(platform: Platform, place: string): Promise<Thread[]> {
  const comments = await list<Post>(platform, `${place}comments?order=asc&format=markdown`);
  return Promise.all(
    comments.map(async ({ id, status, body, reactions = [] }) => ({
      text: body.markdown,
      status,
      reactions: reactions.map(({ emoji }) => emoji),
      replies: (await list<Post>(platform, `${place}comments/${id}/replies?format=markdown`)).map(
        (reply) => reply.body.markdown,
      ),
    })),
  );
}

interface PageNode {
  id: string;
  path: string;
  pages: PageNode[];
}

async function pagesOf(platform: Platform, number: number): Promise<Record<string, string>> {
  const content = `/spaces/${SPACE}/change-requests/${number}/content`;
  const { pages } = await platform.api<{ pages: PageNode[] }>('GET', `${content}/pages`);
  const texts = flat(pages).map(async ({ id, path }) => {
    const route = `${content}/page/${id}?format=markdown`;
    const { markdown } = await platform.api<{ markdown: string }>('GET', route);
    return [path, markdown] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

function flat(pages: readonly PageNode[]): PageNode[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)]);
}

async function list<T>(platform: Platform, path: string): Promise<T[]> {
  const { items } = await platform.api<{ items: T[] }>('GET', `/spaces/${SPACE}/${path}`);
  return items;
}
