import { commonLines } from '@docs-platform-mcp/markdown';
import { describe, expect, it } from 'vitest';
import { PIECES } from '../../markdown/test/adversarial.ts';
import { restoreHidden, sanitizeText } from '../../src/text/index.ts';
import { shareOf } from '../support/long-run.ts';
import { stepCounter } from '../support/steps.ts';

const LENGTH = 4_000;

const UNITS = [
  ...['[x]: y\n', '[^x]: y\n', '[^x]: y\n\n', '[[[[', '> > > ', '- ', 'a\n=\n', '<!--', '<!---->'],
  ...['~', '~~~ a b c d\n', '``` a b c d\n', '](a "', '](a ', '{% comment ', '{% comment %}', '<?'],
  ...['<b>', '</b>', '<iframe>a', '<div hidden>', '<br>', '&#', '&zwnj;', '&lt;', '< ', '\u200B'],
  ...['漢字', '<a title="one two three">', 'a\u200D', '---\na: b\n', '<!-- a -->b'],
];

/** Texts of about this many characters, with a beginning for which the rest could be scanned repeatedly. */
const SHAPES: Record<string, (length: number) => string> = {
  'spaces behind a fence': (length) => `\`\`\`js${' '.repeat(length)}\``,
  'a fence without end': (length) => `~~~${'~'.repeat(length)} a\``,
  'many fences with prose': (length) => '```js a b c d\nx\n```\n'.repeat(length / 20),
  'spaces in a tag': (length) => `<a title="one two three"${' '.repeat(length)}/>`,
  'many settings of a tag': (length) =>
    `<a ${Array.from({ length: length / 14 }, (_, n) => `onx${n}="a"`).join(' ')}>`,
  'elements that others close': (length) => '<b>'.repeat(length / 7) + '</i>'.repeat(length / 7),
  'elements of many names': (length) =>
    Array.from({ length: length / 16 }, (_, n) => `<b${n}>`).join('') + '</a>'.repeat(length / 16),
  'pieces within a replaced element': (length) => `<video>${'a<!---->'.repeat(length / 8)}</video>`,
  'definitions of many names': (length) =>
    Array.from({ length: length / 14 }, (_, n) => `[x${n}]: y\n`).join(''),
  'footnotes of many names': (length) =>
    Array.from({ length: length / 14 }, (_, n) => `[^x${n}]: y\n\n`).join(''),
  'lines of one footnote': (length) => `[^a]: ${'b\n'.repeat(length / 2)}`,
  'colors within colors of a formula': (length) => `$$${'\\color{'.repeat(length / 7)}$$`,
  'definitions within definitions of a formula': (length) => `$$${'\\def{'.repeat(length / 5)}$$`,
  'moves in a formula': (length) => `$$${'\\kern9999em a b c{'.repeat(length / 18)}$$`,
  'parts of a drawing': (length) => `<svg viewBox="0 0 1 1">${'<switch>a'.repeat(length / 9)}`,
  'conditions of many parts': (length) =>
    `{% if ${'x and '.repeat(length / 6)}false %}a{% endif %}`,
  'comments that come to light': (length) =>
    '<!-'.repeat(length / 12) + '<!-- -->'.repeat(length / 12),
};

const stepsOf = stepCounter();

async function expectLinear(textOf: (length: number) => string): Promise<void> {
  const [once, twice] = [textOf(LENGTH), textOf(2 * LENGTH)];
  const [few, many] = [await stepsFor(once), await stepsFor(twice)];
  expect(many / few).toBeLessThan(2.2);
}

function stepsFor(text: string): Promise<number> {
  return stepsOf(() => {
    expect(restoreHidden({ original: text, edited: sanitizeText(text) })).toBe(text);
  });
}

/** More than the maximum number of arguments of a function. */
const MANY = 200_000;

describe('texts of many lines', () => {
  it('are compared', () => {
    const lines = Array<string>(MANY).fill('same');
    expect(commonLines(['a', ...lines, 'b'], ['c', ...lines, 'd'])).toHaveLength(MANY);
  });

  it('are rewritten, and keep hidden text in unchanged lines', () => {
    const original = `<!-- hidden -->First${'\nold'.repeat(MANY)}`;
    const edited = `First${'\nnew'.repeat(MANY)}`;
    expect(restoreHidden({ original, edited })).toBe(`<!-- hidden -->${edited}`);
  });
});

describe('a text twice as long takes at most 2.2 times as many steps to sanitize and to restore', () => {
  it.each(shareOf([...new Set([...UNITS, ...PIECES])]))('with many of %j', (unit) =>
    expectLinear((length) => unit.repeat(length / unit.length)),
  );

  it.each(shareOf(Object.entries(SHAPES)))('with %s', (_, shape) => expectLinear(shape));
});
