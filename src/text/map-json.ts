import { type Fields, setOwn } from '../json/index.ts';
import { sanitizeExcerpt } from './sanitize.ts';

/** Maps a member of an object or an item of a list. `context` is shared by the whole call. */
type Mapping<Context> = (value: unknown, key: string, context: Context) => unknown;

/** A name without anything to sanitize, which most are. */
const PLAIN_NAME = /^[\w$./{}-]*$/;

/**
 * The object with each member mapped, without those mapped to `undefined`, and under sanitized names. Returns the same
 * object if nothing changes, as most answers need no copy.
 */
export function mapMembers<Context>(
  object: Fields,
  map: Mapping<Context>,
  context: Context,
): Fields {
  let copy: Fields | undefined;
  // Plain objects inherit nothing enumerable, and a list of keys would be another allocation.
  for (const key in object) {
    const member = object[key];
    const mapped = map(member, key, context);
    const name = PLAIN_NAME.test(key) ? key : sanitizeExcerpt(key);
    if (mapped === member && mapped !== undefined && name === key && !copy) continue;
    copy ??= membersBefore(object, key);
    if (mapped !== undefined) setOwn(copy, name, mapped);
  }
  return copy ?? object;
}

function membersBefore(object: Fields, end: string): Fields {
  const members: Fields = {};
  for (const key in object) {
    if (key === end) break;
    setOwn(members, key, object[key]);
  }
  return members;
}

/** The list with each item mapped. Returns the same list if nothing changes. */
export function mapItems<Context>(
  list: unknown[],
  map: Mapping<Context>,
  key: string,
  context: Context,
): unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const mapped = map(list[index], key, context);
    if (mapped === list[index]) continue;
    copy ??= [...list];
    copy[index] = mapped;
  }
  return copy ?? list;
}
