import { PlatformError } from '../../client/index.ts';
import { type ChangeRequestLocation, flattenPages } from '../../content/index.ts';
import { operations, send } from '../../operations/index.ts';
import type { CallContext } from '../tool.ts';

interface EditOutcome {
  object?: string;
  page?: unknown;
}

/**
 * The outcomes of an edit with title and path of each page that it created, which the platform chooses and does not
 * return. If they cannot be read, the outcomes stay unchanged: the edit is done.
 */
export async function addCreatedPages<T extends { changes?: readonly EditOutcome[] }>(
  answer: T,
  location: ChangeRequestLocation,
  context: CallContext,
): Promise<T> {
  const { changes = [] } = answer;
  const isCreated = ({ object }: EditOutcome) => object === 'created_page';
  const lister = operations.listChangeRequestPages;
  if (!changes.some(isCreated) || context.isExcluded?.(lister.tool)) return answer;
  try {
    const { pages } = await send(lister, location, context);
    const all = new Map(flattenPages(pages).map((page) => [page.id, page]));
    const outcomes = changes.map((change) => {
      const { id } = (change.page ?? {}) as { id?: string };
      const found = isCreated(change) && id !== undefined && all.get(id);
      return found ? { ...change, page: { id, title: found.title, path: found.path } } : change;
    });
    return { ...answer, changes: outcomes };
  } catch (error) {
    if (error instanceof PlatformError) return answer;
    throw error;
  }
}
