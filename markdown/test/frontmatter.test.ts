import { expect, it } from 'vitest';
import { pagePartsOf, setFrontmatter } from '../src/repository/index.ts';

it('frontmatter that is longer than others should wait for is text', () => {
  const page = (length: number) => `---\na: ${'x'.repeat(length)}\n---\n\nText\n`;
  expect(pagePartsOf(page(19_000)).frontmatter).toBeDefined();
  const long = page(21_000);
  const { frontmatter, body } = pagePartsOf(long);
  expect(frontmatter).toBe(undefined);
  expect(long.slice(body.start, body.end)).toBe(long.trimEnd());
});

it('a value is set in frontmatter with an error in every place before a test takes too long', () => {
  const yaml = `a: 1\nb: [${','.repeat(130_000)}]\n`;
  expect(setFrontmatter(yaml, { a: 2 }, '\n')).toBe(yaml.replace('a: 1', 'a: 2'));
});

it('a value is set in frontmatter that has the same key twice', () => {
  expect(setFrontmatter('a: 1\nb: 2\nb: 3\n', { a: 2 }, '\n')).toBe('a: 2\nb: 2\nb: 3\n');
});
