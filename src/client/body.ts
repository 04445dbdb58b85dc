import type { Dispatcher } from 'undici';
import { ExcessError, isTooDeep, parseInTurns } from '../json/index.ts';
import { MAX_ERROR_BYTES, type RawResponse } from './answer.ts';
import type { Fail } from './errors.ts';
import { mediaType } from './headers.ts';

/** Size limit of an answer. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Larger bodies are parsed in pieces, so that nobody else waits. */
const LARGE_BYTES = 128 * 1024;

/**
 * The decoded body of a successful answer; `undefined` where HTTP allows none, which a read always has. Returns a promise
 * only if the body is large or nested too deeply.
 */
export function decodeJson(answer: RawResponse, method: string, fail: Fail): unknown {
  const { status, bytes, complete } = answer;
  const isDone = method !== 'GET' && (status === 204 || status === 205);
  if (isDone || status === 304) return undefined;
  if (!complete) {
    throw fail('too_large', `the answer is larger than ${MAX_BODY_BYTES} bytes`, { status });
  }
  if (bytes.length > LARGE_BYTES || isTooDeep(bytes)) {
    return parseInTurns(bytes).catch((error) => {
      throw error instanceof ExcessError
        ? fail('too_large', `the answer is too large: ${error.message}`, { status })
        : notJson(answer, fail);
    });
  }
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw notJson(answer, fail);
  }
}

/** The parser's own message quotes the body, so it is neither repeated nor kept as the cause. */
function notJson({ status, headers, bytes }: RawResponse, fail: Fail) {
  const what =
    bytes.length === 0 ? 'an empty body' : `a body that is not JSON (${mediaType(headers)})`;
  return fail('invalid_response', `the platform answered ${status} with ${what}`, {
    status,
    code: 'not_json',
  });
}

/** The beginning of the body of a failed stream. Empty if the body breaks off or takes longer than `timeoutMs`. */
export async function readFailure(
  body: Dispatcher.ResponseData['body'],
  timeoutMs: number,
): Promise<string> {
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  const chunks: Buffer[] = [];
  let left = MAX_ERROR_BYTES;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return '';
  } finally {
    clearTimeout(timer);
  }
}
