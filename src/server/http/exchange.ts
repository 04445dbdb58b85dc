import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** The part of the HTTP server that speaks MCP; everything before it is plain HTTP. */
export interface Exchange {
  answer(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): void;
  close(): Promise<void>;
}

/** The form in which the SDK hands a caller on. */
type CallerInfo = AuthInfo & { extra: HttpCaller };

/** Answers requests of both eras without sessions: nothing is kept from one to the next. */
export function createExchange(report: (problem: Error) => void): Exchange {
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const { token, services } = (authInfo as CallerInfo).extra;
      return buildServer(services, async () => token, era);
    },
    { onerror: report },
  );
  const answer = toNodeHandler(handler, { onerror: report });
  return {
    answer: (request, response, caller) => {
      const auth = { token: caller.token, clientId: 'caller', scopes: [], extra: { ...caller } };
      void answer(Object.assign(request, { auth }), response);
    },
    close: () => handler.close(),
  };
}
