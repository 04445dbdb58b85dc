import type { Arguments } from '../../operations/index.ts';
import { fields, pickFields } from './fields.ts';
import { listView } from './list.ts';
import { largest } from './longest.ts';
import type { Budget, Facts, View } from './view.ts';

/** Texts of hits keep at least this many characters; shorter ones are useless. */
const LEAST_TEXT = 40;

/** Longer texts are not cut one by one: a service returns excerpts. */
const MOST_TEXT = 4000;

/** If not all hits can have a text, the best ones of each list get this many characters. */
const BEST_TEXT = 160;
const MOST_BEST = 20;

/** Pages of a space that have texts, the best ones; the others are named. */
const WITH_TEXT = 5;

/** Readers refine their search rather than read more hits than this. */
const USUAL_TOKENS = 1_500;

/**
 * Search hits: pages, or spaces with pages. Each hit says whether it contains the query as typed, and keeps the text
 * of its best section and the titles of the others. Hits that do not fit first lose text, then sections, then pages
 * within spaces, and only then items.
 */
export const searchView: View = {
  params: { fields },
  usualTokens: USUAL_TOKENS,
  select(facts, args) {
    const words = plain(String(args.query).replace(/^\s*"(.*)"\s*$/s, '$1'));
    if (args.fields === undefined) return describe(facts, (hit) => leanHit(hit, words));
    return pickFields(
      describe(facts, (hit) => withAsTyped(hit, words)),
      withMatch(args),
    );
  },
  shrink(facts, budget, takes) {
    return shorterTexts(facts, budget) ?? fewerPages(facts, budget, takes);
  },
};

/** The answer with its hits as they are shown, and with what it says about them. */
function describe(facts: Facts, show: (hit: Facts) => Facts): Facts {
  const { items, next, count, ...rest } = facts;
  const listed = Array.isArray(items) ? (items as Facts[]) : [];
  const hits = eachSpaceOnce(listed);
  const described: Facts = { items: hits.map(show), ...rest };
  if (hits.length === listed.length) described.count = count;
  else if (next === undefined) described.count = hits.length;
  if (next !== undefined) described.next = next;
  described.more = next !== undefined;
  described.about = aboutOf(hits);
  return described;
}

/** Services list a space with many pages several times. */
function eachSpaceOnce(hits: readonly Facts[]): readonly Facts[] {
  const spaces = new Map<unknown, Facts>();
  for (const hit of hits) {
    if (!isSpace(hit)) return hits;
    const known = spaces.get(hit.id);
    const pages = known ? [...(known.pages as Facts[]), ...(hit.pages as Facts[])] : hit.pages;
    spaces.set(hit.id, { ...hit, ...known, pages });
  }
  return [...spaces.values()];
}

function aboutOf(hits: readonly Facts[]): string {
  if (hits.length === 0) {
    return 'No page has all these words. Fewer words find more; find_in_pages proves that a text is nowhere.';
  }
  const counted = hits.some(isSpace)
    ? `spaces, each with its best pages, ${WITH_TEXT} of them with text`
    : 'pages';
  return `limit and count are of ${counted}. asTyped: title or excerpts have the query as typed; find_in_pages proves it.`;
}

function isSpace({ pages }: Facts): boolean {
  return Array.isArray(pages);
}

function withAsTyped(hit: Facts, words: string): Facts {
  if (isSpace(hit)) {
    return { ...hit, pages: (hit.pages as Facts[]).map((page) => withAsTyped(page, words)) };
  }
  return { ...hit, asTyped: isAsTyped(hit, words) };
}

/** Whether a page, or one of its sections, has the words of the query in their order. */
function isAsTyped(page: Facts, words: string): boolean {
  if (hasWords(page, words)) return true;
  const { sections } = page;
  return (
    Array.isArray(sections) && (sections as Facts[]).some((section) => hasWords(section, words))
  );
}

function hasWords({ title, description, body }: Facts, words: string): boolean {
  const has = (text: unknown) => typeof text === 'string' && plain(text).includes(words);
  return has(title) || has(description) || has(body);
}

/** A text normalised for comparison: case, width, and the kind and number of spaces. */
function plain(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  return UNUSUAL_SPACES.test(lower) ? lower.replace(/\s+/g, ' ').trim() : lower;
}

/** Anything but single spaces between words. Most texts have none of it. */
const UNUSUAL_SPACES = /[^\S ]| {2}|^ | $/;

function withMatch(args: Arguments): Arguments {
  return { ...args, fields: [...(args.fields as string[]), 'asTyped'] };
}

function leanPage(page: Facts, rank: number, words: string): Facts {
  const lean = leanHit(page, words);
  return rank < WITH_TEXT ? lean : withoutTexts(lean);
}

function leanHit(hit: Facts, words: string): Facts {
  const { id, title, path, url, description, pages, sections, type, in: place } = hit;
  const lean: Facts = { id, title };
  if (place !== undefined) lean.in = place;
  if (Array.isArray(pages)) {
    lean.pages = (pages as Facts[]).map((page, rank) => leanPage(page, rank, words));
    return lean;
  }
  if (type === 'record') Object.assign(lean, { type, url, description });
  if (path !== undefined) lean.path = path;
  lean.asTyped = isAsTyped(hit, words);
  if (Array.isArray(sections)) addSections(lean, sections as Facts[]);
  return lean;
}

/** Adds the best section with its text, and the titles of the others; a page's own text is a section with its title. */
function addSections(lean: Facts, sections: readonly Facts[]): void {
  const [best] = sections;
  if (best === undefined) return;
  const { title, body } = best;
  const shown: Facts = {};
  if (title !== lean.title) shown.title = title;
  if (body !== undefined) shown.body = body;
  lean.sections = [shown];
  if (sections.length === 1) return;
  const others = sections
    .slice(1)
    .map((section) => section.title)
    .filter((one) => one !== lean.title);
  if (others.length > 0) lean.others = others;
}

function shorterTexts(facts: Facts, { fits }: Budget): Facts | undefined {
  const shortened = { ...facts, cut: `Texts are shortened to fit. ${MORE}` };
  const candidates = [shortened, withHits(shortened, ({ others: _, ...hit }) => hit)];
  for (const candidate of candidates) {
    const cut = (most: number) => withHits(candidate, (hit) => withTexts(hit, most));
    if (fits(cut(LEAST_TEXT))) {
      return cut(largest(MOST_TEXT, (most) => fits(cut(Math.max(most, LEAST_TEXT)))));
    }
  }
  return undefined;
}

function withoutTexts({ sections: _, others: __, ...hit }: Facts): Facts {
  return hit;
}

/** How a caller gets the omitted part. */
const MORE = 'For more, search for more words or in one space, or name `fields`.';

/** A hit whose texts have this many characters at most. */
function withTexts(hit: Facts, most: number): Facts {
  if (!Array.isArray(hit.sections)) return hit;
  const sections = (hit.sections as Facts[]).map((section) =>
    typeof section.body === 'string' && section.body.length > most
      ? { ...section, body: `${section.body.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` }
      : section,
  );
  return { ...hit, sections };
}

/** Hits without sections, and as many pages of each space as fit, the best first. */
function fewerPages(
  facts: Facts,
  budget: Budget,
  takes: ReadonlySet<string>,
): ReturnType<View['shrink']> {
  const bare = withHits(facts, withoutTexts);
  const texts = (best: number) => ({
    ...withHits(facts, (hit, place) =>
      place < best ? withTexts(hit, BEST_TEXT) : withoutTexts(hit),
    ),
    cut: `Texts are left out because they do not fit. ${MORE}`,
  });
  if (budget.fits(texts(0))) return texts(largest(MOST_BEST, (best) => budget.fits(texts(best))));
  const items = bare.items as Facts[];
  const counts = items.map(({ pages }) => (Array.isArray(pages) ? pages.length : 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const cut = (most: number): Facts => {
    const kept = counts.reduce((sum, count) => sum + Math.min(count, most), 0);
    return {
      ...bare,
      items: items.map((item) => withPages(item, most)),
      cut: `${total - kept} of ${total} pages of ${items.length === 1 ? 'this hit' : 'these hits'} are left out because they do not fit. ${MORE}`,
    };
  };
  const most = largest(Math.max(0, ...counts) - 1, (count) => budget.fits(cut(count)));
  if (most > 0) return cut(most);
  return listView.shrink(
    { ...bare, items: items.map((item) => withPages(item, 1)) },
    budget,
    takes,
  );
}

function withHits(facts: Facts, change: (hit: Facts, place: number) => Facts): Facts {
  const changed = (hit: Facts, place: number): Facts =>
    isSpace(hit) ? { ...hit, pages: (hit.pages as Facts[]).map(change) } : change(hit, place);
  return { ...facts, items: (facts.items as Facts[]).map(changed) };
}

/** A hit with this many of its pages. Anything else stays as it is. */
function withPages(item: Facts, most: number): Facts {
  return isSpace(item) ? { ...item, pages: (item.pages as Facts[]).slice(0, most) } : item;
}
