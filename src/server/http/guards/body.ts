import type { IncomingMessage } from 'node:http';
import { DEFAULT_MAX_REQUEST_BODY_SIZE } from '@modelcontextprotocol/server';
import { framingOf, GrowingBytes } from '../../../growing-bytes.ts';
import type { HttpOptions } from '../options.ts';
import { ArrivingBodies } from './arriving-bodies.ts';
import { type Guard, HttpRefusal } from './guard.ts';

/** Milliseconds for a body to arrive. Even a slow phone connection has sent the largest body by then. */
const MAX_ARRIVAL_MS = 30_000;

/** Refuses bodies with a declared length above the limit. Bodies without one are cut off at the limit. */
export const limitBody: Guard = ({ request }) => {
  if (Number(request.headers['content-length'] ?? 0) > DEFAULT_MAX_REQUEST_BODY_SIZE)
    throw tooLong();
};

/**
 * Waits for the body. Until it is complete, a request counts as arriving and not as in progress: a client that sends
 * headers and never a body takes no slot from others, and the oldest of these requests are dropped above the limit.
 */
export function awaitBody({ requestTimeoutMs }: Pick<HttpOptions, 'requestTimeoutMs'>): Guard {
  const arrivals = new ArrivingBodies(Math.min(requestTimeoutMs, MAX_ARRIVAL_MS));
  return (context) => {
    const { request, address, whenOver } = context;
    if (!hasBody(request)) return undefined;
    return new Promise<void>((resolve, reject) => {
      let body = new GrowingBytes();
      const isMostlyFraming = framingOf(request.socket);
      const arrival = arrivals.enter(address, () => fail(late()));
      const fail = (refusal: HttpRefusal) => {
        arrival.leave();
        body = new GrowingBytes();
        request.removeAllListeners('data').resume();
        reject(refusal);
      };
      whenOver.push(() => arrival.leave());
      request.on('data', (chunk: Buffer) => {
        body.add(chunk);
        arrival.grow(chunk.length);
        if (body.size > DEFAULT_MAX_REQUEST_BODY_SIZE) fail(tooLong());
        else if (isMostlyFraming(body.size)) fail(tinyChunks());
      });
      request.on('end', () => {
        arrival.leave();
        context.body = body.bytes;
        resolve();
      });
    });
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function tooLong(): HttpRefusal {
  return new HttpRefusal(
    413,
    `The body has more than ${DEFAULT_MAX_REQUEST_BODY_SIZE} bytes; send less at once.`,
  );
}

function tinyChunks(): HttpRefusal {
  return new HttpRefusal(400, 'The body came in tiny chunks; send larger ones.', {
    connection: 'close',
  });
}

function late(): HttpRefusal {
  return new HttpRefusal(408, 'The body did not arrive in time; send all of it without pauses.', {
    connection: 'close',
  });
}
