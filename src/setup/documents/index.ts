import { isDeepStrictEqual } from 'node:util';
import {
  type Data,
  type FileFormat,
  isData,
  type Path,
  UnreadableError,
  valueAt,
} from './format.ts';
import { json } from './json.ts';
import { toml } from './toml.ts';
import { yaml } from './yaml.ts';

export { type Data, isData, UnreadableError, valueAt } from './format.ts';

const FORMATS = { json, toml, yaml } satisfies Record<string, FileFormat>;
export type FormatName = keyof typeof FORMATS;

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads a settings file.
 * @throws {UnreadableError} if it cannot be read, and so must not be changed.
 */
export function readSettings(format: FormatName, text: string): Data {
  return FORMATS[format].read(withoutMark(text));
}

/** One change of a settings file: a value at a path, or its removal if there is no value. */
export interface SettingChange {
  path: Path;
  value?: unknown;
}

/**
 * The text with the changes made, and everything else as it was.
 * @throws {UnreadableError} if it cannot be read, or if other settings are in the way.
 */
export function changeSettings(
  format: FormatName,
  text: string,
  changes: readonly SettingChange[],
): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return (
    mark +
    changes.reduce((before, change) => changed(FORMATS[format], before, change), withoutMark(text))
  );
}

function changed(format: FileFormat, text: string, { path, value }: SettingChange): string {
  const data = format.read(text);
  checkHolders(data, path);
  const there = valueAt(data, path);
  if (isDeepStrictEqual(there, value)) return text;
  const next = value === undefined ? format.remove(text, path) : format.set(text, path, value);
  if (!isOnlyChange(data, format.read(next), path, value)) {
    throw new UnreadableError('its notation cannot be changed safely');
  }
  return next;
}

/** The container of the value is a mapping, or absent. */
function checkHolders(data: Data, path: Path): void {
  for (let depth = 1; depth < path.length; depth += 1) {
    const holder = valueAt(data, path.slice(0, depth));
    const isHolder = typeof path[depth] === 'number' ? Array.isArray(holder) : isData(holder);
    if (holder !== undefined && !isHolder) {
      throw new UnreadableError(`its ${path.slice(0, depth).join('.')} is not a mapping of names`);
    }
  }
}

/** Whether the value is as requested, and everything else as before. */
function isOnlyChange(before: Data, after: Data, path: Path, value: unknown): boolean {
  return (
    isDeepStrictEqual(valueAt(after, path), value) &&
    isDeepStrictEqual(rest(before, path), rest(after, path))
  );
}

/** The data without the value, and without containers that become empty. */
function rest(data: unknown, [name = '', ...inner]: Path): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const children = Object.entries(data).flatMap(([key, child]) => {
    if (key !== String(name)) return [[key, child]];
    const left = inner.length === 0 ? {} : rest(child, inner);
    return isEmpty(left) ? [] : [[key, left]];
  });
  return Array.isArray(data) ? children.map(([, child]) => child) : Object.fromEntries(children);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
