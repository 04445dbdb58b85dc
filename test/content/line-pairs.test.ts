import { describe, expect, it } from 'vitest';
import { hunksOf } from '../../src/tools/workflows/change/hunks.ts';

const CELL = 'A cell of the table with many words that nobody has to read again';
const row = (...cells: string[]) => `| ${cells.join(` | ${CELL} | `)} |`;
const diffOf = (before: string, after: string) =>
  hunksOf({ before: `One\n\n${before}\n\nTwo\n`, after: `One\n\n${after}\n\nTwo\n` }).split('\n');

describe('the diff of a long line', () => {
  it('shows the surroundings of each difference', () => {
    const [, was, is] = diffOf(
      row('limit', '200', 'per minute', 'old'),
      row('limit', '250', 'per minute', 'new'),
    );
    expect(was).toBe(
      '-…words that nobody has to read again | 200 | A cell of the table with many words…words that nobody has to read again | old |',
    );
    expect(is).toBe(
      '+…words that nobody has to read again | 250 | A cell of the table with many words…words that nobody has to read again | new |',
    );
  });

  it('does so if another row is added, too, which it shows whole', () => {
    const added = row('quota', '5', 'a day', 'none');
    const [, was, is, whole] = diffOf(
      row('limit', '200', 'per minute'),
      `${row('limit', '250', 'per minute')}\n${added}`,
    );
    expect(was).toContain('| 200 |');
    expect(is).toContain('| 250 |');
    expect(Math.max(was?.length ?? 0, is?.length ?? 0)).toBeLessThan(110);
    expect(whole).toBe(`+${added}`);
  });

  it('shows lines whole that have nothing in common', () => {
    const [, was, is] = diffOf(
      `${'a'.repeat(80)} ${'b '.repeat(100)}`,
      `${'c'.repeat(80)} ${'d '.repeat(100)}`,
    );
    expect(was).toBe(`-${'a'.repeat(80)} ${'b '.repeat(100)}`);
    expect(is).toBe(`+${'c'.repeat(80)} ${'d '.repeat(100)}`);
  });

  it('is found in a line of any length', () => {
    const words = Array.from({ length: 40_000 }, (_, index) => `w${index}`);
    const other = words.map((word, index) => (index % 2 === 0 ? `${word}x` : word));
    const [, was] = diffOf(words.join(' '), other.join(' '));
    expect(was?.startsWith('-w0')).toBe(true);
  });
});

it('the diff of a removal shows its beginning and its end', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `Line ${index}.`).join('\n');
  const before = `One\n\n## Gone\n\n${lines}\n\nTwo\n`;
  expect(hunksOf({ before, after: 'One\n\nTwo\n' }).trimEnd().split('\n').slice(1)).toEqual([
    '-## Gone',
    '-',
    '-… 12 more lines',
    '-',
  ]);
});
