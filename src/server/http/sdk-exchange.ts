import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
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
    const { token, services, origin, request, response } = (authInfo as CallerInfo).extra;
    const server = buildServer(services, async () => token, era);
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
    answer: (request, response, caller, body) => {
      const { token, services, origin } = caller;
      const auth = {
        token,
        clientId: 'caller',
        scopes: [],
        extra: { ...caller, request, response },
      };
      const whole = (read: Buffer) => Object.assign(unread(request, read), { auth });
      // A request whose header and body do not agree is refused by the SDK in either way.
      if (services.changes && request.headers['mcp-method'] === LISTEN) {
        const hearer = { token, access: accessOf(services) };
        const { observer } = services;
        streams
          .serve(services.changes, { request, response, hearer, observer, origin, body, whole })
          .catch(report);
        return;
      }
      void answer(body ? whole(body) : Object.assign(request, { auth }), response);
    },
    close: async () => {
      await Promise.all([handler.close(), streams.close()]);
    },
  };
}

/** The request as it was before its body was read, with all that the SDK looks at. */
function unread({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as IncomingMessage;
}
