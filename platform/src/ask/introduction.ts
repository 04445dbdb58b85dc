import { oneStep } from '../search/rank.ts';
import { type Hit, type PageKey, searchExpression, sectionsOfPage } from '../search/search.ts';
import { anyOf, phrase, wordsInOrder } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import { entriesOf } from './contents.ts';
import type { QuestionPart } from './question.ts';
import { spacesNaming } from './subjects.ts';

/** What a space tells about the product that it documents, if a question asks what that is. */
export interface Introduction {
  /** The name of the product, in lower case. */
  product: string;
  /** The first pages of its space, the best first. */
  pages: readonly PageKey[];
  /** The sections of these pages, and others that may tell what it is. */
  hits: readonly Hit[];
}

/** How many pages at the beginning of a table of contents tell what a product is, and entries above and between them. */
const FIRST_PAGES = 3;
const FIRST_ENTRIES = 8;

/** How many spaces may be about the same product. */
const MAX_SPACES = 5;

/** How many sections that say what it is are examined. */
const MAX_SAYING = 40;

/** What such pages are worth, from the first on, and a heading or a title that introduces. */
const ON_FIRST_PAGE: readonly number[] = [0.3, 0.1, 0.05];
const INTRODUCING = 0.2;
const STATED = 0.3;

/** Titles and headings of introductions. */
const INTRODUCES =
  /^\P{L}*(?:about|home|introduc(?:ing|tion)|overview|start here|welcome|what (?:are|is)|why)\b|^\P{L}*(?:bienvenid[ao]s?|bienvenue|introducción|einführung|willkommen)(?!\p{L})|\b(?:introduction|overview)$/iu;

/** How a sentence goes on that tells what its subject is, and one that tells what it is good for. */
const IS_A =
  /^(?: ?\([^()]{1,60}\))?,? (?:(?:is|are) (?:an?|one of|our|the|your)|stands for|ist ein|est une?|es una?|è una?|é uma?) /u;
const DOES = /^ (?:allows|brings|combines|enables|gives|helps|lets|makes|offers|provides) /u;

/** Further words of a name: `Falcon Community Edition`. Other products may have them. */
const LONGER_NAME = /^(?: \p{Lu}[\p{L}\p{N}]*){1,3}/u;

/** Sentences of a block that are looked at. */
const MAX_SENTENCES = 5;

/** A question for what something with a name of one word is, however that is written. */
const ASKS = /^what(?: is|['’]s) \S+$/i;

/** People are not introduced like products. */
const ASKS_FOR_PEOPLE = /^(?:qui|qui[eé]n|wer|who)\b/i;

/** What the spaces that are about the subject of a question tell about it at their beginning. */
export function introductionTo(
  db: Database,
  spaces: readonly string[],
  { isDefinition, isInflected, text, words }: QuestionPart,
  shows: (page: PageKey) => boolean,
): Introduction | undefined {
  const asks = (isDefinition && !ASKS_FOR_PEOPLE.test(text)) || ASKS.test(text);
  if (isInflected || words.length === 0 || !asks) return undefined;
  const product = wordsInOrder(text)
    .filter((word) => words.includes(word))
    .join(' ');
  const about = spacesAbout(db, spaces, product, shows);
  if (about.length === 0) return undefined;
  const stated = ['is a', 'is an', 'is the'].map((is) => `${product} ${is}`);
  const saying = anyOf([`what is ${product}`, `about ${product}`, ...stated]);
  return {
    product,
    pages: about.flatMap(({ pages }) => pages),
    hits: [
      ...about.flatMap(({ hits }) => hits),
      ...searchExpression(db, spaces, saying, shows, MAX_SAYING),
    ],
  };
}

/** The spaces that are about a name: most of their pages have it, or some and the first of them. */
export function spacesAbout(
  db: Database,
  spaces: readonly string[],
  name: string,
  shows: (page: PageKey) => boolean,
): { pages: readonly PageKey[]; hits: readonly Hit[] }[] {
  return spacesNaming(db, spaces, phrase(name))
    .slice(0, MAX_SPACES)
    .map(({ space, isEverywhere }) => {
      const pages = firstPages(db, space, shows);
      const isAbout = isEverywhere || isNamedIn(pages[0] ?? [], name);
      return { pages: pages.flatMap(([hit]) => hit ?? []), hits: pages.flat(), isAbout };
    })
    .filter(({ isAbout }) => isAbout);
}

function isNamedIn(sections: readonly Hit[], name: string): boolean {
  return oneStep(JSON.stringify(['named', name, sections.map(({ id }) => id)]), () =>
    sections.some(({ title, heading, body }) =>
      wordsInOrder(`${title} ${heading} ${body}`).join(' ').includes(name),
    ),
  );
}

/** How clearly a text tells what a product is, from 0 to 1. */
export function introduces(product: string, text: string): number {
  const clearness = text.split(/(?<=[.!?:]) /, MAX_SENTENCES).map((sentence) => {
    const rest = afterName(sentence, product);
    if (rest === undefined) return 0;
    if (IS_A.test(rest)) return 1;
    const longer = rest.replace(LONGER_NAME, '');
    return DOES.test(longer) || IS_A.test(longer) ? 1 / 2 : 0;
  });
  return Math.max(0, ...clearness);
}

/** What follows the name at the beginning of a sentence, whatever joins its words; undefined if it begins otherwise. */
function afterName(sentence: string, product: string): string | undefined {
  let rest = sentence.replace(/^the /i, '');
  for (const word of product.split(' ')) {
    rest = rest.replace(/^[^\p{L}\p{N}]{0,2}/u, '');
    if (!rest.toLowerCase().startsWith(word)) return undefined;
    rest = rest.slice(word.length);
  }
  return rest;
}

/**
 * How much better a passage tells what a product is because of its place, or since it says so; undefined if it only
 * mentions it.
 */
export function worthAsIntroduction(
  { product, pages }: Introduction,
  { space, page, title, heading }: Hit,
  text: string,
): number | undefined {
  const first = pages.filter((one) => one.space === space).findIndex((one) => one.page === page);
  const isNamed = INTRODUCES.test(heading || title);
  const clearness = introduces(product, text);
  if (clearness < 1 && first !== 0 && !isNamed) return undefined;
  return (ON_FIRST_PAGE[first] ?? 0) + (isNamed ? INTRODUCING : 0) + STATED * clearness;
}

/** The sections of the first pages that have text, in the order of the table of contents. */
function firstPages(db: Database, space: string, shows: (page: PageKey) => boolean): Hit[][] {
  return entriesOf(db, space, FIRST_ENTRIES)
    .filter(({ id, type }) => type === 'document' && shows({ space, page: id }))
    .map(({ id }) => sectionsOfPage(db, { space, page: id }))
    .filter((sections) => sections.some(({ body }) => body))
    .slice(0, FIRST_PAGES);
}
