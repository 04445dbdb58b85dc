import { parse, patch, stringify, TomlFormat } from '@decimalturn/toml-patch';
import {
  type Data,
  emptyAncestor,
  type FileFormat,
  isData,
  lineEndOf,
  type Path,
  UnreadableError,
} from './format.ts';

/** TOML. Additions get a table of their own. */
export const toml: FileFormat = {
  read(text) {
    try {
      return toPlainData(parse(text));
    } catch (error) {
      const [first = ''] = (error as Error).message.split('\n');
      throw new UnreadableError(`it is not valid TOML (${first.replace(/:$/, '')})`);
    }
  },
  set(text, path, value) {
    const data = toml.read(text);
    const holder = path.slice(0, -1).reduce<unknown>(child, data);
    const isNew = !isData(holder) || !Object.hasOwn(holder, path.at(-1) ?? '');
    const appended = isNew && isData(value) ? withTable(text, path, value) : undefined;
    // A table that is written inline elsewhere cannot be extended by a second one.
    if (appended !== undefined && isReadable(appended)) return appended;
    return patch(text, withValue(data, path, value));
  },
  remove: (text, path) => {
    const data = toml.read(text);
    return patch(text, without(data, emptyAncestor(data, path)));
  },
};

function withTable(text: string, path: Path, value: Data): string {
  const eol = lineEndOf(text);
  const format = TomlFormat.default();
  format.inlineTableStart = 0;
  format.newLine = eol;
  const name = path
    .map((part) => (/^[\w-]+$/.test(String(part)) ? part : JSON.stringify(part)))
    .join('.');
  const before = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  const gap = before.trim() === '' ? '' : eol;
  return `${before}${gap}[${name}]${eol}${stringify(value, format).trimEnd()}${eol}`;
}

function isReadable(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function child(value: unknown, name: string | number): unknown {
  return isData(value) ? value[name] : undefined;
}

function withValue(data: Data, [name = '', ...rest]: Path, value: unknown): Data {
  const inner = data[name];
  const next = rest.length === 0 ? value : withValue(isData(inner) ? inner : {}, rest, value);
  return { ...data, [name]: next };
}

function without(data: Data, [name = '', ...rest]: Path): Data {
  const { [name]: inner, ...others } = data;
  return rest.length > 0 && isData(inner) ? { ...data, [name]: without(inner, rest) } : others;
}

/** The library's tables have no prototype; dates stay dates. */
function toPlainData(value: object): Data {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isData(inner) && Object.getPrototypeOf(inner) === null ? toPlainData(inner) : inner,
    ]),
  );
}
