type Members = Record<string, unknown>;

/** The object with each member mapped; the object itself where none changes, as most answers need no copy. */
export function mapMembers(
  object: Members,
  map: (member: unknown, key: string) => unknown,
): Members {
  let copy: Members | undefined;
  for (const key of Object.keys(object)) {
    const member = object[key];
    const mapped = map(member, key);
    if (mapped === member) continue;
    // Unlike an assignment, this copies an own `__proto__` as what it is, and lets it be set below.
    copy ??= Object.fromEntries(Object.entries(object));
    copy[key] = mapped;
  }
  return copy ?? object;
}

/** The list with each item mapped; the list itself where none changes. */
export function mapItems(list: unknown[], map: (item: unknown) => unknown): unknown[] {
  const items = list.map(map);
  return items.some((item, index) => item !== list[index]) ? items : list;
}
