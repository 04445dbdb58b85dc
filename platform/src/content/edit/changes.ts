import { z } from 'zod';
import { counted } from '../../counted.ts';
import { MAX_PAGE_TITLE } from '../../markdown/submission.ts';

/** Bytes of a file given inline, before base64. */
export const MAX_INLINE_BYTES = 1_000_000;

/** Characters of such a file as base64. */
const MAX_BASE64 = (MAX_INLINE_BYTES / 3) * 4 + 4;

const documentForm = z.union([
  z.object({ markdown: z.string() }),
  z.object({ document: z.looseObject({ object: z.literal('document') }) }),
  z.strictObject({}),
]);

/** Every list of pages has the descriptions. */
const MAX_DESCRIPTION = 10_000;

const pathSegment = z
  .string()
  .max(100)
  .regex(/^[^/\\?#\p{Cc}]*$/u, 'must be one path segment')
  .refine((slug) => slug !== '.' && slug !== '..', 'must be one path segment');

/** Metadata that a change or a page's frontmatter may set. */
export const metadata = z.object({
  title: z.string().min(1).max(MAX_PAGE_TITLE).optional(),
  slug: pathSegment.optional(),
  emoji: z.string().max(50).optional(),
  icon: z.string().max(50).optional(),
  description: z.string().max(MAX_DESCRIPTION).optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: z.string().max(MAX_DESCRIPTION).optional(),
});

const label = z.string().min(1).max(MAX_PAGE_TITLE);
const id = z.string().max(MAX_PAGE_TITLE);
const at = z.int().min(0).optional();

const updatePage = z.object({
  operation: z.literal('update_page'),
  page: id,
  document: documentForm.optional(),
  ...metadata.shape,
  into: id.nullable().optional(),
  at,
});

const insertPage = z.object({
  operation: z.literal('insert_page'),
  document: documentForm,
  ...metadata.shape,
  into: id.optional(),
  at,
  ref: label.optional(),
});

const deletePage = z.object({ operation: z.literal('delete_page'), page: id });

const revertPage = z.object({
  operation: z.literal('revert_page'),
  page: id,
  revision: z.string().optional(),
  block: counted(1_000, z.array(z.string()).min(1)).optional(),
});

const newFile = z
  .object({
    name: z
      .string()
      .min(1)
      .max(256)
      .regex(/[^.]\.[^./\\]+$/, 'must have an extension'),
    ref: label.optional(),
    contentType: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type')
      .optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional(),
    base64: z
      .string()
      // A longer one is not searched, which takes long.
      .max(MAX_BASE64, {
        abort: true,
        error: `base64 may hold at most ${MAX_INLINE_BYTES} bytes`,
      })
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
      .refine((text) => text.length % 4 === 0, 'must be base64')
      .optional(),
  })
  .refine((file) => (file.url === undefined) !== (file.base64 === undefined), {
    message: 'give exactly one of url and base64',
  })
  .refine((file) => file.base64 === undefined || file.contentType !== undefined, {
    message: 'contentType is required with base64',
  });

const insertFiles = z.object({
  operation: z.literal('insert_files'),
  files: counted(20, z.array(newFile).min(1)),
});

/** The body of a content edit: changes applied in order, all or none. */
export const contentEdit = z.object({
  changes: counted(
    50,
    z
      .array(
        z.discriminatedUnion('operation', [
          updatePage,
          insertPage,
          deletePage,
          revertPage,
          insertFiles,
        ]),
      )
      .min(1),
  ),
});

export type DocumentForm = z.output<typeof documentForm>;
export type Metadata = z.output<typeof metadata>;
export type UpdatePage = z.output<typeof updatePage>;
export type InsertPage = z.output<typeof insertPage>;
export type RevertPage = z.output<typeof revertPage>;
export type InsertFiles = z.output<typeof insertFiles>;
export type NewFile = z.output<typeof newFile>;
export type ContentChange = z.output<typeof contentEdit>['changes'][number];
export { documentForm };
