import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Ids as proxies make them: nothing else is taken over, for what a client sends may be anything. */
const GIVEN = /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** The name of a request in the logs: that of the proxy before this server, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}
