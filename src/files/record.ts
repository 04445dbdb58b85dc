import { Bodies } from './bodies.ts';
import { hashOf } from './folder.ts';
import type { PlannedChange } from './push-plan.ts';
import type { SpaceApi } from './remote.ts';
import type { FolderState, PageRecord } from './state.ts';
import type { Store } from './store.ts';

/** The state after changes were sent, read back from the platform. */
export async function recordSent(
  state: FolderState,
  changes: readonly PlannedChange[],
  store: Store,
  platform: SpaceApi,
): Promise<FolderState> {
  const { sent } = state;
  if (!sent) throw new Error('there is no change request');
  const remote = await platform.read({ spaceId: state.space.id, changeRequestId: sent.request.id });
  const known = new Map(sent.pages.map((page) => [page.id, page]));
  const made = new Map<string, PlannedChange>();
  const edited = new Map<string, PlannedChange>();
  const deleted = new Set<string>();
  for (const planned of changes) {
    const { change, id } = planned;
    if (change.operation === 'update_page') edited.set(id, planned);
    else if (change.operation === 'delete_page') deleted.add(id);
    else {
      const page = remote.pages.find(
        (one) =>
          !known.has(one.id) &&
          !made.has(one.id) &&
          one.parent === (change.into ?? null) &&
          (one.title === change.title || one.slug === change.slug),
      );
      if (page) made.set(page.id, planned);
    }
  }
  const bodies = new Bodies(platform, remote, { ...sent, pages: [] }, store);
  await bodies.fetch(new Set([...made.keys(), ...edited.keys()]));
  const pages: PageRecord[] = [];
  for (const page of remote.pages) {
    const [record, planned] = [known.get(page.id), made.get(page.id) ?? edited.get(page.id)];
    const { location: _, hasChildren: __, ...facts } = page;
    if (record && (!planned || planned.isMerged)) pages.push(record);
    if (!planned || (record && planned.isMerged)) continue;
    pages.push({
      ...facts,
      ...(page.type === 'document' && {
        path: planned.path,
        ...hadPath(record, planned.path),
        text: await store.put(await bodies.get(page.id)),
        titled: record?.titled ?? true,
        // A moved page may still be listed at its former path.
        listed: record?.path === planned.path ? record.listed : false,
        ...(planned.said && { said: planned.said }),
        ...(planned.file !== undefined && !planned.isPartial && { file: planned.file }),
      }),
    });
  }
  const present = new Set(remote.pages.map(({ id }) => id));
  const tombs: FolderState['base']['gone'] = [];
  for (const page of sent.pages) {
    if (present.has(page.id)) continue;
    if (page.parent !== null && deleted.has(page.parent)) deleted.add(page.id);
    if (!deleted.has(page.id)) pages.push(page);
    else if (page.path !== undefined) {
      const left = await store.folder.read(page.path);
      tombs.push({ id: page.id, path: page.path, ...(left && { file: hashOf(left) }) });
    }
  }
  return {
    ...state,
    sent: { ...sent, revision: remote.revision, pages, gone: [...sent.gone, ...tombs] },
  };
}

/** Where the file of a page was before. */
export function hadPath(record: PageRecord | undefined, path: string): Pick<PageRecord, 'was'> {
  const was = record?.path === path ? record.was : record?.path;
  return was === undefined || was === path ? {} : { was };
}
