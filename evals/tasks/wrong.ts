import type { AgentWork } from '../task.ts';
import type { Json, World } from '../world.ts';

/** The change that replaces the text of a page. */
export async function editedBy(
  world: World,
  space: string,
  page: Json,
  edit: (markdown: string) => string,
): Promise<object> {
  const path = `/spaces/${space}/content/page/${page.id}?format=markdown`;
  const { markdown } = await world.api('GET', path);
  return { operation: 'update_page', page: page.id, document: { markdown: edit(markdown) } };
}

/** Opens a change request with these changes; returns its id. */
export async function propose(
  world: World,
  space: string,
  changes: readonly object[],
  status = 'draft',
): Promise<string> {
  const { id } = await world.api('POST', `/spaces/${space}/change-requests`, {
    subject: 'A change',
  });
  const path = `/spaces/${space}/change-requests/${id}`;
  await world.api('POST', `${path}/content?compat=false`, { changes });
  if (status === 'open') await world.api('PATCH', path, { status });
  return id;
}

/** An agent that proposes another text for one page. */
export function proposing(
  space: (world: World) => string,
  path: string,
  edit: (markdown: string) => string,
  status = 'draft',
): AgentWork {
  return async (_, world) => {
    const page = (await world.pages(space(world))).get(path);
    const change = await editedBy(world, space(world), page, edit);
    await propose(world, space(world), [change], status);
    return undefined;
  };
}
