import type { Dispatcher } from 'undici';
import { parsePlatformAddress } from './address.ts';
import { createDispatcher } from './dispatcher.ts';

/** The answer of a service. */
export interface JsonAnswer {
  status: number;
  /** The decoded body; undefined if it is not JSON. */
  body: unknown;
}

/**
 * Calls services other than the platform that the operator configured. Uses the configured proxies and follows no
 * redirects.
 */
export interface JsonServices {
  /**
   * Sends a GET, or the fields of a form as a POST, and reads the answer as JSON.
   * @throws {Error} when the service cannot be reached, does not answer in time, or answers more than 1 MiB.
   */
  ask(url: string, post?: FormPost): Promise<JsonAnswer>;
  close(): Promise<void>;
}

/** Fields of a form, and the credentials of its sender. */
export interface FormPost {
  form: Record<string, string>;
  authorization?: string;
}

const MAX_BYTES = 1024 * 1024;

/** Loads and opens nothing before the first request. `timeoutMs` limits each request as a whole. */
export function createJsonServices({ timeoutMs }: { timeoutMs: number }): JsonServices {
  const dispatchers = new Map<boolean, Promise<Dispatcher>>();
  const dispatcherFor = (direct: boolean) => {
    const known =
      dispatchers.get(direct) ?? createDispatcher({ direct, connectMs: timeoutMs, timeoutMs });
    dispatchers.set(direct, known);
    return known;
  };
  return {
    ask: async (url, post) => {
      const { origin, pathname, search } = new URL(url);
      const dispatcher = await dispatcherFor(parsePlatformAddress(origin).loopback);
      const { statusCode: status, body } = await dispatcher.request({
        origin,
        path: `${pathname}${search}`,
        signal: AbortSignal.timeout(timeoutMs),
        ...(post ? postOf(post) : { method: 'GET', headers: { accept: 'application/json' } }),
      });
      return { status, body: parseJson(await read(body)) };
    },
    close: async () => {
      for (const dispatcher of dispatchers.values()) await (await dispatcher).destroy();
    },
  };
}

function postOf({ form, authorization }: FormPost) {
  return {
    method: 'POST' as const,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization !== undefined && { authorization }),
    },
    body: new URLSearchParams(form).toString(),
  };
}

async function read(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
