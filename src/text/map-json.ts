type Members = Record<string, unknown>;

/** Maps a member of an object or an item of a list. `context` is shared by the whole call. */
type Mapping<Context> = (value: unknown, key: string, context: Context) => unknown;

/** The object with each member mapped. Returns the same object if nothing changes, as most answers need no copy. */
export function mapMembers<Context>(
  object: Members,
  map: Mapping<Context>,
  context: Context,
): Members {
  let copy: Members | undefined;
  for (const key of Object.keys(object)) {
    const member = object[key];
    const mapped = map(member, key, context);
    if (mapped === member) continue;
    // Unlike an assignment, this copies an own `__proto__` as a plain member.
    copy ??= Object.fromEntries(Object.entries(object));
    copy[key] = mapped;
  }
  return copy ?? object;
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
