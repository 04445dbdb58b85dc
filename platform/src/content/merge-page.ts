import { isSameFile, isSamePage } from './draft.ts';
import type { File, Page, PageAttributes } from './model.ts';

/** An object in the common base and on both sides. Undefined if it does not exist there. */
export interface ThreeWay<T> {
  base: T | undefined;
  theirs: T | undefined;
  ours: T;
}

export interface MergedItem<T> {
  /** Undefined: keep theirs. */
  item: T | undefined;
  conflict: boolean;
}

/** Merges the texts of a page, by their ids; returns the id of the result. */
export type TextMerger = (
  base: string | null,
  theirs: string | null,
  ours: string | null,
) => { document: string | null; conflict: boolean };

/**
 * Three-way merge of one page, field by field. A page that one side edited and the other deleted is kept.
 * Where both sides gave a field a different value, ours wins; the other is still in the earlier revision.
 */
export function mergePage(sides: ThreeWay<Page>, mergeText: TextMerger): MergedItem<Page> {
  const { base, theirs, ours } = sides;
  const settled = mergePresence(sides, isSamePage);
  if (settled) return settled;
  const live = theirs as Page;
  let conflict = false;
  const pick = <T>(was: T | undefined, their: T, our: T): T => {
    if (our === was || our === their) return their;
    if (their !== was) conflict = true;
    return our;
  };
  const text = mergeText(base?.document ?? null, live.document, ours.document);
  const moved = pick(base && placeOf(base), placeOf(live), placeOf(ours)) === placeOf(ours);
  const place = moved ? ours : live;
  const item: Page = {
    ...ours,
    deleted: false,
    parent: place.parent,
    position: place.position,
    slug: pick(base?.slug, live.slug, ours.slug),
    title: pick(base?.title, live.title, ours.title),
    document: text.document,
    attributes: mergeAttributes(base?.attributes ?? {}, live.attributes, ours.attributes, pick),
    createdAt: live.createdAt,
    updatedAt: laterOf(live.updatedAt, ours.updatedAt),
  };
  return { item: isSamePage(item, live) ? undefined : item, conflict: conflict || text.conflict };
}

/** The later of two ISO 8601 moments. */
function laterOf(left: string, right: string): string {
  return [left, right].sort()[1] as string;
}

/** Files are replaced whole: if both sides changed one, ours wins and it counts as a conflict. */
export function mergeFile(sides: ThreeWay<File>): MergedItem<File> {
  const settled = mergePresence(sides, isSameFile);
  if (settled) return settled;
  return { item: sides.ours, conflict: true };
}

/** The cases that one side decides alone. Undefined if both sides changed an object that still exists. */
function mergePresence<T extends { deleted: boolean }>(
  { base, theirs, ours }: ThreeWay<T>,
  same: (left: T, right: T) => boolean,
): MergedItem<T> | undefined {
  const live = theirs?.deleted ? undefined : theirs;
  const untouched = { item: undefined, conflict: false };
  if (ours.deleted) {
    if (!live) return untouched;
    const unchanged = base !== undefined && same(base, live);
    return unchanged ? { item: ours, conflict: false } : { item: undefined, conflict: true };
  }
  if (base && !base.deleted && same(base, ours)) return untouched;
  if (!live) return { item: ours, conflict: base !== undefined && !base.deleted };
  if (same(live, ours)) return untouched;
  if (base && same(base, live)) return { item: ours, conflict: false };
  return undefined;
}

function mergeAttributes(
  base: PageAttributes,
  theirs: PageAttributes,
  ours: PageAttributes,
  pick: <T>(was: T | undefined, their: T, our: T) => T,
): PageAttributes {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]) as Set<
    keyof PageAttributes
  >;
  const entries = [...names].map((name) => [name, pick(base[name], theirs[name], ours[name])]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Parent and position belong together, so a move is adopted entirely. */
function placeOf({ parent, position }: Page): string {
  return `${parent ?? ''} ${position}`;
}
