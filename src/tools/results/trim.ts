import type { Fields } from '../../json/index.ts';
import {
  mapItems,
  mapMembers,
  sanitizeDeep,
  sanitizeExcerpt,
  sanitizeText,
} from '../../text/index.ts';

/**
 * Fields with content that is passed through as it is, because an empty value in a document or a specification has a
 * meaning.
 */
const VERBATIM = new Set(['document', 'jsonSchema', 'filesystem', 'markdown']);

/** The names of fields with excerpts of sanitized texts. */
type Excerpts = ReadonlySet<string>;

/** Workflows and edits compare sanitized texts. */
const DIFFS: Excerpts = new Set(['diff']);

/** Objects that are useless without their address. */
const ADDRESSES: ReadonlySet<unknown> = new Set(['share-link']);

/** Which of an object's addresses are for people. */
const FOR_PEOPLE = ['app', 'published'];

/**
 * The answer as a model sees it: each text as its readers see it, without link objects, nulls, and empty strings,
 * arrays and objects. The main object of an answer keeps its addresses for people, as share links do, and its
 * arrays, so that an empty list still reads as one. `ofTool` names fields with excerpts of texts that the tool
 * sanitized as a whole.
 */
export function trim(
  answer: Record<string, unknown>,
  ofTool: readonly string[] = [],
): Record<string, unknown> {
  const excerpts = ofTool.length === 0 ? DIFFS : new Set([...DIFFS, ...ofTool]);
  return withAddresses(answer, mapMembers(answer, trimMainMember, excerpts));
}

/** The trimmed object with its addresses. Without them it is always a copy, so that they can be put back into it. */
function withAddresses({ urls }: Fields, trimmed: Fields): Fields {
  const kept = addressesIn(urls);
  if (kept) trimmed.urls = kept;
  return trimmed;
}

/** The addresses for people; undefined if there are none. */
function addressesIn(urls: unknown): Fields | undefined {
  if (typeof urls !== 'object' || urls === null) return undefined;
  let kept: Fields | undefined;
  for (const name of FOR_PEOPLE) {
    const address = (urls as Fields)[name];
    if (typeof address !== 'string' || address === '') continue;
    kept ??= {};
    kept[name] = sanitizeText(address);
  }
  return kept;
}

/** A member of the main object: an array is kept even if it is empty. */
function trimMainMember(member: unknown, key: string, excerpts: Excerpts): unknown {
  const isList = Array.isArray(member) && key !== 'urls' && !VERBATIM.has(key);
  return isList ? trimItems(member, excerpts) : trimMember(member, key, excerpts);
}

/** A member with information, or content; undefined for all others. */
function trimMember(member: unknown, key: string, excerpts: Excerpts): unknown {
  if (typeof member === 'string') {
    const text = excerpts.has(key) ? sanitizeExcerpt(member) : sanitizeText(member);
    return text !== '' || VERBATIM.has(key) ? text : undefined;
  }
  if (typeof member !== 'object') return member;
  if (key === 'urls') return undefined;
  if (VERBATIM.has(key)) return sanitizeDeep(member);
  const value = trimValue(member, key, excerpts);
  return isEmpty(value) ? undefined : value;
}

function trimValue(value: unknown, _: string, excerpts: Excerpts): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return trimItems(value, excerpts);
  const members = value as Fields;
  const trimmed = mapMembers(members, trimMember, excerpts);
  return ADDRESSES.has(members.object) ? withAddresses(members, trimmed) : trimmed;
}

function trimItems(list: unknown[], excerpts: Excerpts): unknown[] {
  return mapItems(list, trimValue, '', excerpts);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}
