import type { Changed, FieldChange } from '../openapi-changes/index.ts';
import type { SpecificationOperation } from '../specification.ts';
import { namesIn } from './names.ts';

/** A value that is no longer true, or a choice that is no longer complete, and the words of what it is about. */
export interface Fact {
  /** Numbers as digits, and removed choices. */
  former: string[];
  /** The choices to which others were added: a text that lists several of them is no longer complete. */
  kept: string[];
  /** The numbers that are true of the same operation or schema now. */
  valid: string[];
  /** Stems of the words of the operation or schema, and of the field. */
  about: string[];
}

/** Words that are in the names of operations of all kinds. */
const GENERAL_WORDS = new Set(
  [
    ...[
      'a',
      'all',
      'an',
      'and',
      'by',
      'for',
      'from',
      'in',
      'of',
      'on',
      'one',
      'or',
      'the',
      'to',
      'with',
    ],
    ...[
      'add',
      'api',
      'by',
      'change',
      'create',
      'delete',
      'find',
      'get',
      'id',
      'ids',
      'list',
      'make',
      'new',
    ],
    ...[
      'post',
      'put',
      'read',
      'remove',
      'request',
      'return',
      'response',
      'set',
      'show',
      'update',
      'use',
      'value',
    ],
  ].map(stemOf),
);

const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+/gu;
const DATE = /\b\d{4}-\d\d-\d\d/g;
/** A number by itself, with or without separators between its thousands. */
const NUMBER =
  /(?<![\w.,])(?:\d{1,3}(?:[,\u00a0\u202f\u2009'\u2019_]\d{3})+|\d+(?:\.\d+)?)(?![\w]|[.,]\d)/g;
/** Where one statement ends and another begins. */
const STATEMENT = /(?<=[.!?])\s+|<\/tr>/;
const CELLS = /^\s*\||<td/;

/** Smaller numbers are in many texts about the same: two words have to agree, or one of a short statement. */
const SMALL = 100;
const TINY = 10;
const SHORT = 8;

/** The facts that changes make untrue. */
export function outdatedFacts(
  changes: readonly Changed[],
  operations: readonly SpecificationOperation[],
): Fact[] {
  const described = new Map<string, string>();
  for (const { method, path, summary = '', operationId = '' } of operations) {
    const name = `${method.toUpperCase()} ${path}`;
    described.set(name, `${described.get(name) ?? ''} ${summary} ${operationId}`);
  }
  return changes.flatMap(({ name, fields = [] }) => {
    const own = `${name.replaceAll(/^[A-Z]+ (?=\/)|\{[^{}]*\}/g, ' ')} ${described.get(name) ?? ''}`;
    const valid = fields.flatMap(({ to }) => (typeof to === 'number' ? String(to) : []));
    return fields.flatMap(({ at, from, to }) => {
      const fact = valuesBetween(from, to);
      if (!fact) return [];
      const about = new Set(stemsIn(`${own} ${namesIn(at).join(' ')}`));
      return [{ ...fact, valid, about: [...about] }];
    });
  });
}

/** The numbers that texts of a specification no longer state, each with the words of its statement. */
export function factsInTexts(changes: readonly FieldChange[]): Fact[] {
  return changes.flatMap(({ from, to }) => {
    if (typeof from !== 'string' || (to !== undefined && typeof to !== 'string')) return [];
    const valid = numbersIn(to ?? '').map(([value]) => value);
    return from.split(STATEMENT).flatMap((statement) => {
      const former = numbersIn(statement).map(([value]) => value);
      const outdated = former.filter((value) => !valid.includes(value));
      if (outdated.length === 0) return [];
      return [{ former: outdated, kept: [], valid, about: [...new Set(stemsIn(statement))] }];
    });
  });
}

function valuesBetween(from: unknown, to: unknown): Pick<Fact, 'former' | 'kept'> | undefined {
  if (typeof from === 'number') return { former: [String(from)], kept: [] };
  if (!Array.isArray(from) || !Array.isArray(to)) return undefined;
  const choices = from.filter((one): one is string => typeof one === 'string');
  const kept = choices.filter((one) => to.includes(one));
  const isExtended = to.length > kept.length && kept.length > 1;
  const former = choices.filter((one) => !to.includes(one));
  return former.length > 0 || isExtended ? { former, kept: isExtended ? kept : [] } : undefined;
}

/** Finds the outdated values in a line, if the line is about what they used to be true of. */
export function factFinder(facts: readonly Fact[]): (line: string) => string[] {
  const byValue = new Map<string, Fact[]>();
  for (const fact of facts) {
    for (const value of [...fact.former, ...fact.kept]) {
      byValue.set(value, [...(byValue.get(value) ?? []), fact]);
    }
  }
  if (byValue.size === 0) return () => [];
  return (line) => line.split(STATEMENT).flatMap((text) => valuesStatedIn(text, byValue));
}

function valuesStatedIn(text: string, byValue: ReadonlyMap<string, readonly Fact[]>): string[] {
  const values = [...numbersIn(text), ...choicesIn(text)].filter(([value]) => byValue.has(value));
  if (values.length === 0) return [];
  const stems = new Set(stemsIn(text));
  const isShort = (text.match(WORD) ?? []).length <= SHORT;
  const stated = new Map(values);
  return values.flatMap(([value, written]) => {
    const isOutdated = (byValue.get(value) ?? []).some(({ former, kept, valid, about }) => {
      if (!former.includes(value) && kept.filter((one) => stated.has(one)).length < 2) return false;
      const shared = about.filter((word) => stems.has(word)).length;
      const isCommon = Number(value) < (isShort ? TINY : SMALL) || valid.includes(value);
      return shared >= (isCommon ? 2 : 1);
    });
    return isOutdated ? [written] : [];
  });
}

/** The numbers of a text as digits, and as they are written. */
function numbersIn(text: string): [value: string, written: string][] {
  return [...text.replaceAll(DATE, ' ').matchAll(NUMBER)].map(([written]) => [
    written.replaceAll(/[^\d.]/g, ''),
    written,
  ]);
}

const CODE = /`([^`]+)`|<code>([^<]+)<\/code>/g;

/** The words of a text that are written as values: as code, or alone in a cell of a table. */
function choicesIn(text: string): [value: string, written: string][] {
  const code = [...text.matchAll(CODE)].map(([, one, other]) => one ?? other ?? '');
  const cells = CELLS.test(text) ? text.split(/\||<\/?t[dhr][^>]*>/) : [];
  const parts = [
    ...code.flatMap((one) => one.split(/[\s,|]+/)),
    ...cells.flatMap((one) => one.split(/,| or /).map((part) => part.trim())),
  ];
  const words = parts.map(unquoted);
  return words.filter((word) => word !== '').map((word) => [word, word]);
}

function unquoted(word: string): string {
  return word.replaceAll(/^["'`]|["'`.]$/g, '');
}

function stemsIn(text: string): string[] {
  return (text.match(WORD) ?? [])
    .map((word) => stemOf(word.toLowerCase()))
    .filter((word) => word.length > 1 && !GENERAL_WORDS.has(word));
}

/** A word without the most common endings of English. */
function stemOf(word: string): string {
  if (word.length < 5) return word.replace(/(?<=\w\w[^s])s$/, '');
  return word.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '');
}
