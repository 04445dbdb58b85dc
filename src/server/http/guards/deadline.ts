import { MAX_TIMER_MS, SharedTimer } from '../../../client/shared-timer.ts';
import { LISTEN } from '../../events/listen-method.ts';
import { MODERN_REVISION } from '../../revisions.ts';
import { nameRequest } from '../request-id.ts';
import { type Guard, type RequestContext, refusalBody } from './guard.ts';

/**
 * A stream of changes has no end of its own. In this revision the SDK makes sure that the header is truthful; in
 * older ones it has no meaning.
 */
export function isListening({ request: { headers } }: RequestContext): boolean {
  return headers['mcp-method'] === LISTEN && headers['mcp-protocol-version'] === MODERN_REVISION;
}

/** Ends a request that was not answered in time, including its requests to the platform. */
export function endAfter(milliseconds: number): Guard {
  const running = new SharedTimer(milliseconds, end);
  return (context) => {
    if (isListening(context)) return;
    const entry = running.add(context);
    context.whenOver.push(() => entry.leave());
  };
}

/** Ends a stream of changes when its caller's token expires. */
export const endWithToken: Guard = (context) => {
  const { expiresAt } = context.identity;
  if (expiresAt === undefined || !isListening(context)) return;
  const left = Math.min(Math.max(expiresAt - Date.now(), 0), MAX_TIMER_MS);
  const timer = setTimeout(end, left, context);
  context.whenOver.push(() => clearTimeout(timer));
};

/**
 * Drops the connection, as its client would, so that all work on the answer stops. If nothing was written yet, the
 * client gets the reason.
 */
function end({ response, requestId }: RequestContext): void {
  const { socket } = response;
  if (response.headersSent || !socket) {
    response.destroy();
    return;
  }
  const body = refusalBody(
    'This took too long and was cancelled. Ask for less at once, or try again.',
  );
  nameRequest(response, requestId);
  const head = [
    'HTTP/1.1 504 Gateway Timeout',
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(response.getHeaders()).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
