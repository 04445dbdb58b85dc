import { expect, it } from 'vitest';
import { isOfKind, showsKind } from '../../src/ask/facts.ts';
import type { MarkedSection } from '../../src/ask/marks.ts';
import { endOfStep } from '../../src/ask/passage.ts';
import { groupsOf } from '../../src/ask/passages.ts';
import type { QuestionPart } from '../../src/ask/question.ts';

const hits = (...lengths: number[]) => lengths.map((length) => ({ body: 'x'.repeat(length) }));

it.each([
  ['five short ones', [10, 10, 10, 10, 10, 10], [5, 1]],
  [
    'as many as have 10,000 characters',
    [6_000, 4_000, 1, 9_999, 20_000, 20_000, 1],
    [2, 2, 1, 1, 1],
  ],
  ['none', [], []],
])('sections are examined in groups of %s', (_, lengths, sizes) => {
  expect(groupsOf(hits(...lengths)).map(({ length }) => length)).toEqual(sizes);
});

const words = (count: number) =>
  Array.from({ length: count }, () => ({ text: 'bird', concept: -1, other: false }));

it.each([
  ['200 short ones', { heading: 0, blocks: Array(300).fill(2) }, [200, 300]],
  ['as many as have 5,000 words', { heading: 0, blocks: [3_000, 2_000, 1, 9_000] }, [2, 3, 4]],
  ['fewer below long headings', { heading: 1_000, blocks: Array(9).fill(1) }, [4, 8, 9]],
])('blocks are compared in steps of %s', (_, { heading, blocks }, ends) => {
  const section = {
    title: [],
    heading: words(heading),
    blocks: blocks.map((count) => ({ tokens: words(count) })),
  };
  const found: number[] = [];
  for (let from = 0; from < blocks.length; from = found.at(-1) ?? 0) {
    found.push(endOfStep(section, from));
  }
  expect(found).toEqual(ends);
});

/** How often the words of a line are read to find a number of birds in it. */
function readsOf(line: readonly string[]): number {
  let reads = 0;
  const tokens = line.map((text) => ({
    text,
    other: false,
    get concept() {
      reads += 1;
      return text === 'birds' ? 0 : -1;
    },
  }));
  const section: MarkedSection = {
    title: [],
    heading: [],
    above: [],
    blocks: [{ text: line.join(' '), tokens, line: 0, role: undefined, containers: 0 }],
  };
  const part = { kind: 'count', counted: 0, words: ['birds'] } as unknown as QuestionPart;
  expect(isOfKind(part, section, 0)).toBe(false);
  const [block] = section.blocks;
  if (block) expect(showsKind(part, block, [])).toBe(false);
  return reads;
}

const APART = 'in the sky of an early day'.split(' ');

it.each([
  ['many names', ['birds'], []],
  ['many names and then many numbers', ['birds'], ['7']],
  ['numbers far from names', ['birds', ...APART, '7', ...APART], []],
])('a line of %s is read in linear time', (_, first, then) => {
  const line = (count: number) => [
    ...Array<string[]>(count).fill(first).flat(),
    ...APART,
    ...Array<string[]>(count).fill(then).flat(),
  ];
  expect(readsOf(line(400)) / readsOf(line(200))).toBeLessThan(2.5);
});
