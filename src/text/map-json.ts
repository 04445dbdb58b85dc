type Members = Record<string, unknown>;

/** Maps a member of an object, or an item of a list that is one; `context` is what all of a call have in common. */
type Mapping<Context> = (value: unknown, key: string, context: Context) => unknown;

/** The object with each member mapped; the object itself where none changes, as most answers need no copy. */
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
    // Unlike an assignment, this copies an own `__proto__` as what it is, and lets it be set below.
    copy ??= Object.fromEntries(Object.entries(object));
    copy[key] = mapped;
  }
  return copy ?? object;
}

/** The list with each item mapped; the list itself where none changes. */
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
