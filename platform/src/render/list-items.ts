import type { ElementContent } from 'hast';
import type { List, ListItem, Parents } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';

/** Makes a handler of list items that looks only once whether the items of a list have blank lines between them. */
export function listItems() {
  const lists = new WeakMap<Parents, List>();
  return (state: State, item: ListItem, parent: Parents | undefined): ElementContent => {
    if (parent?.type !== 'list') return defaultHandlers.listItem(state, item, parent);
    const known = lists.get(parent) ?? withoutItems(parent);
    lists.set(parent, known);
    return defaultHandlers.listItem(state, item, known);
  };
}

/** A list of the same kind without its items, all of which the library would look at for each of them. */
function withoutItems(list: List): List {
  const isLoose = list.spread || list.children.some(isSpread);
  return { type: 'list', spread: isLoose, children: [] };
}

function isSpread({ spread, children }: ListItem): boolean {
  return spread ?? children.length > 1;
}
