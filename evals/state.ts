import type { Json, World } from './world.ts';
import { ORGANIZATION } from './world.ts';

/** Everything that an agent can change, by keys such as `Developer Guide | page guides/retries | text`. */
export type WorldState = ReadonlyMap<string, string>;

export interface StateDifference {
  key: string;
  /** Undefined if it is new. */
  before: string | undefined;
  /** Undefined if it was deleted. */
  after: string | undefined;
}

/** Reads the whole state of the organization through the API. */
export async function readState(world: World): Promise<WorldState> {
  const state = new Map<string, string>();
  for (const space of await list(world, `/orgs/${ORGANIZATION}/spaces`)) {
    await readSpace(world, space, state);
  }
  for (const collection of await list(world, `/orgs/${ORGANIZATION}/collections`)) {
    state.set(`collection ${collection.title}`, collection.parent ?? '');
  }
  for (const team of await list(world, `/orgs/${ORGANIZATION}/teams`)) {
    const members = await list(world, `/orgs/${ORGANIZATION}/teams/${team.id}/members`);
    state.set(`team ${team.title}`, members.map(nameOf).sort().join(', '));
  }
  for (const site of await list(world, `/orgs/${ORGANIZATION}/sites`)) {
    await readSite(world, site, state);
  }
  return state;
}

/** The differences, in the order of the keys. */
export function differences(before: WorldState, after: WorldState): StateDifference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys
    .map((key) => ({ key, before: before.get(key), after: after.get(key) }))
    .filter((difference) => difference.before !== difference.after);
}

async function readSpace(world: World, space: Json, state: Map<string, string>): Promise<void> {
  const { id, title } = space;
  state.set(`${title} | space`, `${space.visibility} ${space.parent ?? ''}`);
  const live = await readPages(world, `/spaces/${id}/content`, space.revision);
  for (const [key, text] of live) state.set(`${title} | ${key}`, text);
  for (const comment of await list(world, `/spaces/${id}/comments?format=markdown&status=all`)) {
    await readThread(world, `/spaces/${id}/comments/${comment.id}`, comment, title, state);
  }
  for (const request of await changeRequests(world, id)) {
    const at = `${title} | change request ${request.number}`;
    state.set(at, `${request.status} | ${request.subject}`);
    if (request.status !== 'draft' && request.status !== 'open') continue;
    const path = `/spaces/${id}/change-requests/${request.id}`;
    // A change request contains every page of its space; only its changes count.
    const proposed = await readPages(world, `${path}/content`, request.revision);
    for (const { key, after } of differences(live, proposed)) {
      state.set(`${at} | ${key}`, after ?? '(deleted)');
    }
    for (const comment of await list(world, `${path}/comments?format=markdown&status=all`)) {
      await readThread(world, `${path}/comments/${comment.id}`, comment, at, state);
    }
  }
}

/** The API lists change requests by status. */
async function changeRequests(world: World, space: string): Promise<Json[]> {
  const lists = ['draft', 'open', 'archived', 'merged'].map((status) =>
    list(world, `/spaces/${space}/change-requests?status=${status}`),
  );
  return (await Promise.all(lists)).flat();
}

/** Pages cached by revision: a revision never changes, and most attempts change few. */
const pagesOf = new Map<string, Promise<WorldState>>();

function readPages(world: World, content: string, revision: string): Promise<WorldState> {
  const known = pagesOf.get(revision) ?? pagesAt(world, content);
  pagesOf.set(revision, known);
  return known;
}

/** Texts by the tree that their links lead into, and by the page that has them: most edits change one. */
const textsOf = new Map<string, Map<string, string>>();

async function pagesAt(world: World, content: string): Promise<WorldState> {
  const state = new Map<string, string>();
  const { pages } = await world.api('GET', `${content}/pages`);
  const tree = treeOf(pages);
  const texts = textsOf.get(tree) ?? new Map<string, string>();
  textsOf.set(tree, texts);
  const walk = async (nodes: Json[]): Promise<void> => {
    for (const [index, page] of nodes.entries()) {
      state.set(`page ${page.path} | title`, page.title);
      state.set(`page ${page.path} | position`, String(index));
      if (page.type === 'document') {
        state.set(`page ${page.path} | text`, await textOf(world, content, texts, page));
      }
      await walk(page.pages ?? []);
    }
  };
  await walk(pages);
  return state;
}

async function textOf(
  world: World,
  content: string,
  texts: Map<string, string>,
  page: Json,
): Promise<string> {
  const key = JSON.stringify({ ...page, pages: [], urls: {} });
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { markdown } = await world.api('GET', `${content}/page/${page.id}?format=markdown`);
  texts.set(key, markdown);
  return markdown;
}

/** The ids and paths of all pages, on which the links in texts depend. */
function treeOf(pages: Json[]): string {
  return JSON.stringify(pages.map(({ id, path, pages: below = [] }) => [id, path, treeOf(below)]));
}

async function readThread(
  world: World,
  path: string,
  comment: Json,
  at: string,
  state: Map<string, string>,
): Promise<void> {
  const key = `${at} | thread ${comment.id}`;
  state.set(key, `${comment.status} | ${comment.body.markdown.trim()}`);
  for (const reply of await list(world, `${path}/replies?format=markdown`)) {
    state.set(`${key} | reply ${reply.id}`, reply.body.markdown.trim());
  }
}

async function readSite(world: World, site: Json, state: Map<string, string>): Promise<void> {
  const path = `/orgs/${ORGANIZATION}/sites/${site.id}`;
  const at = `site ${site.title}`;
  state.set(at, `${site.visibility} ${site.published ? 'published' : 'unpublished'}`);
  for (const section of await list(world, `${path}/sections`)) {
    state.set(`${at} | section ${section.title}`, section.path ?? '');
  }
  for (const link of await list(world, `${path}/share-links`)) {
    state.set(`${at} | share link ${link.name}`, link.active === false ? 'inactive' : 'active');
  }
}

function nameOf(member: Json): string {
  return member.organization.user.displayName;
}

async function list(world: World, path: string): Promise<Json[]> {
  const items: Json[] = [];
  let page: string | undefined;
  do {
    const query = `${path.includes('?') ? '&' : '?'}limit=100${page ? `&page=${page}` : ''}`;
    const answer = await world.api('GET', path + query);
    items.push(...answer.items);
    page = answer.next?.page;
  } while (page !== undefined);
  return items;
}
