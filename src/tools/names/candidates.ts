import { abbreviatedId } from '../../content/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { fencedInline, quoted } from '../../text/index.ts';
import { eachInTurns, filterInTurns } from '../../turns.ts';
import { Refusal } from '../refusal.ts';
import { similarTo } from './similar.ts';

/** Something that a name can refer to. */
export interface NameCandidate {
  id: string;
  title: string;
  /** Its other names: a path, a handle, an e-mail address. */
  otherNames?: readonly (string | undefined)[];
  /** The first name of a person, which counts only if nothing else fits. */
  firstName?: string;
  /** Its location, to distinguish it from others with the same name. */
  within?: string;
}

/** The fields by which items of lists can be named. */
export interface NamedItem {
  id?: string;
  slug?: string;
  path?: string;
  title?: string;
  user?: { id: string; displayName?: string; email?: string };
}

export function candidateOf({ id, slug, path, title, user }: NamedItem): NameCandidate {
  if (user) {
    const { displayName, email } = user;
    const firstName = displayName?.trim().split(' ', 1)[0];
    return { id: user.id, title: displayName ?? user.id, otherNames: [email], firstName };
  }
  return { id: id ?? slug ?? '', title: title ?? slug ?? '', otherNames: [slug, path] };
}

/** The tool that shows what a name can refer to. */
export interface FinderTool {
  finder: string;
  /** How to search many candidates; the refusal then lists only similar ones. */
  search?: string;
  /** Whether the only candidate with the name as a part of its title is meant. */
  byPart?: boolean;
}

/** A name that refers to several things. */
export class AmbiguousName extends Refusal {}

/** A name that refers to nothing. */
export class UnknownName extends Refusal {
  /** The candidates instead. */
  readonly candidates: string;

  constructor(message: string) {
    super(`Nothing was sent: ${message}`);
    this.candidates = message;
  }
}

const MAX_NAMED = 10;

/** Maximum number of candidates to list if there are many, most of them unrelated to the name. */
const MAX_SIMILAR = 4;

/**
 * The one candidate that a name refers to: by id, title or other name, first case-sensitively, then in any case, then
 * without emoji.
 * @throws {UnknownName} if there are none, and {@link AmbiguousName} if there are several, listing the candidates.
 */
export async function resolveName(
  name: string,
  what: string,
  candidates: readonly NameCandidate[],
  { finder, search, byPart = false }: FinderTool,
): Promise<string> {
  const byId = candidates.find(({ id }) => id === name);
  if (byId) return byId.id;
  const matching = await matchingCandidates(name.trim(), candidates, byPart);
  const found = matching.length > 0 ? matching : severalEndingWith(name.trim(), candidates);
  const [first, another] = found;
  if (first && !another) return first.id;
  if (first) {
    throw new AmbiguousName(
      `Nothing was sent: ${asGiven(name)} names ${found.length} of them (${what}): ${listCandidates(found)}. Give the id.`,
    );
  }
  throw new UnknownName(
    `there is no ${what} ${asGiven(name)}.${await suggestionsFor(name, candidates, search)} ${search ?? `${finder} shows them.`}`,
  );
}

/** The candidates whose paths end like this, if there are several. */
function severalEndingWith(end: string, candidates: readonly NameCandidate[]): NameCandidate[] {
  const found = candidates.filter(({ within }) => within?.endsWith(`/${end}`));
  return found.length > 1 ? found : [];
}

/** Suggestions for a name that refers to nothing. */
async function suggestionsFor(
  name: string,
  candidates: readonly NameCandidate[],
  search?: string,
): Promise<string> {
  if (search === undefined) {
    return candidates.length > 0
      ? ` There are: ${listCandidates(await nearestFirst(name, candidates))}.`
      : '';
  }
  const similar = await similarTo(name, candidates, MAX_SIMILAR);
  return similar.length > 0 ? ` Similar: ${listCandidates(similar)}.` : '';
}

/** The beginning of an id, as outlines show it. */
const ID_PREFIX = /^[\w-]{4,19}$/;

/** The candidates that a name refers to; if wanted and there are none, the only one with it as a part of its title. */
export async function matchingCandidates(
  name: string,
  candidates: readonly NameCandidate[],
  byPart = false,
): Promise<NameCandidate[]> {
  const fullMatches = await namedCandidates(name, candidates);
  if (fullMatches.length > 0 || !byPart) return fullMatches;
  const part = wordsOf(name);
  if (part.length < SHORTEST_PART) return [];
  const having = await filterInTurns(candidates, ({ title }) => wordsOf(title).includes(part));
  return having.length === 1 ? having : [];
}

/** Shorter parts, between spaces, are in too many titles. */
const SHORTEST_PART = 6;

/** The words of a title in lower case, each between spaces. */
function wordsOf(title: string): string {
  const words =
    title
      .slice(0, MAX_TITLE)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

const MAX_TITLE = 300;

async function namedCandidates(
  name: string,
  candidates: readonly NameCandidate[],
): Promise<NameCandidate[]> {
  const beginning = abbreviatedId(name);
  if (beginning !== undefined) return candidates.filter(({ id }) => id.startsWith(beginning));
  const exact = await withName(candidates, (text) => text === name);
  if (exact.length > 0) return exact;
  const alike = await withName(candidates, (text) => equalInAnyCase(text, name));
  if (alike.length > 0) return alike;
  const spaced = name.replaceAll(/[-_]+/g, ' ');
  const slugged =
    spaced === name ? [] : await withName(candidates, (text) => equalInAnyCase(text, spaced));
  if (slugged.length > 0) return slugged;
  const searched = withoutEmoji(name);
  const undecorated =
    searched === ''
      ? []
      : await withName(candidates, (text) => equalInAnyCase(withoutEmoji(text), searched));
  if (undecorated.length > 0) return undecorated;
  const called = await filterInTurns(
    candidates,
    ({ firstName }) => firstName !== undefined && equalInAnyAccent(firstName, name),
  );
  if (called.length > 0 || !ID_PREFIX.test(name)) return called;
  return candidates.filter(({ id }) => id.startsWith(name));
}

const DECORATION =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F/gu;

/** A title without emoji, which people leave out when they name it. */
function withoutEmoji(title: string): string {
  return title.replace(DECORATION, '').trim();
}

function withName(
  candidates: readonly NameCandidate[],
  fits: (text: string) => boolean,
): Promise<NameCandidate[]> {
  return filterInTurns(candidates, ({ title, otherNames = [] }) =>
    [title, ...otherNames].some((text) => text !== undefined && fits(text)),
  );
}

/** Candidates whose title contains the name come first. */
async function nearestFirst(
  name: string,
  candidates: readonly NameCandidate[],
): Promise<NameCandidate[]> {
  const part = name.trim().toLowerCase();
  const near: NameCandidate[] = [];
  const others: NameCandidate[] = [];
  await eachInTurns(candidates, (one) => {
    (one.title.toLowerCase().includes(part) ? near : others).push(one);
  });
  return [...near, ...others];
}

const caseCollator = new Intl.Collator('en', { sensitivity: 'accent' });
const accentCollator = new Intl.Collator('en', { sensitivity: 'base' });

function equalInAnyCase(a: string, b: string): boolean {
  return caseCollator.compare(a, b) === 0;
}

/** Whether two first names are equal apart from accents. */
function equalInAnyAccent(a: string, b: string): boolean {
  return accentCollator.compare(a, b) === 0;
}

/** The first candidates with their ids, and how many more there are. */
export function listCandidates(candidates: readonly NameCandidate[]): string {
  const named = candidates
    .slice(0, MAX_NAMED)
    .map(
      ({ id, title, within }) =>
        `${quoted(title)}${within ? ` in ${quoted(shortPath(within)).slice(1, -1)}` : ''} (${id})`,
    );
  const more = candidates.length - named.length;
  return (
    fencedInline(named.join(', '), 'names on the platform') + (more > 0 ? ` and ${more} more` : '')
  );
}

/** Characters of a path that are shown, most of them from its end, where pages with the same title differ. */
const MAX_WITHIN = 75;

function shortPath(path: string): string {
  if (path.length <= MAX_WITHIN) return path;
  const [first = '', ...below] = path.split('/');
  const start = `${first}/…`;
  let end = '';
  for (const part of below.reverse()) {
    if (end !== '' && start.length + end.length + part.length >= MAX_WITHIN) break;
    end = `/${part}${end}`;
  }
  return `${start}${end}`;
}
