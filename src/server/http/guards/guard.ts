import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dependencies } from '../../dependencies.ts';
import type { Identity } from '../auth/identity.ts';
import { endAfterBody } from './linger.ts';

/** The request context: one MCP request with what the guards have found out so far. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Without the query. */
  readonly path: string;
  /** The request id in the logs. */
  readonly requestId: string;
  /** Called after the answer was sent or abandoned. */
  readonly whenOver: (() => void)[];
  /** The complete body once it has arrived; undefined if there is none. */
  body: Buffer | undefined;
  /** The client IP, or the network that counts as one address. */
  address: string;
  /** Absent before the authentication. */
  identity: Identity;
  /** Everything that the operator offers, or less once the request was restricted. */
  dependencies: Dependencies;
}

/**
 * Checks a request before it is answered: passes it on, answers it itself, or throws a `HttpRefusal`. Returns a promise
 * only if it has to wait.
 */
export type Guard = (context: RequestContext) => Promise<void> | undefined;

/** The JSON-RPC code for refusals of the server itself. */
const UNSPECIFIED = -32000;

/** Refuses a request. The message says what to do next. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The JSON-RPC code. */
  readonly code: number;

  constructor(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    code = UNSPECIFIED,
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

/** The rest of a body up to this length is drained, so that the connection stays usable. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Answers with a refusal in the form that JSON-RPC clients over HTTP read. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers, code }: HttpRefusal,
): void {
  const body = refusalBody(message, code);
  const isSending = mayBeLong(request);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(isSending && { connection: 'close' }),
    ...headers,
  });
  if (isSending && headers.connection === undefined) {
    response.write(body);
    endAfterBody(request, response);
  } else response.end(body);
}

/** The body of a refusal. */
export function refusalBody(message: string, code = UNSPECIFIED): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
}

function mayBeLong({ complete, headers }: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
  return !complete && (encoding !== undefined || Number(length) > MAX_UNREAD_BYTES);
}

/**
 * Runs the guards in order.
 * @returns a promise as soon as one of them waits, else undefined.
 * @throws what a guard threw, usually a `HttpRefusal`.
 */
export function passGuards(
  guards: readonly Guard[],
  context: RequestContext,
  from = 0,
): Promise<void> | undefined {
  for (let index = from; index < guards.length; index += 1) {
    if (context.response.writableEnded || context.response.destroyed) return undefined;
    const pending = guards[index]?.(context);
    if (pending) return pending.then(() => passGuards(guards, context, index + 1));
  }
  return undefined;
}
