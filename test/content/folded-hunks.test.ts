import { describe, expect, it } from 'vitest';
import { foldedHunks, hunks } from '../../src/content/index.ts';
import { hunksOf } from '../../src/tools/workflows/change/hunks.ts';

const lines = (count: number, name: string) =>
  Array.from({ length: count }, (_, line) => `${name} ${line}`).join('\n');

describe('the hunks of a long removal', () => {
  it.each([
    ['in a short difference', 40],
    ['in a difference that is too long to be compared', 900],
  ])('show its beginning and its end, %s', (_, count) => {
    const before = `Start\n${lines(count, 'old')}\nEnd\n`;
    const after = 'Start\nSee the new page.\nEnd\n';
    const shown = foldedHunks(before, after).trimEnd().split('\n');
    expect(shown).toEqual([
      `@@ -2,${count} +2,1 @@`,
      ...['-old 0', '-old 1', '-old 2', '-old 3', '-old 4', '-old 5'],
      `-… ${count - 8} more lines`,
      ...[`-old ${count - 2}`, `-old ${count - 1}`, '+See the new page.'],
    ]);
  });

  it('leave what follows it visible', () => {
    const before = `${lines(500, 'one')}\nBetween\n${lines(500, 'two')}\n`;
    expect(foldedHunks(before, 'First.\nBetween\nSecond.\n')).toContain('+Second.');
  });

  it('are those of the whole difference if nothing is long', () => {
    const [before, after] = [`${lines(12, 'old')}\n`, `${lines(30, 'new')}\n`];
    expect(foldedHunks(before, after)).toBe(hunks(before, after, 0));
  });

  it('show the beginning of a long line that nothing replaces', () => {
    const row = `<table>${'<td>cell</td>'.repeat(200)}</table>`;
    const [, removed] = hunksOf({ before: `One\n\n${row}\n\nTwo\n`, after: 'One\n\nTwo\n' }).split(
      '\n',
    );
    expect(removed?.length).toBeLessThanOrEqual(301);
    expect(removed).toMatch(/^-<table><td>cell.*…$/);
  });
});
