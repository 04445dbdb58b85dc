import { blankRanges, Markdown, replaceRanges } from '@docs-platform-mcp/markdown';

/** What a variable belongs to. */
export type VarScope = 'space' | 'page';

/** Values by the names of variables. */
export type Values = Readonly<Record<VarScope, Readonly<Record<string, string>>>>;

const VARIABLE = /^(space|page)\.vars\.([A-Za-z]\w*)$/;

const NAMED = /\b(space|page)\.vars\.([A-Za-z]\w*)/g;

const EXPRESSION = /<code class="expression">([^<]*)<\/code>/g;

/** Further values stay expressions: a long one may be shown thousands of times. */
const MAX_CHARACTERS = 200_000;

/** The variable that an expression names. */
export function variableIn(expression: string): { of: VarScope; name: string } | undefined {
  const [, of, name] = VARIABLE.exec(expression.trim()) ?? [];
  return name === undefined ? undefined : { of: of as VarScope, name };
}

/** Whether a text may show values. */
export function hasExpressions(markdown: string): boolean {
  return markdown.includes('.vars.');
}

/** Input of `VALUED`: a text, and the values of the variables that it names. */
export function valuedInput(markdown: string, values: Values): string {
  const named = { space: {} as Record<string, string>, page: {} as Record<string, string> };
  for (const [, of, name = ''] of markdown.matchAll(NAMED)) {
    const value = Object.hasOwn(values[of as VarScope], name) && values[of as VarScope][name];
    if (typeof value === 'string') named[of as VarScope][name] = value;
  }
  return JSON.stringify([markdown, named]);
}

/**
 * A text with values in place of expressions outside of code. Headings keep their anchors, which links and pages derive
 * from the expressions.
 */
export function valuedText(input: string): string {
  const [markdown, values] = JSON.parse(input) as [string, Values];
  const { code, headings } = Markdown.read(markdown);
  let next = 0;
  let named = -1;
  let left = MAX_CHARACTERS;
  const shown = blankRanges(markdown, code).matchAll(EXPRESSION);
  const replaced = [...shown].flatMap(({ 0: whole, 1: inside = '', index }) => {
    const variable = variableIn(inside);
    const known = variable && values[variable.of];
    if (!known || !Object.hasOwn(known, variable.name)) return [];
    const value = escaped((known[variable.name] ?? '').replaceAll(/\s+/g, ' '));
    left -= value.length;
    if (left < 0) return [];
    while ((headings[next]?.end ?? index + 1) <= index) next += 1;
    const heading = headings[next];
    const isFirst = heading && heading.start <= index && !heading.given && named !== next;
    if (isFirst) named = next;
    const text = isFirst ? `<a id="${escaped(heading.anchor)}"></a>${value}` : value;
    return { start: index, end: index + whole.length, text };
  });
  return replaceRanges(markdown, replaced);
}

/** A value as text, whatever signs of markdown it has. */
function escaped(value: string): string {
  return value.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
