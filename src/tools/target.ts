import { PlatformError } from '../client/index.ts';
import {
  type Arguments,
  type Caller,
  callerRequest,
  operations,
  send,
} from '../operations/index.ts';
import type { Tool } from './tool.ts';

/** What a call is about to change or take away. */
export interface Target {
  /** The id that names it. */
  id: string;
  /** Its title in the words of people, where the platform tells one. */
  title?: string;
  /** True when it is a change request that the primary content moved on from. */
  outdated?: boolean;
}

type Item = Record<string, unknown>;

const TITLES = ['title', 'subject', 'name', 'label', 'slug', 'displayName'];

/** How many items of a list are looked through for a title. */
const MAX_LOOKED_THROUGH = 1000;

/** The id that a call is aimed at: the last one of its path. */
export function targetId(tool: Tool, args: Arguments): string {
  const [name = ''] = Object.keys(tool.operation?.path ?? {}).slice(-1);
  return String(args[name] ?? tool.name);
}

/** Finds out what a call is aimed at, through the reads that the API has for it. Never throws for a failed read. */
export async function describeTarget(tool: Tool, args: Arguments, caller: Caller): Promise<Target> {
  const id = targetId(tool, args);
  const item = await readTarget(tool.operation?.pathTemplate ?? '', id, args, caller);
  const title = item && titleOf(item);
  return { id, ...(title && { title }), ...(item?.outdated === true && { outdated: true }) };
}

async function readTarget(
  template: string,
  id: string,
  args: Arguments,
  caller: Caller,
): Promise<Item | undefined> {
  const path = template.slice(0, template.lastIndexOf('}') + 1);
  const reader = operations.find(
    ({ method, pathTemplate }) => method === 'GET' && pathTemplate === path,
  );
  const lister = operations.find(
    ({ method, pathTemplate, paged }) =>
      method === 'GET' && paged && pathTemplate === path.slice(0, path.lastIndexOf('/')),
  );
  try {
    const readable = { format: 'markdown', ...args };
    if (reader) return (await send(reader, readable, caller)) as Item;
    if (!lister) return undefined;
    const request = callerRequest(lister, { ...readable, limit: MAX_LOOKED_THROUGH }, caller);
    for await (const item of caller.client.paginate(request, { maxItems: MAX_LOOKED_THROUGH })) {
      if ((item as Item).id === id) return item as Item;
    }
    return undefined;
  } catch (error) {
    // Who may change a thing may perhaps not read it; it is then named by its id alone.
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

function titleOf(item: Item): string | undefined {
  const name = TITLES.map((key) => item[key]).find((value) => typeof value === 'string' && value);
  const body = (item.body as { markdown?: string } | undefined)?.markdown;
  return (name as string | undefined) ?? body?.slice(0, 80);
}
