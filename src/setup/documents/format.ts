/** A file of settings that cannot be changed without harm; the message says what is wrong with it. */
export class UnreadableError extends Error {}

/** What a file of settings holds, as plain data. */
export type Data = Record<string, unknown>;
/** Names of mappings, and numbers of items; the number after the last item adds one. */
export type Path = readonly (string | number)[];

/** How a kind of file is read and changed in place. All but what is changed stays as it was, comments included. */
export interface Format {
  /**
   * Reads a text; an empty one holds nothing.
   * @throws {UnreadableError} if it does not parse, or holds something else than named values.
   */
  read(text: string): Data;
  /** The text with a value at a path, in place of one that is there. */
  set(text: string, path: Path, value: unknown): string;
  /** The text without the value at a path, which is there, and without what held nothing else. */
  remove(text: string, path: Path): string;
}

/** The value at a path, or undefined. */
export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string | number, unknown>)[name];
  }
  return value;
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How much of the path is left to remove so that nothing empty stays behind. */
export function emptied(data: Data, path: Path): Path {
  const holder = path.slice(0, -1);
  const value = valueAt(data, holder);
  const isOnly = typeof value === 'object' && value !== null && Object.keys(value).length === 1;
  return isOnly && holder.length > 0 ? emptied(data, holder) : path;
}

/** Line ends as the text has them. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
