import type { Element } from 'hast';
import { visit } from 'unist-util-visit';

/** The title by which markdown marks a mention. */
const MARK = 'mention';

/** Whether a link shows the title of its target, whatever its own text is. */
export function isMention({ properties }: Element): boolean {
  return properties.title === MARK;
}

/** Makes mentions of the links in a node: the service writes the names of files as their texts. */
export function mentionLinks(node: Element): void {
  visit(node, 'element', ({ tagName, properties }) => {
    if (tagName === 'a') properties.title = MARK;
  });
}

/** Removes the mark, which readers would see as the link's tooltip. */
export function forgetMention({ properties }: Element): void {
  if (properties.title === MARK) delete properties.title;
}
