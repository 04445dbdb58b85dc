import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeKeepingFirst } from '../src/repository/index.ts';

const text = fc
  .array(fc.constantFrom('One', 'two', 'three.', '- four', '\n', '\n\n', ' ', '| x |'), {
    maxLength: 30,
  })
  .map((words) => words.join(''));

describe('a merge by words that keeps the first side', () => {
  it('takes the changes of both sides within a line', () => {
    const merged = mergeKeepingFirst({
      base: 'At most 20 messages are sent within 60 seconds.\nRest.',
      first: 'At most 25 messages are sent within 60 seconds.\nRest.',
      second: 'At most 20 messages are sent within 90 seconds.\nRest.',
    });
    expect(merged).toEqual({
      text: 'At most 25 messages are sent within 90 seconds.\nRest.',
      conflicts: [],
    });
  });

  it('keeps the words of the first side where both changed neighbouring words, and shows the lines', () => {
    const merged = mergeKeepingFirst({
      base: 'First\nsend 20 messages\nthen wait for 5 s\nlast',
      first: 'First\nand more\nthen send 25 messages\nthen wait for 9 s\nlast',
      second: 'First\nsend 20 letters\nthen wait for 5 s, then go\nlast',
    });
    expect(merged).toEqual({
      text: 'First\nand more\nthen send 25 messages\nthen wait for 9 s\nlast',
      conflicts: [
        {
          line: 1,
          count: 2,
          kept: 'and more\nthen send 25 messages',
          other: 'send 20 letters',
        },
        { line: 3, count: 1, kept: 'then wait for 9 s', other: 'then wait for 5 s, then go' },
      ],
    });
  });

  it('is the changed side if only one changed, and the same for equal changes', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const settled = { text: changed, conflicts: [] };
        expect(mergeKeepingFirst({ base, first: base, second: changed })).toEqual(settled);
        expect(mergeKeepingFirst({ base, first: changed, second: base })).toEqual(settled);
        expect(mergeKeepingFirst({ base, first: changed, second: changed })).toEqual(settled);
      }),
    );
  });

  it('shows each conflict as its lines appear in the merged text', () => {
    fc.assert(
      fc.property(text, text, text, (base, first, second) => {
        const { text: merged, conflicts } = mergeKeepingFirst({ base, first, second });
        const lines = merged.split('\n');
        for (const { line, count, kept } of conflicts) {
          expect(lines.slice(line, line + count).join('\n')).toBe(kept);
        }
      }),
    );
  });
});
