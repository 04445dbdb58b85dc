import { sanitizeDeep, sanitizeText } from '../text/index.ts';

type Members = Record<string, unknown>;

/**
 * Fields with content that is passed through as it is, because an empty value in a document or a specification has a
 * meaning.
 */
const VERBATIM = new Set(['document', 'jsonSchema', 'filesystem', 'markdown']);

/** Which of an object's addresses are for people. */
const FOR_PEOPLE = ['app', 'published'];

/**
 * The answer as a model sees it: each text as its readers see it, without link objects, nulls, and empty strings,
 * arrays and objects. The main object of an answer keeps its addresses for people and its arrays, so that an empty
 * list still reads as one.
 */
export function trim(answer: Record<string, unknown>): Record<string, unknown> {
  const trimmed = trimMembers(answer, Array.isArray);
  const urls = addressesIn(answer.urls);
  return urls.length > 0 ? { ...trimmed, urls: Object.fromEntries(urls) } : trimmed;
}

function addressesIn(urls: unknown): [string, string][] {
  if (typeof urls !== 'object' || urls === null) return [];
  const known: Readonly<Record<string, unknown>> = { ...urls };
  return FOR_PEOPLE.flatMap((name): [string, string][] => {
    const address = known[name];
    return typeof address === 'string' && address !== '' ? [[name, sanitizeText(address)]] : [];
  });
}

/** The members with information, and those that are always kept. */
function trimMembers(object: Members, kept: (value: unknown) => boolean): Members {
  const members: Members = {};
  for (const key of Object.keys(object)) {
    const member = object[key];
    if (isLinks(key, member)) continue;
    const verbatim = VERBATIM.has(key);
    const value = verbatim ? sanitizeDeep(member) : trimValue(member);
    if (verbatim || kept(value) || !isEmpty(value)) setOwn(members, key, value);
  }
  return members;
}

/** Sets a member of an answer, even one named `__proto__`. */
export function setOwn(members: Members, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else
    Object.defineProperty(members, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function trimValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(trimValue) : trimMembers(value as Members, neverKept);
}

function neverKept(): boolean {
  return false;
}

function isLinks(key: string, value: unknown): boolean {
  return key === 'urls' && typeof value === 'object';
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}
