import { expect, it } from 'vitest';
import { excerptOf } from '../../src/search/excerpt.ts';

it('an excerpt has forty words', () => {
  const words = Array.from({ length: 60 }, (_, at) => `w${at}`);
  expect(excerptOf(words.join(' '), ['nowhere'])).toBe(`${words.slice(0, 40).join(' ')}…`);
});
