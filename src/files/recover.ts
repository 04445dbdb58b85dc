import { hashOf } from './folder.ts';
import { openRequestOf, type Remote, type RequestFacts, type SpaceApi } from './remote.ts';
import {
  type CommonBase,
  type FileRecord,
  type Flight,
  type FolderState,
  type PageRecord,
  sideOf,
} from './state.ts';
import type { Store } from './store.ts';
import { Locations } from './text.ts';

/** Determines the outcome of an interrupted operation, so that nothing is done twice. */
export async function recover(
  state: FolderState,
  store: Store,
  platform: SpaceApi,
): Promise<FolderState> {
  const { flight, ...rest } = state;
  if (!flight) return state;
  if (flight.request) {
    const made = await findMadeRequest(rest, flight.request, platform);
    const reached = made ? withRequest(rest, made) : rest;
    await store.save(reached);
    return reached;
  }
  const { sent } = rest;
  if (!sent) return rest;
  const remote = await platform.read({ spaceId: rest.space.id, changeRequestId: sent.request.id });
  const pages = await findMadePages(flight, remote, sent.pages, { store, platform });
  const files = await findMadeFiles(flight, remote, sent.files, platform);
  const side = { ...sent, pages: [...sent.pages, ...pages], files: [...sent.files, ...files] };
  const reached: FolderState = {
    ...rest,
    sent: { ...sent, ...(await stateAfterFlight(side, flight, store)) },
  };
  await store.save(reached);
  return reached;
}

/**
 * A common base without the locations of replaced files. Pages that show them have to be compared again, because their
 * files are unchanged.
 */
async function stateAfterFlight(
  side: CommonBase,
  flight: Flight,
  store: Store,
): Promise<CommonBase> {
  const made = new Map(side.files.map(({ path, hash }) => [path, hash]));
  const deleted = new Set(
    flight.files.flatMap(({ path, hash, replaces }) =>
      replaces !== undefined && made.get(path) === hash ? [replaces] : [],
    ),
  );
  if (deleted.size === 0) return side;
  const files = side.files.map((file): FileRecord => {
    const { path: _, hash: __, ...bare } = file;
    return deleted.has(file.id) ? { ...bare, left: true } : file;
  });
  const links = [...deleted].map((id) => `/files/${id}`);
  const pages: PageRecord[] = [];
  for (const page of side.pages) {
    const body = page.text === undefined ? '' : await store.text(page.text);
    const { file: _, ...unread } = page;
    pages.push(links.some((link) => body.includes(link)) ? unread : page);
  }
  return { ...side, pages, files };
}

/** A state whose changes go into a change request, which starts as a copy of primary content. */
export function withRequest(state: FolderState, request: RequestFacts): FolderState {
  return { ...state, sent: { ...sideOf(state), request: openRequestOf(request) } };
}

async function findMadeRequest(
  { space }: FolderState,
  { subject, after }: NonNullable<Flight['request']>,
  platform: SpaceApi,
): Promise<RequestFacts | undefined> {
  const open = await platform.requests(space.id);
  const made = open.filter((one) => one.number > after && one.subject === subject);
  return made.sort((a, b) => a.number - b.number)[0];
}

async function findMadePages(
  flight: Flight,
  remote: Remote,
  known: readonly PageRecord[],
  { store, platform }: { store: Store; platform: SpaceApi },
): Promise<PageRecord[]> {
  const ids = new Set(known.map(({ id }) => id));
  const locations = new Locations(remote.pages);
  const made: PageRecord[] = [];
  for (const { path, parent, slug, title } of flight.pages) {
    const page = remote.pages.find(
      (one) =>
        !ids.has(one.id) && one.parent === parent && (one.title === title || one.slug === slug),
    );
    if (!page) continue;
    ids.add(page.id);
    const { location: _, hasChildren: __, ...facts } = page;
    const markdown = await platform.text(remote.location, page);
    const text = await store.put(locations.body(page.id, markdown));
    made.push({ ...facts, path, text, titled: true, listed: false });
  }
  return made;
}

async function findMadeFiles(
  flight: Flight,
  remote: Remote,
  known: readonly FileRecord[],
  platform: SpaceApi,
): Promise<FileRecord[]> {
  const ids = new Set(known.map(({ id }) => id));
  const made: FileRecord[] = [];
  for (const { path, name, size, hash } of flight.files) {
    for (const file of remote.files) {
      if (ids.has(file.id) || file.name !== name || (file.size ?? size) !== size) continue;
      const bytes = await platform.download(file, size);
      if (!bytes || hashOf(bytes) !== hash) continue;
      ids.add(file.id);
      made.push({ id: file.id, name, size, path, hash });
      break;
    }
  }
  return made;
}
