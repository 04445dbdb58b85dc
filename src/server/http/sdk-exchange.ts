import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { buildServer } from '../assemble.ts';
import type { Services } from '../services.ts';

/** Who sent a request, as the guards and the authentication found. */
export interface HttpCaller {
  /** The token that goes to the platform with this request's calls, and nowhere else. */
  token: string;
  /** What this caller is offered: the operator's services, or less where the request asked for less. */
  services: Services;
}

export interface SdkExchange {
  /** Answers a request; `body` is what was already read of it, all of it. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpCaller,
    body?: Buffer,
  ): void;
  close(): Promise<void>;
}

/** The form in which the SDK hands a caller on. */
type CallerInfo = AuthInfo & { extra: HttpCaller };

/** Speaks all of MCP, of both eras and without sessions, by a server of the SDK for each request. */
export function createSdkExchange(report: (problem: Error) => void): SdkExchange {
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const { token, services } = (authInfo as CallerInfo).extra;
      return buildServer(services, async () => token, era);
    },
    { onerror: report },
  );
  const answer = toNodeHandler(handler, { onerror: report });
  return {
    answer: (request, response, caller, body) => {
      const auth = { token: caller.token, clientId: 'caller', scopes: [], extra: { ...caller } };
      const whole = body === undefined ? request : unread(request, body);
      void answer(Object.assign(whole, { auth }), response);
    },
    close: () => handler.close(),
  };
}

/** The request as it was before its body was read, with all that the SDK looks at. */
function unread({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as IncomingMessage;
}
