import { type Fields, setOwn } from '../json/index.ts';

/** Maps a member of an object or an item of a list. `context` is shared by the whole call. */
type Mapping<Context> = (value: unknown, key: string, context: Context) => unknown;

/**
 * The object with each member mapped, without those mapped to `undefined`. Returns the same object if nothing changes, as
 * most answers need no copy.
 */
export function mapMembers<Context>(
  object: Fields,
  map: Mapping<Context>,
  context: Context,
): Fields {
  const keys = Object.keys(object);
  let copy: Fields | undefined;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const member = object[key];
    const mapped = map(member, key, context);
    if (mapped === member && mapped !== undefined && !copy) continue;
    copy ??= firstMembers(object, keys, index);
    if (mapped !== undefined) setOwn(copy, key, mapped);
  }
  return copy ?? object;
}

function firstMembers(object: Fields, keys: readonly string[], count: number): Fields {
  const members: Fields = {};
  for (let index = 0; index < count; index += 1) {
    const key = keys[index] as string;
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
