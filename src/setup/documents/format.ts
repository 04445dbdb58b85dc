/** A settings file cannot be changed safely; the message says what is wrong with it. */
export class UnreadableError extends Error {}

/** The content of a settings file, as plain data. */
export type Data = Record<string, unknown>;
/** Keys of mappings and indexes of items; the index after the last item appends one. */
export type Path = readonly (string | number)[];

/** How one kind of file is parsed and edited in place. Everything else in it stays as it was, including comments. */
export interface FileFormat {
  /**
   * Parses a text. Empty text yields an empty mapping.
   * @throws {UnreadableError} if it does not parse, or is not a mapping.
   */
  read(text: string): Data;
  /** The text with a value set at a path. */
  set(text: string, path: Path, value: unknown): string;
  /** The text without the existing value at a path, and without containers that become empty. */
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

/** How much of the path to remove so that no empty container remains. */
export function emptyAncestor(data: Data, path: Path): Path {
  const holder = path.slice(0, -1);
  const value = valueAt(data, holder);
  const isOnly = typeof value === 'object' && value !== null && Object.keys(value).length === 1;
  return isOnly && holder.length > 0 ? emptyAncestor(data, holder) : path;
}

/** The text's line ending. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
