import type { BlockContent, Blockquote, Paragraph, Root, RootContent } from 'mdast';
import { visit } from 'unist-util-visit';
import { parseMarkdown, span } from '../../markdown/parse.ts';

interface Tag {
  name: string;
  closes: boolean;
  attributes: Readonly<Record<string, string>>;
}

interface Open {
  tag: Tag | undefined;
  children: RootContent[];
}

const TAG = /^[ \t]*\{%[ \t]*(end)?([a-z][a-z-]*)((?:[ \t]+[\w-]+="[^"]*")*)[ \t]*%\}[ \t]*$/;

const HINTS: Readonly<Record<string, string>> = {
  info: 'Note',
  success: 'Tip',
  warning: 'Warning',
  danger: 'Danger',
};

/** What blocks between a tag and its end are wrapped in: element, class and label. */
const WRAPPERS: Readonly<
  Record<
    string,
    (attributes: Tag['attributes']) => { element: string; classes: string[]; label: string }
  >
> = {
  hint: ({ style = 'info' }) => {
    const label = HINTS[style] ?? 'Note';
    return { element: 'div', classes: ['hint', style in HINTS ? style : 'info'], label };
  },
  tabs: () => ({ element: 'div', classes: ['tabs'], label: '' }),
  tab: ({ title = '' }) => ({ element: 'div', classes: ['panel'], label: title }),
  code: ({ title = '' }) => ({ element: 'div', classes: ['titled'], label: title }),
  columns: () => ({ element: 'div', classes: ['columns'], label: '' }),
  column: () => ({ element: 'div', classes: ['column'], label: '' }),
  stepper: () => ({ element: 'div', classes: ['stepper'], label: '' }),
  step: () => ({ element: 'div', classes: ['panel'], label: '' }),
  'content-ref': () => ({ element: 'div', classes: ['panel'], label: '' }),
};

/**
 * The syntax tree of a page's text in which `{% hint %}`, `{% tabs %}` and their like are blocks around what stands
 * between them and their end. A tag that is not known stays the text that it is.
 */
export function parseTagged(markdown: string): Root {
  const source = isolateTags(markdown);
  const root = parseMarkdown(source);
  visit(root, (node) => {
    if (node.type === 'root' || node.type === 'listItem') {
      node.children = gather(node.children, source) as typeof node.children;
    }
  });
  return root;
}

/** Puts blank lines around tags, so that each is a paragraph. Code keeps its lines. */
function isolateTags(markdown: string): string {
  if (!markdown.includes('{%')) return markdown;
  const code: [number, number][] = [];
  visit(parseMarkdown(markdown), 'code', (node) => {
    code.push(span(node));
  });
  let offset = 0;
  const lines = markdown.split('\n').map((line) => {
    const at = offset;
    offset += line.length + 1;
    const inCode = code.some(([start, end]) => start <= at + line.length && at < end);
    return !inCode && TAG.test(line) ? `\n${line}\n` : line;
  });
  return lines.join('\n');
}

function gather(nodes: readonly RootContent[], source: string): RootContent[] {
  const stack: Open[] = [{ tag: undefined, children: [] }];
  const close = () => {
    const done = stack.pop();
    if (done?.tag) stack.at(-1)?.children.push(wrap(done.tag, done.children));
  };
  for (const node of nodes) {
    const tag = tagOf(node, source);
    if (!tag) stack.at(-1)?.children.push(node);
    else if (!tag.closes) stack.push({ tag, children: [] });
    else if (stack.some((open) => open.tag?.name === tag.name)) {
      while (stack.at(-1)?.tag?.name !== tag.name) close();
      close();
    }
  }
  while (stack.length > 1) close();
  return stack[0]?.children ?? [];
}

function tagOf(node: RootContent, source: string): Tag | undefined {
  if (node.type !== 'paragraph') return undefined;
  const [, end, name = '', written = ''] = TAG.exec(source.slice(...span(node))) ?? [];
  if (!(name in WRAPPERS)) return undefined;
  const pairs = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
  return { name, closes: end !== undefined, attributes: Object.fromEntries(pairs) };
}

/** A quotation to the tree, and the element of the tag to whoever turns it into HTML. */
function wrap({ name, attributes }: Tag, children: RootContent[]): Blockquote {
  const { element, classes, label } = WRAPPERS[name]?.(attributes) ?? {
    element: 'div',
    classes: [],
    label: '',
  };
  const head: Paragraph[] = label
    ? [
        {
          type: 'paragraph',
          children: [{ type: 'text', value: label }],
          data: { hProperties: { className: ['label'] } },
        },
      ]
    : [];
  return {
    type: 'blockquote',
    children: [...head, ...(children as BlockContent[])],
    data: { hName: element, hProperties: { className: classes } },
  };
}
