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

const ATTRIBUTES = String.raw`(?:[ \t]+[\w-]+="[^"]*")*`;

const TAG = new RegExp(
  String.raw`^[ \t]*\{%[ \t]*(end)?([a-z][a-z-]*)(${ATTRIBUTES})[ \t]*%\}[ \t]*$`,
);

/** A tag, what stands in it, and its end, all on one line. */
const ONE_LINE = new RegExp(
  String.raw`^([ \t]*)(\{%[ \t]*([a-z][a-z-]*)${ATTRIBUTES}[ \t]*%\})(.*)(\{%[ \t]*end\3[ \t]*%\})[ \t]*$`,
);

const HINTS: ReadonlyMap<string, string> = new Map([
  ['info', 'Note'],
  ['success', 'Tip'],
  ['warning', 'Warning'],
  ['danger', 'Danger'],
]);

/** The classes and the label of what stands between a tag and its end. */
interface Wrapper {
  classes: string[];
  label?: string | undefined;
}

const WRAPPERS = new Map<string, (attributes: Tag['attributes']) => Wrapper>([
  ['hint', hint],
  ['tabs', () => ({ classes: ['tabs'] })],
  ['tab', ({ title }) => ({ classes: ['panel'], label: title })],
  ['code', ({ title }) => ({ classes: ['titled'], label: title })],
  ['columns', () => ({ classes: ['columns'] })],
  ['column', () => ({ classes: ['column'] })],
  ['stepper', () => ({ classes: ['stepper'] })],
  ['step', () => ({ classes: ['panel'] })],
  ['content-ref', () => ({ classes: ['panel'] })],
]);

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
    return inCode ? line : isolated(line);
  });
  return lines.join('\n');
}

function isolated(line: string): string {
  if (TAG.test(line)) return `\n${line}\n`;
  const [, indent = '', tag, name = '', inside = '', end] = ONE_LINE.exec(line) ?? [];
  if (tag === undefined || !WRAPPERS.has(name)) return line;
  return ['', tag, '', isolated(inside.trim()), '', end, '']
    .map((part) => indent + part)
    .join('\n');
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
  if (!WRAPPERS.has(name)) return undefined;
  const pairs = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
  return { name, closes: end !== undefined, attributes: Object.fromEntries(pairs) };
}

function hint({ style = '' }: Tag['attributes']): Wrapper {
  const kind = HINTS.has(style) ? style : 'info';
  return { classes: ['hint', kind], label: HINTS.get(kind) };
}

/** A quotation to the tree, and an element of its own to whoever turns it into HTML. */
function wrap({ name, attributes }: Tag, children: RootContent[]): Blockquote {
  const { classes, label } = WRAPPERS.get(name)?.(attributes) ?? { classes: [] };
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
    data: { hName: 'div', hProperties: { className: classes } },
  };
}
