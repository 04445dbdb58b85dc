import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { ROLES } from '../auth/roles.ts';
import { ApiError, badRequest } from '../errors.ts';
import { framingOf, GrowingBytes } from '../runtime/growing-bytes.ts';
import { turnForLargePiece } from '../runtime/turns.ts';
import { parseBody } from './json-body.ts';

/** Larger bodies are refused with 413, except by routes that allow more. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Bytes of a body that are read and parsed without waiting for a turn. */
const SMALL_BODY_BYTES = 16 * 1024;

/** Bytes of a larger body that are read in one turn. */
const PIECE_BYTES = 64 * 1024;

/** The limit for bodies with texts and files. */
export const MAX_LARGE_BODY_BYTES = 32 * 1024 * 1024;

/** A boolean in a query string. */
export const queryBoolean = z.stringbool({
  truthy: ['true', '1'],
  falsy: ['false', '0'],
  case: 'sensitive',
  error: 'must be true or false',
});

/** A repeatable parameter; the schema checks each value. */
export const queryList = <S extends z.ZodType>(schema: S) =>
  z.preprocess((given) => (given === undefined ? undefined : [given].flat()), z.array(schema));

/** The maximum number of items in a response. */
export const limit = (otherwise: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number from 0 to 1000')
    .transform(Number)
    .pipe(z.int().max(1000))
    .default(otherwise);

/** The parameters of every paginated list. */
export const paging = { page: z.string().optional(), limit: limit(50) };

/** How markdown links to pages are written: as relative paths, or by id as stored. */
export const references = z.enum(['relative', 'stable']).default('relative');

/** `format` of pages and comments. */
export const format = z.enum(['document', 'markdown']).optional();

/** A role in a request body; null means guest. */
export const roleOrGuest = z.enum(ROLES).nullable();

/** Reads and checks a JSON body; 400, 413 and 415 as errors. */
export async function readBody(
  request: IncomingMessage,
  schema: z.ZodType,
  limit = MAX_BODY_BYTES,
): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const bytes = await readBytes(request, limit);
  if (bytes.length > 0 && type !== 'application/json') {
    throw new ApiError(415, 'Send the body as JSON with Content-Type: application/json');
  }
  if (bytes.length > SMALL_BODY_BYTES) await turnForLargePiece();
  const value = bytes.length === 0 ? undefined : await parseBody(bytes);
  return check(schema, value, 'body');
}

/** Validates a query string. A repeated key becomes an array; unknown keys are dropped. */
export function readQuery(search: URLSearchParams, schema: z.ZodType): unknown {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    query[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return check(schema, query, 'query');
}

function check(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, 5).map(({ path, message }) => {
    return `${[where, ...path].join('.')}: ${message}`;
  });
  throw badRequest(problems.join('; '));
}

function tinyChunks(): ApiError {
  const message = 'The body came in tiny chunks; send larger ones';
  return new ApiError(400, message, { connection: 'close' });
}

/** The raw body of a request, read in turns; 413 if it exceeds `limit` bytes. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = new ApiError(413, `The body is larger than ${limit} bytes`, {
    connection: 'close',
  });
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limit) throw tooLarge;
  const body = new GrowingBytes();
  const isMostlyFraming = framingOf(request.socket);
  let ofTurn = SMALL_BODY_BYTES;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (body.size + chunk.length > ofTurn) {
      await turnForLargePiece();
      ofTurn = body.size + PIECE_BYTES;
    }
    body.add(chunk, length);
    if (body.size > limit) throw tooLarge;
    if (isMostlyFraming(body.size)) throw tinyChunks();
  }
  return body.bytes;
}
