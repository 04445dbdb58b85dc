import { distance } from 'fastest-levenshtein';
import type { PageNode } from '../../../operations/index.ts';
import type { LinkedByText } from './linked-by-text.ts';
import { lastPart, sharedWords, significantWords, withoutFile } from './words.ts';

/** A page that a broken link may mean. */
export interface SuggestedPage {
  id: string;
  title: string;
  path?: string;
  anchor?: string;
}

/** The clues in a link to its page: its visible text, its path, and its anchor. */
export interface LinkWords {
  label: string;
  path: string;
  fragment: string;
}

interface NamedPage {
  page: PageNode;
  /** The words of its title, and of the last part of its path. */
  names: string[][];
}

const MAX_PAGES = 3;
/** Share of the words of both that a link and the name of a page have in common. */
const MIN_SHARED = 0.5;
/** Share of a name that a misspelling may change. */
const MAX_MISSPELT_SHARE = 0.25;
/** Minimum number of parts at the end of two paths that do not agree by chance. */
const TELLING_PARTS = 2;

const PARENTHESES = /\(([^()]*)\)/g;

/** Finds the pages that broken links may mean, among those of their space. */
export class PageSuggestions {
  readonly #byName = new Map<string, PageNode[]>();
  readonly #byWord = new Map<string, NamedPage[]>();
  readonly #linkedByText: LinkedByText;
  readonly #pageCount: number;

  constructor(pages: readonly PageNode[], linkedByText: LinkedByText) {
    this.#linkedByText = linkedByText;
    this.#pageCount = pages.length;
    for (const page of pages) {
      const names = [page.title, lastPart(page.path ?? '')]
        .map(significantWords)
        .filter(({ length }) => length > 0);
      const named = { page, names };
      for (const name of new Set(names.map(join))) add(this.#byName, name, page);
      for (const word of new Set(names.flat())) add(this.#byWord, word, named);
    }
  }

  /**
   * At most three: those whose path ends most like that of the link, else those with exactly its name or with working
   * links of its text, else those whose names share the most words with it, else misspelt ones.
   */
  of(sought: LinkWords, from: string): SuggestedPage[] {
    const names = pageNamesIn(sought).map(significantWords);
    const exact = this.#named(names);
    const found = firstFound([
      () => endingLike(sought.path, exact),
      () => [...exact, ...this.#linkedByText.of(sought.label)],
      () => this.#sharing(names),
      () => this.#sharing([significantWords(sought.fragment)]),
      () => this.#misspelt(names.map(join)),
    ]);
    return nearest(found, `${from}/${sought.path}`);
  }

  /** At most three with exactly the text of a link as their name. */
  withName(label: string, from: string): SuggestedPage[] {
    return nearest(this.#named(pageNamesIn({ label, path: '' }).map(significantWords)), from);
  }

  #named(names: readonly string[][]): PageNode[] {
    return names.flatMap((name) => this.#byName.get(join(name)) ?? []);
  }

  /** None if too many share as many words. */
  #sharing(names: readonly string[][]): PageNode[] {
    const weigh = (word: string) => this.#rarity(word);
    let most = MIN_SHARED;
    let best: PageNode[] = [];
    for (const name of names) {
      const candidates = new Set(name.flatMap((word) => this.#byWord.get(word) ?? []));
      for (const { page, names: own } of candidates) {
        const share = Math.max(...own.map((one) => sharedWords(name, one, weigh)));
        if (share > most) [most, best] = [share, [page]];
        else if (share === most) best.push(page);
      }
    }
    return new Set(best).size > MAX_PAGES ? [] : best;
  }

  /** The fewer pages have a word in their names, the more it says about a page; an unknown one says little. */
  #rarity(word: string): number {
    const pages = this.#byWord.get(word)?.length ?? Math.sqrt(this.#pageCount);
    return Math.log(1 + this.#pageCount / pages);
  }

  #misspelt(names: readonly string[]): PageNode[] {
    return [...this.#byName].flatMap(([known, pages]) =>
      names.some((name) => isMisspelt(name, known)) ? pages : [],
    );
  }
}

/** The first pages, beginning with those that have the most folders in common with an address. */
function nearest(pages: readonly PageNode[], address: string): SuggestedPage[] {
  const near = sharedFolders(address);
  return [...new Set(pages)]
    .sort((one, other) => near(other) - near(one))
    .slice(0, MAX_PAGES)
    .map(({ id, title, path }) => ({ id, title, ...(path !== undefined && { path }) }));
}

/** The pages whose paths share the most parts at the end with an address, if these are more than a name. */
function endingLike(address: string, pages: readonly PageNode[]): PageNode[] {
  const parts = partsOf(address);
  let most = TELLING_PARTS;
  let best: PageNode[] = [];
  for (const page of pages) {
    const own = partsOf(page.path ?? '');
    const differing = own.findIndex((part, index) => part !== parts[index]);
    const common = differing === -1 ? own.length : differing;
    if (common > most) [most, best] = [common, [page]];
    else if (common === most) best.push(page);
  }
  return best;
}

/** The parts of the path of a page or of its file, the last one first. */
function partsOf(path: string): string[] {
  const parts = withoutFile(path).split('/');
  return parts.filter((part) => /\w/.test(part)).reverse();
}

function isMisspelt(name: string, known: string): boolean {
  const most = Math.max(name.length, known.length) * MAX_MISSPELT_SHARE;
  return Math.abs(name.length - known.length) <= most && distance(name, known) <= most;
}

/** The names of a page in a link: its text, without and inside of parentheses, and the last part of its address. */
function pageNamesIn({ label, path }: Pick<LinkWords, 'label' | 'path'>): string[] {
  const inside = [...label.matchAll(PARENTHESES)].map(([, words = '']) => words);
  const names = [label, label.replaceAll(PARENTHESES, ' '), ...inside, lastPart(path)];
  return [...new Set(names)].filter((name) => significantWords(name).length > 0);
}

/** How many folders of its path a page has in common with an address. */
function sharedFolders(address: string): (page: PageNode) => number {
  const folders = new Set(address.split('/').filter((part) => /\w/.test(part)));
  return ({ path = '' }) =>
    path
      .split('/')
      .slice(0, -1)
      .filter((part) => folders.has(part)).length;
}

function join(words: readonly string[]): string {
  return words.join(' ');
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function firstFound<T>(searches: readonly (() => T[])[]): T[] {
  for (const search of searches) {
    const found = search();
    if (found.length > 0) return found;
  }
  return [];
}
