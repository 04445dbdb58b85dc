import { PlatformError } from '../client/index.ts';
import { type Caller, idsAmong, requireWithin, type Scope } from '../operations/index.ts';
import { ResourceRefusal } from './contents.ts';
import { decodeCursor, encodeCursor, type ListTask } from './list-cursor.ts';
import { firstTasks, type ListTaskResult, runListTask } from './list-tasks.ts';
import { type ListedResource, listedContents } from './listed.ts';
import { oneLine } from './outline.ts';
import { isExcludedKind, resourceAddressOf } from './read.ts';
import { Reader, type ReaderOptions } from './reader.ts';

/** A part that could not be listed, and why. */
export interface Skipped {
  what: string;
  why: string;
}

/** One page of the listing; `nextCursor` is absent on the last. */
export interface ResourceList {
  resources: ListedResource[];
  nextCursor?: string;
  skipped: Skipped[];
  /** Milliseconds for which the page counts as fresh. */
  ttlMs: number;
}

const PAGE_SIZE = 200;

/** Maximum upstream requests for one page of the listing; a page may be shorter for that reason. */
const MAX_REQUESTS = 30;

/**
 * Lists what the caller can read: for each space its table of contents, pages, open change requests and files, and
 * the specifications. At most 200 entries a page, each page with a bounded number of upstream requests, because the
 * cursor holds the pending tasks. A part that fails is skipped and named. The whole listing is refused only if the
 * caller is unknown or the organizations cannot be listed.
 * @throws {CursorError} {ScopeError} {PlatformError}
 */
export async function listResources(
  cursor: string | undefined,
  caller: Caller,
  limits: ReaderOptions,
): Promise<ResourceList> {
  const { access } = limits;
  const { scope } = access;
  const tasks = cursor === undefined ? firstTasks(scope) : decodeCursor(cursor);
  const reader = new Reader(caller, limits);
  const resources: ListedResource[] = [];
  const skipped: Skipped[] = [];
  const isOpen = ({ uri }: ListedResource) => !isExcludedKind(resourceAddressOf(uri).kind, access);
  for (let requests = 0; requests < MAX_REQUESTS && resources.length < PAGE_SIZE; requests += 1) {
    const task = tasks.shift();
    if (!task) break;
    await requireWithin(scope, idsAmong(task), caller);
    const step = await attempt(task, reader, scope, skipped);
    const { offset = 0, page } = task;
    const room = PAGE_SIZE - resources.length;
    resources.push(...step.resources.slice(offset, offset + room).filter(isOpen));
    if (step.resources.length > offset + room) {
      tasks.unshift({ ...task, offset: offset + room });
    } else {
      const { nextPage } = step;
      const more = nextPage !== undefined && nextPage !== page;
      tasks.unshift(...step.found, ...(more ? [{ ...task, page: nextPage, offset: 0 }] : []));
    }
  }
  return {
    resources,
    ...(tasks.length > 0 && { nextCursor: encodeCursor(tasks) }),
    skipped,
    ttlMs: reader.freshMs,
  };
}

async function attempt(
  task: ListTask,
  reader: Reader,
  scope: Scope,
  skipped: Skipped[],
): Promise<ListTaskResult> {
  try {
    return await runListTask(task, reader, scope);
  } catch (error) {
    if (error instanceof ResourceRefusal) return { resources: [], found: [] };
    if (!(error instanceof PlatformError) || isFatal(task, error)) throw error;
    const why = oneLine(error.message);
    skipped.push({ what: describe(task), why });
    const notice = task.of === 'pages' ? listedContents(task, `Could not be listed: ${why}`) : [];
    return { resources: notice, found: [] };
  }
}

function isFatal({ of }: ListTask, { kind, status }: PlatformError): boolean {
  return kind === 'cancelled' || status === 401 || of === 'organizations';
}

function describe(task: ListTask): string {
  const { of, page, offset, ...where } = task;
  const ids = Object.entries(where)
    .filter(([name]) => name !== 'title')
    .map(([name, id]) => `${name} ${id}`);
  return [of.replaceAll('-', ' '), 'of', ids.join(', ')].join(' ');
}
