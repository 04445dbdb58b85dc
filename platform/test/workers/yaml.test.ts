import { expect, it } from 'vitest';
import { parseYaml } from '../../src/workers/yaml.ts';

it.each([
  ['lists in one line', '- '.repeat(400_000)],
  ['keys that are lists', '- ? '.repeat(200_000)],
  ['brackets', '['.repeat(400_000)],
  ['braces', 'a: {'.repeat(1_000)],
  ['lines', Array.from({ length: 2_000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ['anchors in a row', `${'&a '.repeat(100_000)}x`],
])('YAML with very many %s is refused before it is parsed', (_, yaml) => {
  expect(() => parseYaml(yaml)).toThrow('it is nested deeper than 100 levels');
});

it.each([
  [
    'brackets in texts',
    `a: |\n${'  [[[ {{{\n'.repeat(200)}b: "${'['.repeat(200)}"\nc: x${'['.repeat(200)}\n`,
  ],
  ['many lists beside each other', '- - a\n  - {b: [c]}\n'.repeat(500)],
  ['long lines of short levels', `a:\n  b:\n    - c: ${'- '.repeat(200)}\n`],
  ['tabs, comments and several documents', '# a\n\ta: b # [[\n'],
])('YAML with %s is parsed', (_, yaml) => {
  try {
    parseYaml(yaml);
  } catch (error) {
    expect(String(error)).not.toContain('nested deeper');
  }
});

it('ninety levels are not too deep', () => {
  const yaml = Array.from({ length: 90 }, (_, level) => `${'  '.repeat(level)}a:`).join('\n');
  expect(() => parseYaml(yaml)).not.toThrow();
});
