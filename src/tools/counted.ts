import type { Arguments } from '../operations/index.ts';
import type { Tool } from './tool.ts';
import type { Facts } from './views/view.ts';

/** Tools that answer with a list, whatever its name. */
const LISTING = /^(?:list|stream)_/;

/**
 * An answer whose list says how much of it there is: by the count of the platform, or, where it gives none, by
 * `count` of a list that is complete, or `more`.
 */
export function counted(tool: Tool, facts: Facts, args: Arguments): Facts {
  if (tool.effect !== 'read' || typeof facts.count === 'number') return facts;
  const list = listIn(tool, facts);
  if (list === undefined) return facts;
  if (facts.next !== undefined) return { ...facts, more: true };
  return args.page === undefined ? { ...facts, count: list.length } : { ...facts, more: false };
}

function listIn({ name }: Tool, facts: Facts): readonly unknown[] | undefined {
  if (Array.isArray(facts.items)) return facts.items;
  if (!LISTING.test(name)) return undefined;
  const lists = Object.values(facts).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}
