import type { List } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { expect, it } from 'vitest';
import { readText } from '../../src/markdown/read-text.ts';
import { listItems } from '../../src/render/list-items.ts';

it.each([
  '1. 1\n2. 2\n3. 3',
  '- a\n\n- b\n- c',
  '- a\n- b\n\n  c\n- [x] d',
  '- a\n  1. b\n\n  2. c\n- d\n  - e',
  '> - a\n> - b',
])('items of lists are rendered as by the library: %j', (text) => {
  const tree = () => readText(text);
  expect(toHast(tree(), { handlers: { listItem: listItems() } })).toEqual(toHast(tree()));
});

it('the items of a list are looked at as often as there are items, not for each of them again', () => {
  let looks = 0;
  const children = Array.from({ length: 500 }, () => ({
    type: 'listItem' as const,
    get spread() {
      looks += 1;
      return false;
    },
    children: [],
  }));
  const list: List = { type: 'list', spread: false, children };
  toHast(list, { handlers: { listItem: listItems() } });
  expect(looks).toBeLessThanOrEqual(2 * children.length);
});
