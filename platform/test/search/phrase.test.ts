import { expect, it } from 'vitest';
import { SEPARATOR } from '../../src/markdown/separator.ts';
import { phrase } from '../../src/search/words.ts';

it('a phrase has at most 24 letters of those that the index has as words', () => {
  const jamo = phrase('\u1100\u1161\u11a8'.repeat(600));
  expect(jamo.split(SEPARATOR)).toHaveLength(24);
  expect(phrase('문자열')).toBe(`"${['문', '자', '열'].join(SEPARATOR)}"`);
  expect(phrase('one of many words')).toBe('"one of many words"');
});
