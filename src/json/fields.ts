/** The fields of an unvalidated object. */
export type Fields = Record<string, unknown>;

/** Whether a value has fields: neither null nor a list has. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a member of an object, even one named `__proto__`. */
export function setOwn(members: Fields, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else
    Object.defineProperty(members, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

/** Freezes a value made of JSON, however deeply it is nested. */
export function deepFreeze<T>(value: T): T {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const member of Object.values(next)) waiting.push(member);
  }
  return value;
}
