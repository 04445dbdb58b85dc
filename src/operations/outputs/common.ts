import { z } from 'zod';
import { dataOf } from '../data-kinds.ts';

const text = z.string().optional();

const id = dataOf('id', z.string().optional());
const word = dataOf('word', z.string().optional());
const time = dataOf('time', z.string().optional());
const address = dataOf('address', z.string().optional());

/**
 * The strings of answers that are not text by people, by the names that the API uses everywhere. Every other string
 * is foreign text.
 */
const DATA: ReadonlyMap<string, typeof text> = new Map([
  ...['id', 'ref', 'organization', 'space', 'site', 'page', 'parent', 'revision', 'section'].map(
    (name) => [name, id] as const,
  ),
  ...['revisionInitial', 'revisionMergedAncestor', 'revisionMerged', 'documentId'].map(
    (name) => [name, id] as const,
  ),
  ...['sectionGroup', 'siteSpace', 'lastVersion', 'executionId', 'correlationId'].map(
    (name) => [name, id] as const,
  ),
  ...['object', 'type', 'kind', 'status', 'visibility', 'result', 'role', 'level'].map(
    (name) => [name, word] as const,
  ),
  ...[
    'permission',
    'defaultRole',
    'defaultLevel',
    'processingState',
    'lastProcessErrorCode',
    'actionType',
    'relation',
  ].map((name) => [name, word] as const),
  ...['url', 'downloadURL', 'sourceURL', 'ssoURL', 'startURL', 'acsURL'].map(
    (name) => [name, address] as const,
  ),
]);

function known(name: string): typeof text {
  return DATA.get(name) ?? (name.endsWith('At') ? time : text);
}

/** Fields that are all optional: trimming removes what is empty. */
export const texts = <Name extends string>(...names: Name[]): Record<Name, typeof text> =>
  Object.fromEntries(names.map((name) => [name, known(name)])) as Record<Name, typeof text>;

export const numeric = z.number().optional();
export const flag = z.boolean().optional();
export const object = z.looseObject({}).optional();
export const objects = z.array(z.looseObject({})).optional();
export const strings = z.array(z.string()).optional();

/** Members that any object may have in addition to its schema: its type and its location. */
type Everywhere = {
  object: typeof text;
  urls: z.ZodOptional<z.ZodType<{ app?: string; published?: string; source?: string | null }>>;
};

type Sure<Shape extends z.core.$ZodShape, Name> = {
  [Field in keyof Shape]: Field extends Name
    ? Shape[Field] extends z.ZodOptional<infer Type extends z.core.$ZodType>
      ? Type
      : Shape[Field]
    : Shape[Field];
} & Everywhere;

/** The fields that every answer has. Stored beside the schemas, so that they are not published. */
export const sureFields = z.registry<{ names: readonly string[] }>();

/**
 * Marks the fields of an object that every answer of the platform has. Code may rely on them. The published schema
 * does not require them, because a view may leave them out.
 */
export function always<Shape extends z.core.$ZodShape, Name extends keyof Shape & string>(
  schema: z.ZodObject<Shape, z.core.$loose>,
  ...names: readonly Name[]
): z.ZodObject<Sure<Shape, Name>, z.core.$loose> {
  sureFields.add(schema, { names });
  return schema as unknown as z.ZodObject<Sure<Shape, Name>, z.core.$loose>;
}

/** An object whose published schema is open, and the fields of it that code reads. */
export const objectWith = <Fields extends object>() =>
  object as unknown as z.ZodOptional<z.ZodType<Fields & Record<string, unknown>>>;

/** Output of operations without an answer. */
export const NoContent = z.looseObject({ ok: z.boolean() });

/** The list envelope; `next` is absent on the last page. */
export const listOf = <Item extends z.ZodObject>(item: Item) =>
  always(
    z.looseObject({
      items: z.array(item).optional(),
      next: z.looseObject({ page: z.string() }).optional(),
      count: numeric,
    }),
    'items',
  );

export const User = always(z.looseObject(texts('id', 'displayName', 'email')), 'id', 'displayName');

/** The outcome of a content operation: the new revision, and `conflicts` if there are any. */
export const RevisionResult = always(
  z.looseObject(texts('revision', 'result')),
  'revision',
  'result',
);

export const UrlOutput = z.looseObject(texts('url'));
