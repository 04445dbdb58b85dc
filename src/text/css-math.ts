/** Pixels of each unit of length; for relative units, at usual font and screen sizes. */
export const PIXELS: Readonly<Record<string, number>> = {
  ...{ px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945 },
  ...{ em: 16, rem: 16, ex: 8, ch: 8, ic: 16, lh: 20, rlh: 20 },
  ...{ vw: 10, vh: 10, vmin: 10, vmax: 10, vi: 10, vb: 10 },
  ...{ svw: 10, svh: 10, lvw: 10, lvh: 10, dvw: 10, dvh: 10, cqw: 10, cqh: 10 },
};

const NUMBER = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)/g;

/** The sizes in a value, in pixels; `percent` is the size of one percent. */
export function sizesIn(value: string, percent: number): number[] {
  return Array.from(value.matchAll(NUMBER), ([, number = '', unit = '']) => {
    const factor = unit === '%' ? percent : (PIXELS[unit] ?? 1);
    return Number(number) * factor;
  });
}

/** The size of one percent beside lengths, as on a page of 1,000 pixels. */
const PERCENT = 10;

/** A function of numbers without others within it, or a group within one. */
const INNERMOST = /(?<![\w-])(calc|min|max|clamp|abs|)\(([^()]*)\)/;

/** Any function of numbers, including those that are not computed. */
const ANY =
  /(?<![\w-])(?:calc|min|max|clamp|abs|sign|round|mod|rem|sqrt|pow|hypot|sin|cos|tan|exp|log)\(/;

const TERM = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)\s*/y;

/** Maximum number of functions in one value. */
const MAX_FUNCTIONS = 50;

interface Quantity {
  size: number;
  unit: string;
}

/** A value with its calculations replaced by their results; null if one cannot be computed. */
export function plainMath(value: string): string | null {
  if (!ANY.test(value)) return value;
  let rest = value;
  for (let round = 0; round < MAX_FUNCTIONS; round += 1) {
    const found = INNERMOST.exec(rest);
    if (!found) break;
    const [match, name = '', list = ''] = found;
    const computed = resultOf(name, list.split(',').map(sumOf));
    if (computed === undefined) return null;
    rest = `${rest.slice(0, found.index)}${formatQuantity(computed)}${rest.slice(found.index + match.length)}`;
  }
  return ANY.test(rest) ? null : rest;
}

function formatQuantity({ size, unit }: Quantity): string {
  return `${size.toFixed(4)}${unit}`;
}

function resultOf(name: string, parts: readonly (Quantity | undefined)[]): Quantity | undefined {
  const known = parts.filter((part) => part !== undefined);
  const [first] = known;
  if (!first || known.length < parts.length) return undefined;
  const all = inOneUnit(known);
  const { unit } = all[0] ?? first;
  const sizes = all.map(({ size }) => size);
  const [least = 0, middle = 0, most = 0] = sizes;
  if (name === 'min') return { size: Math.min(...sizes), unit };
  if (name === 'max') return { size: Math.max(...sizes), unit };
  if (name === 'clamp') return { size: Math.max(least, Math.min(middle, most)), unit };
  return { size: name === 'abs' ? Math.abs(least) : least, unit };
}

/** Quantities of one unit as they are, and lengths of several in pixels. */
function inOneUnit(quantities: readonly Quantity[]): Quantity[] {
  const [{ unit } = { unit: '' }, ...others] = quantities;
  if (others.every((other) => other.unit === unit)) return [...quantities];
  return quantities.map(({ size, unit: own }) => ({
    size: size * (own === '%' ? PERCENT : (PIXELS[own] ?? 1)),
    unit: 'px',
  }));
}

/** Adds and multiplies what is written, from left to right by precedence; undefined if it is anything else. */
function sumOf(text: string): Quantity | undefined {
  const expression = text.trim();
  const sum: Quantity[] = [];
  let operator = '+';
  for (let at = 0; at < expression.length; ) {
    TERM.lastIndex = at;
    const found = TERM.exec(expression);
    if (!found) return undefined;
    at = TERM.lastIndex;
    const term = { size: Number(found[1]), unit: found[2] ?? '' };
    const last = sum.pop();
    if (operator === '*' && last) {
      sum.push({ size: last.size * term.size, unit: last.unit || term.unit });
    } else if (operator === '/' && last) {
      sum.push({ size: last.size / term.size, unit: last.unit });
    } else {
      if (last) sum.push(last);
      sum.push({ ...term, size: operator === '-' ? -term.size : term.size });
    }
    operator = expression[at] ?? '';
    if (operator === '') break;
    if (!'+-*/'.includes(operator)) return undefined;
    at += 1;
    while (expression[at] === ' ') at += 1;
  }
  const all = inOneUnit(sum);
  const [first] = all;
  return first && { size: all.reduce((total, { size }) => total + size, 0), unit: first.unit };
}
