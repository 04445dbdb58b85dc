import {
  type DocumentOptions,
  Lexer,
  type ParseOptions,
  parse,
  type SchemaOptions,
  type ToJSOptions,
} from 'yaml';

/** Deeper lists and maps overflow the stack of the parser, and far deeper ones end the process for lack of memory. */
const MAX_LEVELS = 100;

/** Maximum anchors and tags in a row, of which only one each is valid: each makes an error with all of the text. */
const MAX_IN_A_ROW = 10;

/** Tokens that are not in the text. */
const MARKS = new Set(['\ufeff', '\u0002', '\u0018', '\u001f']);

const SPACE = /^[ \t\r\n,]*$/;

type Options = ParseOptions & DocumentOptions & SchemaOptions & ToJSOptions;

/** Parses YAML. @throws {Error} if it is none; a `RangeError` if it is nested too deep to be parsed. */
export function parseYaml(yaml: string, options: Options = {}): unknown {
  requireShallow(yaml);
  return parse(yaml, { logLevel: 'error', ...options });
}

/** @throws {RangeError} for YAML that is nested too deep to be parsed. */
export function requireShallow(yaml: string): void {
  const levels = new Levels();
  for (const token of new Lexer().lex(yaml)) if (!MARKS.has(token)) levels.add(token);
}

/** How deep the lists and maps around a token are. */
class Levels {
  /** The columns at which lists and maps of several lines begin, from the outside. */
  readonly #columns: number[] = [];
  #column = 0;
  #brackets = 0;
  #properties = 0;
  /** Whether a list or a map may begin with the next token. */
  #mayBegin = true;

  add(token: string): void {
    if (!SPACE.test(token)) this.#place(token);
    const end = token.lastIndexOf('\n');
    this.#column = end < 0 ? this.#column + token.length : token.length - end - 1;
    if (end >= 0) this.#mayBegin = true;
  }

  #place(token: string): void {
    this.#properties = /^[&!]/.test(token) ? this.#properties + 1 : 0;
    if (token === '[' || token === '{') this.#brackets += 1;
    else if (token === ']' || token === '}') this.#brackets = Math.max(0, this.#brackets - 1);
    else if (this.#brackets === 0 && this.#mayBegin) this.#begin(token);
    if (this.#columns.length + this.#brackets > MAX_LEVELS || this.#properties > MAX_IN_A_ROW) {
      throw new RangeError(`it is nested deeper than ${MAX_LEVELS} levels`);
    }
  }

  #begin(token: string): void {
    while ((this.#columns.at(-1) ?? -1) >= this.#column) this.#columns.pop();
    this.#columns.push(this.#column);
    this.#mayBegin = token === '-' || token === '?' || token === ':';
  }
}
