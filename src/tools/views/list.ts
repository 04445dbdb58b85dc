import { fields, pickFields } from './fields.ts';
import { countWithin, largest } from './longest.ts';
import type { Facts, Fits, View } from './view.ts';

/**
 * Keeps whole items and says how many are left out. Search hits first lose all but the best section of each page,
 * then pages, and only then spaces.
 */
export const listView: View = {
  params: { fields },
  select: pickFields,
  shrink(facts, fits, takes) {
    const lean = { ...facts, items: (facts.items as Facts[]).map(bestSections) };
    return fits.fits(lean) ? lean : shorten(lean, fits, takes);
  },
};

function shorten(facts: Facts, budget: Fits, takes: ReadonlySet<string>): Facts {
  const { fits, mostCharacters } = budget;
  const all = facts.items as Facts[];
  const fewer = fewerPages(facts, all, budget);
  if (fewer) return fewer;
  const items = all.map((item) => withPages(item, 1));
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
  const ways = [
    takes.has('page') && `call again with limit ${count} and go on from its next.page`,
    takes.has('fields') && 'name the fields you need',
  ].filter((way) => way !== false);
  const said = ways.join(', or ') || 'the operator can allow more with --max-result-tokens';
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** Keeps as many pages of each hit as fit, the best first; undefined if not even one page of each fits. */
function fewerPages(facts: Facts, items: readonly Facts[], { fits }: Fits): Facts | undefined {
  const counts = items.map(({ pages }) => (Array.isArray(pages) ? pages.length : 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const cut = (most: number): Facts => {
    const kept = counts.reduce((sum, count) => sum + Math.min(count, most), 0);
    return {
      ...facts,
      items: items.map((item) => withPages(item, most)),
      cut: `${total - kept} of ${total} pages of ${items.length === 1 ? 'this hit' : 'these hits'} are left out because they do not fit. Search for more words, or in a space.`,
    };
  };
  const most = largest(Math.max(0, ...counts) - 1, (count) => fits(cut(count)));
  return most > 0 ? cut(most) : undefined;
}

/** A hit with this many of its pages. Anything else stays as it is. */
function withPages(item: Facts, most: number): Facts {
  return Array.isArray(item.pages) ? { ...item, pages: item.pages.slice(0, most) } : item;
}

/** A single item that does not fit loses its largest fields, so that the cursor to the next one survives. */
function thin(facts: Facts, item: Facts, { fits }: Fits): Facts {
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

/** A hit with only its best section, which the service lists first. */
function bestSections(item: Facts): Facts {
  const pages = item.pages as Facts[] | undefined;
  if (Array.isArray(pages)) return { ...item, pages: pages.map(bestSections) };
  return Array.isArray(item.sections) ? { ...item, sections: item.sections.slice(0, 1) } : item;
}
