import { printMarkdown } from '@docs-platform-mcp/markdown/repository';
import type { BlockContent, List, Table as MarkdownTable, RootContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { blockSources } from './blocks.ts';
import { refOf } from './content-ref.ts';
import type { DocumentBlock, ImageBlock, JsonDocument, Paragraph, Table } from './document.ts';
import { type Definitions, textOf, toInlines, urlOfNode } from './to-inlines.ts';

/** The document tree of a stored text. */
export function toDocument(markdown: string): JsonDocument {
  const blocks = blockSources(markdown);
  const definitions = new Map();
  visit({ type: 'root', children: blocks.map(({ node }) => node) }, 'definition', (node) => {
    definitions.set(node.identifier, node);
  });
  const nodes = blocks.flatMap(({ node, key }) =>
    convert(node, definitions).map((block) => ({ ...block, key })),
  );
  return { object: 'document', data: {}, nodes };
}

function convert(node: RootContent, definitions: Definitions): DocumentBlock[] {
  switch (node.type) {
    case 'paragraph':
      return [
        imagesOf(node.children, definitions) ?? paragraph(toInlines(node.children, definitions)),
      ];
    case 'heading': {
      const depth = Math.min(node.depth, 3) as 1 | 2 | 3;
      const nodes = toInlines(node.children, definitions);
      return [{ object: 'block', type: `heading-${depth}`, nodes, data: {} }];
    }
    case 'code': {
      const nodes = node.value.split('\n').map((line) => ({
        object: 'block' as const,
        type: 'code-line' as const,
        nodes: [textOf(line, [])],
        data: {},
      }));
      const data = node.lang ? { syntax: node.lang } : {};
      return [{ object: 'block', type: 'code', nodes, data }];
    }
    case 'thematicBreak':
      return [{ object: 'block', type: 'divider', isVoid: true, data: {} }];
    case 'list':
      return [listOf(node, definitions)];
    case 'blockquote': {
      const nodes = inside(node.children, definitions, isQuotable);
      return [{ object: 'block', type: 'blockquote', nodes }];
    }
    case 'table':
      return [tableOf(node, definitions)];
    case 'html':
      return [paragraph([textOf(node.value, [])])];
    case 'footnoteDefinition':
      return [paragraph([textOf(printMarkdown({ type: 'root', children: [node] }), [])])];
    default:
      return [];
  }
}

function paragraph(nodes: Paragraph['nodes']): Paragraph {
  return { object: 'block', type: 'paragraph', nodes };
}

/** Blocks inside another; a block that is not allowed there becomes a paragraph of its text. */
function inside(
  children: readonly BlockContent[] | readonly RootContent[],
  definitions: Definitions,
  fits: (block: DocumentBlock) => boolean,
): DocumentBlock[] {
  return children.flatMap((child) =>
    convert(child, definitions).map((block) =>
      fits(block) ? block : paragraph([textOf(plainText(child), [])]),
    ),
  );
}

const isQuotable = ({ type }: DocumentBlock) => !['code', 'table', 'images'].includes(type);

const isListable = ({ type }: DocumentBlock) => type !== 'images';

function listOf(list: List, definitions: Definitions): DocumentBlock {
  const tasks = list.children.some(({ checked }) => typeof checked === 'boolean');
  const nodes = list.children.map((item) => ({
    object: 'block' as const,
    type: 'list-item' as const,
    nodes: inside(item.children, definitions, isListable),
    ...(tasks && { data: { checked: item.checked === true } }),
  }));
  if (tasks) return { object: 'block', type: 'list-tasks', nodes, data: {} };
  if (!list.ordered) return { object: 'block', type: 'list-unordered', nodes, data: {} };
  return { object: 'block', type: 'list-ordered', nodes, data: { start: list.start ?? 1 } };
}

/** A paragraph that contains only images is a block of images. */
function imagesOf(
  children: readonly RootContent[],
  definitions: Definitions,
): DocumentBlock | undefined {
  const nodes: ImageBlock[] = [];
  for (const node of children) {
    if (node.type === 'text' && node.value.trim() === '') continue;
    if (node.type !== 'image' && node.type !== 'imageReference') return undefined;
    const ref = refOf(urlOfNode(node, definitions));
    if (ref.kind !== 'file' && ref.kind !== 'url') return undefined;
    const data = node.alt ? { ref, alt: node.alt } : { ref };
    nodes.push({ object: 'block', type: 'image', isVoid: true, data, fragments: [] });
  }
  return nodes.length > 0
    ? { object: 'block', type: 'images', isVoid: false, data: {}, nodes }
    : undefined;
}

function tableOf(table: MarkdownTable, definitions: Definitions): Table {
  const [header, ...rows] = table.children;
  const columns = (header?.children ?? []).map((_, column) => `column-${column}`);
  const definition: Table['data']['definition'] = {};
  const records: Table['data']['records'] = {};
  const fragments: Table['fragments'] = [];
  for (const [index, id] of columns.entries()) {
    const cell = header?.children[index];
    const title = cell ? plainText(cell) : '';
    definition[id] = {
      id,
      type: 'text',
      title,
      textAlignment: table.align?.[index] ?? 'left',
      verticalAlignment: 'middle',
    };
  }
  for (const [row, { children }] of rows.entries()) {
    const values: Record<string, string> = {};
    for (const [index, id] of columns.entries()) {
      const fragment = `cell-${row}-${index}`;
      values[id] = fragment;
      const cell = children[index]?.children ?? [];
      const nodes = [paragraph(toInlines(cell, definitions))];
      fragments.push({ object: 'fragment', fragment, nodes });
    }
    records[`record-${row}`] = { orderIndex: String(row).padStart(6, '0'), values };
  }
  const view = { type: 'grid' as const, columns, hideHeader: false };
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: { view, definition, records },
    fragments,
  };
}
