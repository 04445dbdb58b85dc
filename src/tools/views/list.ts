import { fields, pickFields } from './fields.ts';
import { countWithin, largest } from './longest.ts';
import type { Budget, Facts, View } from './view.ts';

/** Keeps whole items and states how many are omitted. */
export const listView: View = {
  params: { fields },
  select: pickFields,
  shrink: shorten,
};

function shorten(facts: Facts, budget: Budget, takes: ReadonlySet<string>): Facts {
  const { fits, mostCharacters } = budget;
  const items = facts.items as Facts[];
  const [item] = items;
  if (items.length === 1 && item) return thin(facts, item, budget);
  const { next: _, ...rest } = facts;
  const cut = (count: number): Facts => ({
    ...rest,
    items: items.slice(0, count),
    cut: `${items.length - count} of these ${items.length} items are left out because they do not fit. ${advice(Math.max(count, 1), takes)}`,
  });
  const most = countWithin(items.slice(0, -1), mostCharacters, JSON.stringify);
  return cut(largest(most, (count) => fits(cut(count))));
}

/** How a caller can get the omitted items, with the arguments that the tool takes. */
function advice(count: number, takes: ReadonlySet<string>): string {
  const hints = [
    takes.has('page') && `call again with limit ${count} and continue from its next.page`,
    takes.has('fields') && 'name the fields you need',
  ].filter((hint) => hint !== false);
  const advice = hints.join(', or ') || 'the operator can allow more with --max-result-tokens';
  return `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
}

/** A single item that does not fit loses its largest fields, so that the cursor to the next one survives. */
function thin(facts: Facts, item: Facts, { fits }: Budget): Facts {
  const { id, ...others } = item;
  const size = (name: string) => JSON.stringify(others[name]).length;
  const names = Object.keys(others).sort((a, b) => size(a) - size(b));
  const cut = (count: number): Facts => ({
    ...facts,
    items: [
      { id, ...Object.fromEntries(names.slice(0, count).map((name) => [name, others[name]])) },
    ],
    cut: `The item does not fit; left out of it: ${names.slice(count).join(', ')}.`,
  });
  return cut(largest(names.length - 1, (count) => fits(cut(count))));
}
