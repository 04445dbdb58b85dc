/** The fields of an unvalidated object. */
export type Fields = Record<string, unknown>;

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
