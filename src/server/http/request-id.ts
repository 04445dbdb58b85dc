import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Ids as proxies generate them. Nothing else is accepted, because a client may send any text. */
const GIVEN = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** The request id in the logs: the proxy's, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && GIVEN.test(header) ? header : randomUUID();
}

export const REQUEST_ID = 'x-request-id';

/** Sends the request id with the answer; where the whole head is written at once, it is part of that. */
export function nameRequest(response: ServerResponse, requestId: string): void {
  response.setHeader(REQUEST_ID, requestId);
}
