export type Child = Node | string | false | undefined;

interface Properties {
  class?: string;
  /** Click handler; with one, the element is a button. */
  click?: () => void;
  [attribute: string]: string | boolean | (() => void) | undefined;
}

/**
 * An element with its attributes and children. Strings become text, never markup. Attribute names come from this
 * program only.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, value);
  }
  element.append(...shown(children));
  return element;
}

/** A button of a form or of the page. */
export function button(label: string, click: () => void, properties: Properties = {}) {
  return h('button', { type: 'button', click, ...properties }, label);
}

/** Replaces all children with these. */
export function replaceChildren(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...shown(children));
}

function shown(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== false && child !== undefined);
}
