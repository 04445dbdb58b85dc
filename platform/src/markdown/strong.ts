import type { PhrasingContent, Root } from 'mdast';
import type { Extension } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { asLiteral } from './literal-brackets.ts';

/** Texts with escaped asterisks, which are not emphasis. */
const escaped = new WeakSet<object>();

const STARS = /\*{2,}/g;

/** Marks without a text beside a letter, as the service wrote them. */
const EMPTY = /(?<!\*)\*{4}(?=\p{L})|(?<=\p{L})\*{4}(?!\*)/gu;

/**
 * Strong text whose marks CommonMark does not accept: with a space before the last mark or nothing else between marks,
 * as the service wrote it, or with punctuation inside a mark that a letter of a language without spaces follows.
 */
export const strongLeftovers: Extension = {
  exit: {
    characterEscapeValue(token) {
      const node = this.stack.pop();
      if (node?.type !== 'text') return;
      const value = this.sliceSerialize(token);
      node.value += asLiteral(value);
      if (value === '*') escaped.add(node);
      if (node.position) {
        const { line, column, offset } = token.end;
        node.position.end = { line, column, offset };
      }
    },
  },
  transforms: [
    (tree: Root) => {
      visit(tree, (node) => {
        if ('children' in node && node.children.some(hasStars)) {
          node.children = paired(node.children as PhrasingContent[]) as typeof node.children;
        }
      });
    },
  ],
};

function hasStars(node: { type: string; value?: string }): boolean {
  return node.type === 'text' && node.value?.includes('**') === true && !escaped.has(node);
}

/** The nodes, with the contents of each pair of marks in one node. */
function paired(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  let outer: PhrasingContent[] = [];
  let inner: PhrasingContent[] | undefined;
  let opening = '';
  for (const part of nodes.flatMap(cut)) {
    if (typeof part !== 'string') {
      (inner ?? outer).push(part);
    } else if (inner === undefined) {
      [inner, opening] = [[], part];
    } else if (isContent(inner)) {
      outer.push({ type: 'strong', children: inner });
      inner = undefined;
    } else if (inner.every(isBlank)) {
      outer.push(...inner);
      inner = undefined;
    } else {
      outer = [...outer, text(opening), ...inner];
      [inner, opening] = [[], part];
    }
  }
  return inner ? [...outer, text(opening), ...inner] : outer;
}

/** The text between its marks, which are strings; other nodes are whole. */
function cut(node: PhrasingContent): (PhrasingContent | string)[] {
  if (node.type !== 'text' || !hasStars(node)) return [node];
  const written = node.value.replaceAll(EMPTY, '');
  const marks = written.match(STARS) ?? [];
  return written
    .split(STARS)
    .flatMap((value, index) => [
      ...(index > 0 ? [marks[index - 1] ?? ''] : []),
      ...(value === '' ? [] : [text(value)]),
    ]);
}

/** Whether a word is next to at least one of the marks around nodes. */
function isContent(nodes: readonly PhrasingContent[]): boolean {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (!first || !last) return false;
  const startsBlank = first.type === 'text' && /^\s/.test(first.value);
  const endsBlank = last.type === 'text' && /\s$/.test(last.value);
  return !(startsBlank && endsBlank);
}

function isBlank(node: PhrasingContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

function text(value: string): PhrasingContent {
  return { type: 'text', value };
}
