import type { Dispatcher } from 'undici';
import type { Fail } from './errors.ts';
import { fromFault } from './faults.ts';
import { header } from './headers.ts';

type Body = Dispatcher.ResponseData['body'];

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** The text of a body; see `readBytes`. */
export async function readText(
  body: Body,
  limit: number,
  timeoutMs: number,
  fail: Fail,
): Promise<{ text: string; complete: boolean }> {
  const { bytes, complete } = await readBytes(body, limit, timeoutMs, fail);
  return { text: bytes.toString('utf8'), complete };
}

/**
 * Reads a body up to `limit` bytes and stops there: `complete` is then false and the connection
 * is dropped. `timeoutMs` bounds the whole body, not the pause between two of its pieces.
 */
export function readBytes(
  body: Body,
  limit: number,
  timeoutMs: number,
  fail: Fail,
): Promise<{ bytes: Buffer; complete: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => {
      body.destroy(fail('timeout', `the body was not complete after ${timeoutMs} ms`));
    }, timeoutMs);
    const finish = (complete: boolean) => {
      clearTimeout(timer);
      const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      resolve({ bytes: whole as Buffer, complete });
    };
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks.push(chunk.subarray(0, chunk.length - (size - limit)));
      finish(false);
      body.destroy();
    });
    body.once('end', () => finish(true));
    // Listens for good: destroying a body that is not at its end emits one more error.
    body.on('error', (error) => {
      clearTimeout(timer);
      reject(fromFault(error, fail, true));
    });
  });
}

/** The decoded body of a successful answer; `undefined` where HTTP allows none. */
export async function readJson(
  response: Dispatcher.ResponseData,
  timeoutMs: number,
  fail: Fail,
): Promise<unknown> {
  const { statusCode: status, headers, body } = response;
  if (status === 204 || status === 205 || status === 304) {
    void body.dump();
    return undefined;
  }
  const { text, complete } = await readText(body, MAX_BODY_BYTES, timeoutMs, fail);
  if (!complete) {
    throw fail('too_large', `the answer is larger than ${MAX_BODY_BYTES} bytes`, { status });
  }
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
