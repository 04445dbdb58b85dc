import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { ToolOutcome } from '../../tools/index.ts';
import { buildServer } from '../assemble.ts';
import { LISTEN } from '../events/listen-request.ts';
import type { Origin } from '../observe/call.ts';
import { accessOf, type Services } from '../services.ts';
import { Cancellations, clientOf } from './cancellations.ts';
import { ListenStreams } from './listen-streams.ts';

/** Who sent a request, as the guards and the authentication found. */
export interface HttpCaller {
  /** The token that goes to the platform with this request's calls, and nowhere else. */
  token: string;
  /** Who this is among those who share the token. */
  party: string;
  /** What this caller is offered: the operator's services, or less where the request asked for less. */
  services: Services;
  /** How this request is told of. */
  origin: Origin;
  /** What the call of a tool comes to that was already made for this request. */
  made?: Promise<ToolOutcome | undefined>;
}

export interface SdkExchange {
  /** Answers a request, of which the body was read: `message` is what it says as JSON, undefined where it says nothing. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpCaller,
    message?: unknown,
  ): void;
  close(): Promise<void>;
}

/** The form in which the SDK hands a caller on. */
type CallerInfo = AuthInfo & { extra: HttpCaller & Visited };

/** Where a request came from, and where its answer goes. */
interface Visited {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Speaks all of MCP, of both eras and without sessions, by a server of the SDK for each request. */
export function createSdkExchange(
  report: (problem: Error) => void,
  cancellations = new Cancellations(),
): SdkExchange {
  const factory: McpServerFactory = ({ authInfo, era }) => {
    const { token, services, origin, made, request, response } = (authInfo as CallerInfo).extra;
    const server = buildServer(services, async () => token, era, { made });
    if (era === 'legacy') {
      const client = clientOf(request, origin.caller);
      server.cancellable = (id) =>
        cancellations.begin(client, id, () => void server.close().catch(report));
    }
    // Node may collect the web request before its client goes away, and with it what would tell the server.
    response.once('close', () => server.close().catch(report));
    return server;
  };
  const handler = createMcpHandler(factory, { onerror: report });
  const answer = toNodeHandler(handler, { onerror: report });
  const streams = new ListenStreams(factory, report);
  return {
    answer: (request, response, caller, message) => {
      const { token, services, origin } = caller;
      const auth = {
        token,
        clientId: 'caller',
        scopes: [],
        extra: { ...caller, request, response },
      };
      Object.assign(request, { auth });
      // A request whose header and body do not agree is refused by the SDK in either way.
      if (services.changes && request.headers['mcp-method'] === LISTEN) {
        const hearer = { token, access: accessOf(services) };
        const { observer } = services;
        streams
          .serve(services.changes, { request, response, hearer, observer, origin, message })
          .catch(report);
        return;
      }
      void answer(request, response, message);
    },
    close: async () => {
      await Promise.all([handler.close(), streams.close()]);
    },
  };
}
