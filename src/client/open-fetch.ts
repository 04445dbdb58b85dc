import { Readable } from 'node:stream';
import { parsePlatformAddress } from './address.ts';
import { createDispatcher } from './dispatcher.ts';

/** As much of `fetch` as a client of MCP uses. */
export type Fetch = (
  input: string | URL,
  init?: Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>,
) => Promise<Response>;

interface OpenFetch {
  fetch: Fetch;
  close(): Promise<void>;
}

/** Answers that have no body. */
const EMPTY = new Set([204, 205, 304]);

/**
 * A `fetch` for an address that uses the same proxy settings as the client, which Node's own does not. It follows no
 * redirects: what is sent carries tokens.
 */
export async function openFetch(url: string, timeoutMs: number): Promise<OpenFetch> {
  const direct = parsePlatformAddress(new URL(url).origin).loopback;
  const dispatcher = await createDispatcher({ direct, connectMs: timeoutMs, timeoutMs });
  return {
    fetch: async (input, { method = 'GET', headers, body, signal } = {}) => {
      const { origin, pathname, search } = new URL(input);
      const answer = await dispatcher.request({
        origin,
        path: pathname + search,
        method: method as 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : null,
        signal: signal ?? null,
      });
      const { statusCode: status } = answer;
      if (EMPTY.has(status)) await answer.body.dump();
      const headerPairs = Object.entries(answer.headers).flatMap(([name, values = []]) =>
        [values].flat().map((value): [string, string] => [name, value]),
      );
      const content = EMPTY.has(status) ? null : Readable.toWeb(answer.body);
      return new Response(content as ReadableStream | null, { status, headers: headerPairs });
    },
    close: () => dispatcher.destroy(),
  };
}
