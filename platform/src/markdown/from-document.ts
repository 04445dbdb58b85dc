import { printMarkdown } from '@docs-platform-mcp/markdown/repository';
import type {
  BlockContent,
  DefinitionContent,
  PhrasingContent,
  RootContent,
  TableRow,
} from 'mdast';
import { unprocessable } from '../errors.ts';
import { computed } from '../workers/computed.ts';
import { textTask } from '../workers/task.ts';
import { urlOf } from './content-ref.ts';
import {
  type DocumentBlock,
  type InlineNode,
  jsonDocument,
  type Table,
  type Text,
} from './document.ts';
import { isHtmlLeaf } from './html-leaf.ts';

/** A body as the API accepts it: markdown, a document tree, or nothing. */
export type BodyForm = { markdown: string } | { document: unknown } | Record<string, never>;

/** The markdown of a document tree as JSON. */
export const DOCUMENT_MARKDOWN = textTask('documentMarkdown', (json) =>
  printDocument(JSON.parse(json)),
);

/** Document trees as JSON, because work that is settled asks for them again and again. */
const written = new WeakMap<object, string>();

/** The markdown of a body; 422 for a document tree with something that markdown cannot express. */
export function markdownOf(form: BodyForm): string {
  if ('markdown' in form && typeof form.markdown === 'string') return form.markdown;
  if (!('document' in form)) return '';
  const json = written.get(form) ?? JSON.stringify(form.document);
  written.set(form, json);
  return computed(DOCUMENT_MARKDOWN, json);
}

function printDocument(given: unknown): string {
  const document = jsonDocument.safeParse(given);
  if (!document.success) {
    const [issue] = document.error.issues;
    throw unprocessable(
      `document.${issue?.path.join('.') ?? ''} is not understood (${issue?.message ?? ''}); send {"markdown": …}`,
    );
  }
  return printMarkdown({ type: 'root', children: document.data.nodes.map(toBlock) });
}

function toBlock(block: DocumentBlock): BlockContent {
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', children: block.nodes.flatMap(toPhrasing) };
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const depth = Number(block.type.slice(-1)) as 1 | 2 | 3;
      return { type: 'heading', depth, children: block.nodes.flatMap(toPhrasing) };
    }
    case 'code': {
      const lines = block.nodes.map(({ nodes }) => nodes.map(plain).join(''));
      return { type: 'code', lang: block.data.syntax ?? null, value: lines.join('\n') };
    }
    case 'divider':
      return { type: 'thematicBreak' };
    case 'images': {
      const children = block.nodes.map(({ data }) => imageOf(data));
      return { type: 'paragraph', children };
    }
    case 'blockquote':
      return { type: 'blockquote', children: block.nodes.map(toBlock) };
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks': {
      const tasks = block.type === 'list-tasks';
      const children = block.nodes.map(({ nodes, data }) => ({
        type: 'listItem' as const,
        spread: false,
        checked: tasks ? data?.checked === true : null,
        children: nodes.map(toBlock) as (BlockContent | DefinitionContent)[],
      }));
      const ordered = block.type === 'list-ordered';
      const start = ordered ? (block.data?.start ?? 1) : null;
      return { type: 'list', ordered, start, spread: false, children };
    }
    case 'table':
      return tableOf(block);
  }
}

function toPhrasing(node: InlineNode): PhrasingContent[] {
  if (node.object === 'text') return node.leaves.flatMap(leafOf);
  if (node.type === 'inline-image') return [imageOf(node.data)];
  const children = node.nodes.flatMap(toPhrasing) as Extract<PhrasingContent, { type: 'text' }>[];
  return [{ type: 'link', url: urlOf(node.data.ref), children }];
}

function leafOf({ text, marks }: Text['leaves'][number]): PhrasingContent[] {
  if (text === '') return [];
  const types = marks.map(({ type }) => type);
  let node: PhrasingContent = types.includes('code')
    ? { type: 'inlineCode', value: text }
    : { type: isHtmlLeaf(text) ? 'html' : 'text', value: text };
  if (types.includes('italic')) node = { type: 'emphasis', children: [node] };
  if (types.includes('bold')) node = { type: 'strong', children: [node] };
  if (types.includes('strikethrough')) node = { type: 'delete', children: [node] };
  return [node];
}

function imageOf({ ref, alt }: { ref: Parameters<typeof urlOf>[0]; alt?: string }) {
  return { type: 'image' as const, url: urlOf(ref), alt: alt ?? null };
}

function tableOf({ data, fragments }: Table): Extract<RootContent, { type: 'table' }> {
  const { columns } = data.view;
  const cells = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  const header: TableRow = {
    type: 'tableRow',
    children: columns.map((column) => ({
      type: 'tableCell',
      children: [{ type: 'text', value: data.definition[column]?.title ?? '' }],
    })),
  };
  const records = Object.values(data.records).sort((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : 1,
  );
  const rows = records.map<TableRow>(({ values }) => ({
    type: 'tableRow',
    children: columns.map((column) => ({
      type: 'tableCell',
      children: (cells.get(values[column] ?? '') ?? []).flatMap(({ nodes }) =>
        nodes.flatMap(toPhrasing),
      ),
    })),
  }));
  const align = columns.map((column) => data.definition[column]?.textAlignment ?? 'left');
  return { type: 'table', align, children: [header, ...rows] };
}

function plain({ leaves }: Text): string {
  return leaves.map(({ text }) => text).join('');
}
