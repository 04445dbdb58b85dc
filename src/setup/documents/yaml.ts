import {
  type Document,
  isMap,
  isScalar,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
} from 'yaml';
import {
  emptyAncestor,
  type FileFormat,
  isData,
  lineEndOf,
  type Path,
  UnreadableError,
} from './format.ts';

/** YAML in block style. Unaffected lines stay as they are. */
export const yaml: FileFormat = {
  read: (text) => {
    const data: unknown = documentOf(text).toJS() ?? {};
    if (!isData(data)) throw new UnreadableError('it contains something other than a YAML mapping');
    return data;
  },
  set(text, path, value) {
    const document = documentOf(text);
    if (!document.hasIn(path))
      return withPair(text, document, path, value) ?? rewriteDocument(text, path, value);
    const lines = linesOf(text, document, path);
    if (!lines) return rewriteDocument(text, path, value);
    const { start, end, indent } = lines;
    return text.slice(0, start) + blockOf(text, path.slice(-1), value, indent) + text.slice(end);
  },
  remove(text, path) {
    const document = documentOf(text);
    const emptied = emptyAncestor(yaml.read(text), path);
    const lines = linesOf(text, document, emptied);
    if (lines) return text.slice(0, lines.start) + text.slice(lines.end);
    document.deleteIn(emptied);
    return document.toString({ lineWidth: 0 });
  },
};

function documentOf(text: string): Document.Parsed {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (!error) return document;
  const [first = ''] = error.message.split('\n');
  throw new UnreadableError(`it is not valid YAML (${first.replace(/:$/, '')})`);
}

/** Adds a pair at the end of its mapping; undefined if the mapping is not in block style. */
function withPair(text: string, document: Document.Parsed, path: Path, value: unknown) {
  const depth = path.findIndex((_, index) => !document.hasIn(path.slice(0, index + 1)));
  const holder = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
  const eol = lineEndOf(text);
  if (depth === 0 && (holder === null || (isScalar(holder) && holder.value === null))) {
    return `${withLineEnd(text, eol)}${blockOf(text, path, value, '')}`;
  }
  if (!isBlock(holder)) return undefined;
  const last = holder.items.at(-1);
  const lines = last && rangeOf(text, last);
  if (!lines) return undefined;
  const before = withLineEnd(text.slice(0, lines.end), eol);
  return before + blockOf(text, path.slice(depth), value, lines.indent) + text.slice(lines.end);
}

function isBlock(node: unknown): node is YAMLMap {
  return isMap(node) && !node.flow;
}

interface LineRange {
  /** Offset of the first line. */
  start: number;
  /** Offset after the last line. */
  end: number;
  indent: string;
}

/** The lines of the pair at a path, if they contain nothing else. */
function linesOf(text: string, document: Document.Parsed, path: Path): LineRange | undefined {
  const holder = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isBlock(holder)) return undefined;
  const pair = holder.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1));
  return pair && rangeOf(text, pair);
}

function rangeOf(text: string, { key, value }: Pair): LineRange | undefined {
  const keyRange = isScalar(key) ? key.range : undefined;
  const valueRange = (value as { range?: [number, number, number] } | null)?.range;
  if (!keyRange || !valueRange) return undefined;
  const start = text.lastIndexOf('\n', keyRange[0] - 1) + 1;
  const indent = text.slice(start, keyRange[0]);
  if (indent.trim() !== '') return undefined;
  const ending = Math.max(valueRange[1], keyRange[1]);
  // A block ends with the line break of its last line.
  const from = text[ending - 1] === '\n' ? ending - 1 : ending;
  const next = text.indexOf('\n', from);
  return { start, end: next === -1 ? text.length : next + 1, indent };
}

function blockOf(text: string, path: Path, value: unknown, indent: string): string {
  const eol = lineEndOf(text);
  const data = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const lines = stringify(data, { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line) => `${indent}${line}${eol}`).join('');
}

function withLineEnd(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
}

/** Uses the library, which keeps comments but reformats the text. */
function rewriteDocument(text: string, path: Path, value: unknown): string {
  const document = documentOf(text);
  document.setIn(path, value);
  return document.toString({ lineWidth: 0 });
}
