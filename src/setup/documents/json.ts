import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import {
  type Data,
  emptyAncestor,
  type FileFormat,
  isData,
  lineEndOf,
  type Path,
  UnreadableError,
} from './format.ts';

/**
 * JSON with comments and trailing commas, as in editors' settings. Changes are spliced in, because the library would
 * reformat what is around them, including comments.
 */
export const json: FileFormat = {
  read(text) {
    const errors: ParseError[] = [];
    const data: unknown = text.trim() ? parse(text, errors, { allowTrailingComma: true }) : {};
    const [error] = errors;
    if (error) {
      const line = text.slice(0, error.offset).split('\n').length;
      throw new UnreadableError(
        `it is not valid JSON (${printParseErrorCode(error.error)} in line ${line})`,
      );
    }
    if (!isData(data)) throw new UnreadableError('it contains something other than a JSON object');
    return data;
  },
  set(text, path, value) {
    const root = treeOf(text);
    if (!root)
      return `${formatValue(nestedValue(path, value), '', styleOf(text))}${lineEndOf(text)}`;
    const there = findNodeAtLocation(root, [...path]);
    if (!there) return withChild(text, root, path, value);
    const shown = formatValue(value, indentAt(text, there.offset), styleOf(text));
    return text.slice(0, there.offset) + shown + text.slice(endOf(there));
  },
  remove(text, path) {
    const root = treeOf(text);
    const emptied = root && findNodeAtLocation(root, [...emptyAncestor(json.read(text), path)]);
    if (!emptied?.parent) return text;
    const child = emptied.parent.type === 'property' ? emptied.parent : emptied;
    return withoutChild(text, child);
  },
};

/** Token kinds of the library, whose const enum no module can import. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const SPACE = 15;

function treeOf(text: string): Node | undefined {
  return parseTree(text, [], { allowTrailingComma: true });
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

interface JsonStyle {
  /** One step of indentation. */
  step: string;
  eol: string;
}

/** Uses the indentation of the first indented line. */
function styleOf(text: string): JsonStyle {
  const step = /\n(\t|\x20+)\S/.exec(text.slice(0, 10_000))?.[1] ?? '  ';
  return { step, eol: lineEndOf(text) };
}

function formatValue(value: unknown, indent: string, { step, eol }: JsonStyle): string {
  return JSON.stringify(value, null, step).replaceAll('\n', `${eol}${indent}`);
}

function nestedValue(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, name) => (typeof name === 'number' ? [inner] : ({ [name]: inner } satisfies Data)),
    value,
  );
}

/** Adds the missing rest of a path to its last existing container. */
function withChild(text: string, root: Node, path: Path, value: unknown): string {
  const depth = path.findIndex((_, index) => !findNodeAtLocation(root, path.slice(0, index + 1)));
  const holder = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth));
  if (!holder || (holder.type !== 'object' && holder.type !== 'array')) {
    throw new UnreadableError(`its ${path.slice(0, depth).join('.')} is not a mapping of names`);
  }
  const [name, ...rest] = path.slice(depth);
  const inner = nestedValue(rest, value);
  const isInLine = (holder.children ?? []).length > 0 && !hasLineBreak(text, holder);
  const outer = indentAt(text, holder.offset);
  const style = styleOf(text);
  const indent = `${outer}${style.step}`;
  const shown = isInLine ? JSON.stringify(inner) : formatValue(inner, indent, style);
  const child = holder.type === 'array' ? shown : `${JSON.stringify(name)}: ${shown}`;
  const last = holder.children?.at(-1);
  if (last) return afterLast(text, last, isInLine ? ` ${child}` : `${style.eol}${indent}${child}`);
  const close = endOf(holder) - 1;
  const before = text.slice(0, close).trimEnd();
  return `${before}${style.eol}${indent}${child}${style.eol}${outer}${text.slice(close)}`;
}

/** Insert after a comment that follows the last value. */
function afterLast(text: string, last: Node, added: string): string {
  const { comma, lineEnd } = tailOf(text, endOf(last));
  if (comma !== undefined) {
    return `${text.slice(0, lineEnd)}${added},${text.slice(lineEnd)}`;
  }
  const end = endOf(last);
  return `${text.slice(0, end)},${text.slice(end, lineEnd)}${added}${text.slice(lineEnd)}`;
}

interface Tail {
  /** The position of the comma after a value, if there is one. */
  comma: number | undefined;
  /** The end of comments on the same line. */
  lineEnd: number;
}

/** The text after a value on its line, up to the next value. */
function tailOf(text: string, from: number): Tail {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  const tail: Tail = { comma: undefined, lineEnd: from };
  let isSameLine = true;
  for (let kind: number = scanner.scan(); ; kind = scanner.scan()) {
    const end = scanner.getPosition();
    if (kind === LINE_BREAK) isSameLine = false;
    else if (kind === COMMA && tail.comma === undefined) {
      tail.comma = scanner.getTokenOffset();
      if (isSameLine) tail.lineEnd = end;
    } else if (isComment(kind)) {
      if (isSameLine) tail.lineEnd = end;
    } else if (kind !== SPACE) {
      if (tail.comma !== undefined) tail.lineEnd = Math.max(tail.lineEnd, tail.comma + 1);
      return tail;
    }
  }
}

function isComment(kind: number): boolean {
  return kind === LINE_COMMENT || kind === BLOCK_COMMENT;
}

/** Removes a child with its comma, or, if it is the last, with the preceding comma. */
function withoutChild(text: string, child: Node): string {
  const siblings = child.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(child) - 1];
  const { comma } = tailOf(text, endOf(child));
  const end = comma === undefined ? endOf(child) : comma + 1;
  const start = lineStart(text, child.offset);
  const isAlone = text.slice(start, child.offset).trim() === '';
  const lineBreak = /^[\t ]*\r?\n/.exec(text.slice(end, end + 1000))?.[0];
  const isWhole = isAlone && lineBreak !== undefined;
  const cut = isWhole
    ? text.slice(0, start) + text.slice(end + lineBreak.length)
    : withoutSpaceAtEnd(text.slice(0, child.offset)) + text.slice(end);
  if (comma !== undefined || !previous) return cut;
  const before = tailOf(text, endOf(previous)).comma;
  return before === undefined ? cut : cut.slice(0, before) + cut.slice(before + 1);
}

/** Keep the line break: it may end a comment. */
function withoutSpaceAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  return text.slice(0, end);
}

function hasLineBreak(text: string, { offset, length }: Node): boolean {
  return text.slice(offset, offset + length).includes('\n');
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The indentation of the line at an offset. */
function indentAt(text: string, offset: number): string {
  return /^[\t ]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}
