import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../../services.ts';
import type { Identity } from '../auth/identity.ts';

/** One request of MCP on its way through the guards, with what they found out so far. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Without the query. */
  readonly path: string;
  /** Names it in the logs. */
  readonly requestId: string;
  /** What is to be done when the answer was sent, or given up. */
  readonly whenOver: (() => void)[];
  /** All of it, once it is there; undefined where there is none. */
  body: Buffer | undefined;
  /** What the client's address counts as. */
  address: string;
  /** Nobody before the authentication. */
  identity: Identity;
  /** All that the operator offers, or less once it was narrowed. */
  services: Services;
}

/**
 * Looks at a request before it is answered: lets it pass, answers it by itself, or throws a `Refusal`. It returns a
 * promise only where it has to wait.
 */
export type Guard = (visit: Visit) => Promise<void> | undefined;

/** The code of JSON-RPC for what a server refuses for reasons of its own. */
const UNSPECIFIED = -32000;

/** Sends a request away. The message says what to do next; it is told to the caller. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Of JSON-RPC. */
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

/** The rest of a body up to this length is read and forgotten, so that the connection can go on. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Answers with a refusal in the form that clients of JSON-RPC over HTTP read. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers, code }: Refusal,
): void {
  const body = refusalBody(message, code);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(mayBeLong(request) && { connection: 'close' }),
    ...headers,
  });
  response.end(body);
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
 * Lets a visit pass the guards in their order.
 * @returns a promise as soon as one of them waits, else undefined.
 * @throws what a guard threw, most of the time a `Refusal`.
 */
export function passGuards(
  guards: readonly Guard[],
  visit: Visit,
  from = 0,
): Promise<void> | undefined {
  for (let index = from; index < guards.length; index += 1) {
    if (visit.response.writableEnded || visit.response.destroyed) return undefined;
    const pending = guards[index]?.(visit);
    if (pending) return pending.then(() => passGuards(guards, visit, index + 1));
  }
  return undefined;
}
