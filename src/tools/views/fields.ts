import { z } from 'zod';
import type { Arguments } from '../../operations/index.ts';
import { asksForAll } from '../lean.ts';
import type { Facts } from './view.ts';

/** The argument with which a caller selects fields. */
export const fields = z.array(z.string().min(1)).min(1).max(50).optional();

/** The location of the items that `fields` applies to; if there are none, it applies to the answer itself. */
const LISTS = ['items', 'pages', 'files'];

/** The answer with only the selected fields of its items. `id` and the page tree are always kept. */
export function pickFields(facts: Facts, args: Arguments): Facts {
  const asked = args.fields as string[] | undefined;
  if (!asked || asksForAll(asked)) return facts;
  const keep = new Set(['id', 'pages', ...asked]);
  const lists = LISTS.filter((name) => Array.isArray(facts[name]));
  if (lists.length === 0) return pick(facts, keep);
  const picked = lists.map((name) => [
    name,
    (facts[name] as Facts[]).map((item) => pick(item, keep)),
  ]);
  return { ...facts, ...Object.fromEntries(picked) };
}

function pick(item: Facts, keep: ReadonlySet<string>): Facts {
  const entries = Object.entries(item).filter(([name]) => keep.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) =>
      name === 'pages' && Array.isArray(value)
        ? [name, value.map((page) => pick(page as Facts, keep))]
        : [name, value],
    ),
  );
}
