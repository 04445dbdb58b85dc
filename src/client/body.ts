import type { Dispatcher } from 'undici';
import { type Answer, MAX_ERROR_BYTES } from './answer.ts';
import type { Fail } from './errors.ts';
import { header } from './headers.ts';

/** Size limit of an answer. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** The decoded body of a successful answer; `undefined` where HTTP allows none. */
export function decodeJson({ status, headers, bytes, complete }: Answer, fail: Fail): unknown {
  if (status === 204 || status === 205 || status === 304) return undefined;
  if (!complete) {
    throw fail('too_large', `the answer is larger than ${MAX_BODY_BYTES} bytes`, { status });
  }
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, so it is neither repeated nor kept as the cause.
    const type = header(headers, 'content-type') ?? 'no content type';
    const what = text === '' ? 'an empty body' : `a body that is not JSON (${type})`;
    throw fail('invalid_response', `the platform answered ${status} with ${what}`, {
      status,
      code: 'not_json',
    });
  }
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
