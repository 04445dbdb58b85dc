import type { Arguments } from '../operations/index.ts';
import type { Tool } from './tool.ts';
import type { Facts } from './views/view.ts';

/** Tools that return a list, whatever its name. */
const LISTING = /^(?:list|stream)_/;

/**
 * An answer that states the length of its list: the platform's count or, if there is none, `count` for a complete list,
 * else `more`.
 */
export function counted(tool: Tool, facts: Facts, args: Arguments): Facts {
  if (tool.effect !== 'read' || typeof facts.count === 'number') return facts;
  const list = listIn(tool, facts);
  if (list === undefined) return facts;
  if (facts.next !== undefined || facts.moreIn !== undefined) return { ...facts, more: true };
  return args.page === undefined ? { ...facts, count: list.length } : { ...facts, more: false };
}

function listIn({ name }: Tool, facts: Facts): readonly unknown[] | undefined {
  if (Array.isArray(facts.items)) return facts.items;
  if (!LISTING.test(name)) return undefined;
  const lists = Object.values(facts).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}
