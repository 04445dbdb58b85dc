import { plainMath } from './css-math.ts';

/** A comment, which may lack its end. */
const COMMENT = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f\n]))/gi;

/** Real pages have no longer styles. */
export const MAX_STYLE = 1000;

/** Real pages do not define more; each element passes its variables on to those in it. */
const MAX_VARIABLES = 100;

/** The values of the variables that an element defines or inherits. */
export type CssVariables = ReadonlyMap<string, string>;

/** A property with its value in lower case, without variables and calculations. */
export interface Declaration {
  name: string;
  /** Undefined: it depends on a variable of the site. */
  value: string | undefined;
}

/** The declarations of a style, in order. */
export interface Style {
  declarations: readonly Declaration[];
  variables: CssVariables;
  /** A value became longer than a style may be, or cannot be computed. */
  isUnknown: boolean;
}

/** Reads a style the way a browser does. The prefixes of vendors are left out. */
export function readStyle(style: string, inherited: CssVariables = new Map()): Style {
  const written = declarationsOf(style);
  const own = new Map(written.filter(([name]) => name.startsWith('--')));
  let isUnknown = inherited.size + own.size > MAX_VARIABLES;
  const plainValue = (value: string, others: CssVariables): string | undefined => {
    const resolved = withoutVariables(value, others);
    const plain = resolved === undefined ? undefined : plainMath(resolved);
    if (plain === null || (plain?.length ?? 0) > MAX_STYLE) isUnknown = true;
    return plain ?? undefined;
  };
  if (isUnknown) own.clear();
  const variables = new Map(inherited);
  const all = new Map([...inherited, ...own]);
  for (const [name, value] of own) {
    const resolved = plainValue(value, all);
    if (resolved === undefined) variables.delete(name);
    else variables.set(name, resolved);
  }
  const declarations = written
    .filter(([name]) => !name.startsWith('--'))
    .map(([name, value]) => ({
      name: name.replace(/^-(?:webkit|moz|ms|o)-/, ''),
      value: plainValue(value, variables),
    }));
  return { declarations, variables, isUnknown };
}

/** The declarations of a style, without comments, escapes and redundant spaces. */
function declarationsOf(style: string): [name: string, value: string][] {
  return style
    .replace(COMMENT, '')
    .replace(ESCAPE, (_, hex: string | undefined, other: string | undefined) => {
      if (hex === undefined) return other ?? '';
      const code = Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .toLowerCase()
    .replaceAll(/!\s*important/g, '')
    .split(/[;{}]/)
    .map((declaration): [string, string] => {
      const colon = declaration.indexOf(':');
      const plain = (part: string) => part.trim().split(/\s+/).join(' ');
      return colon === -1
        ? ['', plain(declaration)]
        : [plain(declaration.slice(0, colon)), plain(declaration.slice(colon + 1))];
    });
}

/** Variables, and placeholders for others that the site may define. */
const REFERENCE = /(?:var|env)\(/g;

/** More references in one value serve only to make it long. */
const MAX_REFERENCES = 20;

/** A value with its variables replaced; undefined if it has one that only the site may define. */
function withoutVariables(value: string, variables: CssVariables): string | undefined {
  let rest = value;
  for (let round = 0; round < MAX_REFERENCES; round += 1) {
    // The last one has no other within it.
    const last = [...rest.matchAll(REFERENCE)].at(-1);
    if (!last) return rest.trim();
    const start = last.index + last[0].length;
    const end = endOf(rest, start);
    const [name = '', ...fallback] = rest.slice(start, end).split(',');
    const found =
      variables.get(name.trim()) ?? (fallback.length > 0 ? fallback.join(',') : undefined);
    if (found === undefined) return undefined;
    rest = `${rest.slice(0, last.index)}${found.trim()}${rest.slice(end + 1)}`;
    if (rest.length > MAX_STYLE) return rest;
  }
  return 'x'.repeat(MAX_STYLE + 1);
}

/** The offset of the parenthesis that closes the one before `start`. */
function endOf(value: string, start: number): number {
  let depth = 1;
  for (let at = start; at < value.length; at += 1) {
    if (value[at] === '(') depth += 1;
    else if (value[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return value.length;
}
