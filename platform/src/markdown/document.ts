import { z } from 'zod';

/** The target of a link in a document. */
export const contentRef = z.union([
  z.object({ kind: z.literal('page'), page: z.string() }),
  z.object({ kind: z.literal('anchor'), anchor: z.string(), page: z.string().optional() }),
  z.object({ kind: z.literal('file'), file: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);

const MARK_TYPES = ['bold', 'italic', 'code', 'strikethrough'] as const;

const text = z.object({
  object: z.literal('text'),
  leaves: z.array(
    z.object({
      object: z.literal('leaf'),
      text: z.string(),
      marks: z.array(z.object({ object: z.literal('mark'), type: z.enum(MARK_TYPES) })),
    }),
  ),
});

const inlineImage = z.object({
  object: z.literal('inline'),
  type: z.literal('inline-image'),
  isVoid: z.literal(true),
  data: z.object({ ref: contentRef, alt: z.string().optional() }),
});

const link = z.object({
  object: z.literal('inline'),
  type: z.literal('link'),
  isVoid: z.literal(false).optional(),
  data: z.object({ ref: contentRef }),
  nodes: z.array(z.union([text, inlineImage])),
});

const inline = z.union([text, link, inlineImage]);

const block = z.object({ object: z.literal('block'), key: z.string().optional() });

const paragraph = block.extend({ type: z.literal('paragraph'), nodes: z.array(inline) });

const heading = block.extend({
  type: z.enum(['heading-1', 'heading-2', 'heading-3']),
  nodes: z.array(inline),
  data: z.object({}),
});

const codeLine = block.extend({
  type: z.literal('code-line'),
  nodes: z.array(text),
  data: z.object({}),
});

const code = block.extend({
  type: z.literal('code'),
  data: z.object({ syntax: z.string().optional() }),
  nodes: z.array(codeLine),
});

const divider = block.extend({
  type: z.literal('divider'),
  isVoid: z.literal(true),
  data: z.object({}),
});

const image = block.extend({
  type: z.literal('image'),
  isVoid: z.literal(true),
  data: z.object({ ref: contentRef, alt: z.string().optional() }),
  fragments: z.array(z.unknown()),
});

const images = block.extend({
  type: z.literal('images'),
  isVoid: z.literal(false),
  data: z.object({}),
  nodes: z.array(image),
});

const cell = z.object({
  object: z.literal('fragment'),
  fragment: z.string(),
  nodes: z.array(paragraph),
});

const table = block.extend({
  type: z.literal('table'),
  isVoid: z.literal(true),
  data: z.object({
    view: z.object({
      type: z.literal('grid'),
      columns: z.array(z.string()),
      hideHeader: z.boolean(),
    }),
    definition: z.record(
      z.string(),
      z.object({
        id: z.string(),
        type: z.literal('text'),
        title: z.string(),
        textAlignment: z.enum(['left', 'center', 'right']),
        verticalAlignment: z.literal('middle').optional(),
      }),
    ),
    records: z.record(
      z.string(),
      z.object({ orderIndex: z.string(), values: z.record(z.string(), z.string()) }),
    ),
  }),
  fragments: z.array(cell),
});

const listItem = block.extend({
  type: z.literal('list-item'),
  data: z.object({ checked: z.boolean().optional() }).optional(),
  get nodes() {
    return z.array(documentBlock);
  },
});

const list = block.extend({
  type: z.enum(['list-ordered', 'list-unordered', 'list-tasks']),
  data: z.object({ start: z.number().optional() }).optional(),
  nodes: z.array(listItem),
});

const quote = block.extend({
  type: z.literal('blockquote'),
  get nodes() {
    return z.array(documentBlock);
  },
});

/** The kinds of blocks that markdown can express. */
export const documentBlock = z.discriminatedUnion('type', [
  paragraph,
  heading,
  code,
  divider,
  images,
  table,
  list,
  quote,
]);

/** A page or comment body as a tree: the part of the API's JSONDocument that markdown can express. */
export const jsonDocument = z.object({
  object: z.literal('document'),
  data: z.looseObject({}),
  nodes: z.array(documentBlock),
});

export type ContentRef = z.output<typeof contentRef>;
export type Mark = z.output<typeof text>['leaves'][number]['marks'][number];
export type Text = z.output<typeof text>;
export type InlineNode = z.output<typeof inline>;
export type ImageBlock = z.output<typeof image>;
export type Table = z.output<typeof table>;
export type Paragraph = z.output<typeof paragraph>;
export type DocumentBlock = z.output<typeof documentBlock>;
export type JsonDocument = z.output<typeof jsonDocument>;
