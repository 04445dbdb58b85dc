import type { Nodes } from 'hast';
import { visit } from 'unist-util-visit';

/** Stands around a bracket that its author escaped, which is no part of a link. No text has this noncharacter. */
export const LITERAL = '\u{FDD0}';

const LINKING = /[[\]()]/;

/** An escaped character, with these marks if it is a bracket. */
export function asLiteral(character: string): string {
  return LINKING.test(character) ? `${LITERAL}${character}${LITERAL}` : character;
}

/** Removes these marks. */
export function withoutLiteralMarks(tree: Nodes): void {
  visit(tree, (node) => {
    if (node.type === 'text') node.value = node.value.replaceAll(LITERAL, '');
    if (node.type !== 'element') return;
    for (const [name, value] of Object.entries(node.properties)) {
      if (typeof value === 'string') node.properties[name] = value.replaceAll(LITERAL, '');
    }
  });
}
