import { z } from 'zod';
import { dataOf } from '../data-kinds.ts';

const text = z.string().optional();

const id = dataOf('id', z.string().optional());
const word = dataOf('word', z.string().optional());
const time = dataOf('time', z.string().optional());
const address = dataOf('address', z.string().optional());

/**
 * What the strings of answers are that nobody wrote, by the names that the API gives them everywhere. Every other
 * string is a text that somebody wrote.
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
  ...['permission', 'defaultRole', 'defaultLevel', 'processingState', 'actionType', 'relation'].map(
    (name) => [name, word] as const,
  ),
  ...['url', 'downloadURL', 'sourceURL', 'ssoURL', 'startURL'].map(
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
export const strings = z.array(z.string()).optional();

/** Answer of the operations that answer nothing. */
export const NoContent = z.looseObject({ ok: z.boolean() });

/** The list envelope; `next` is absent on the last page. */
export const listOf = (item: z.ZodObject) =>
  z.looseObject({
    items: z.array(item).optional(),
    next: z.looseObject({ page: z.string() }).optional(),
    count: numeric,
  });

export const User = z.looseObject(texts('id', 'displayName', 'email'));

/** Where an operation left the content: the new revision, and `conflicts` when there are some. */
export const RevisionResult = z.looseObject(texts('revision', 'result'));

export const Link = z.looseObject(texts('url'));
