import type { IncomingMessage } from 'node:http';
import { DEFAULT_MAX_REQUEST_BODY_SIZE } from '@modelcontextprotocol/server';
import type { HttpOptions } from '../options.ts';
import { Arrivals } from './arrivals.ts';
import { type Guard, Refusal } from './guard.ts';

/** Milliseconds for a body to arrive: a slow client on a telephone has sent the largest by then. */
const MAX_ARRIVAL_MS = 30_000;

/** Sends bodies away that say to be longer than what is read at most; those that do not say it are cut off at that. */
export const limitBody: Guard = ({ request }) => {
  if (Number(request.headers['content-length'] ?? 0) > DEFAULT_MAX_REQUEST_BODY_SIZE)
    throw tooLong();
};

/**
 * Waits for the body. Until it is there, a request counts as one that arrives, not as one in progress: who sends heads
 * and never a body takes no place from others, and loses the oldest of these requests where they are too many.
 */
export function awaitBody({ requestTimeoutMs }: Pick<HttpOptions, 'requestTimeoutMs'>): Guard {
  const arrivals = new Arrivals(Math.min(requestTimeoutMs, MAX_ARRIVAL_MS));
  return (visit) => {
    const { request, address, whenOver } = visit;
    if (!hasBody(request)) return undefined;
    return new Promise<void>((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const leave = arrivals.enter(address, () => fail(late()));
      const fail = (refusal: Refusal) => {
        leave();
        request.removeAllListeners('data').resume();
        reject(refusal);
      };
      whenOver.push(leave);
      request.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > DEFAULT_MAX_REQUEST_BODY_SIZE) fail(tooLong());
      });
      request.once('end', () => {
        leave();
        visit.body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
        resolve();
      });
    });
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function tooLong(): Refusal {
  return new Refusal(
    413,
    `The body has more than ${DEFAULT_MAX_REQUEST_BODY_SIZE} bytes; send less at once.`,
  );
}

function late(): Refusal {
  return new Refusal(408, 'The body did not arrive in time; send it whole, and at once.', {
    connection: 'close',
  });
}
