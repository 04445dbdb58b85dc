import { LISTEN } from '../../events/listen-request.ts';
import { MODERN_REVISION } from '../../revisions.ts';
import { MAX_TIMER_MS, SharedTimer } from '../shared-timer.ts';
import { type Guard, refusalBody, type Visit } from './guard.ts';

/**
 * A stream that tells of changes has no end of its own. In this revision the SDK sees to it that the header is no lie;
 * in older ones it means nothing.
 */
export function isListening({ request: { headers } }: Visit): boolean {
  return headers['mcp-method'] === LISTEN && headers['mcp-protocol-version'] === MODERN_REVISION;
}

/** Ends what was not answered in time, with whatever was asked of the platform for it. */
export function endAfter(milliseconds: number): Guard {
  const running = new SharedTimer(milliseconds, end);
  return (visit) => {
    if (isListening(visit)) return;
    running.add(visit);
    visit.whenOver.push(() => running.delete(visit));
  };
}

/** Ends a stream of changes when its caller's token does. */
export const endWithToken: Guard = (visit) => {
  const { expiresAt } = visit.identity;
  if (expiresAt === undefined || !isListening(visit)) return;
  const left = Math.min(Math.max(expiresAt - Date.now(), 0), MAX_TIMER_MS);
  const timer = setTimeout(end, left, visit);
  visit.whenOver.push(() => clearTimeout(timer));
};

/**
 * Drops the connection, as its client would: whatever works on the answer stops for that. Where nothing was written
 * yet, the client is told why.
 */
function end({ response }: Visit): void {
  const { socket } = response;
  if (response.headersSent || !socket) {
    response.destroy();
    return;
  }
  const body = refusalBody(
    'This took too long and was given up. Ask for less at once, or try again.',
  );
  const head = [
    'HTTP/1.1 504 Gateway Timeout',
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
