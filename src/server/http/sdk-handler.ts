import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { ToolOutcome } from '../../tools/index.ts';
import { buildServer } from '../assemble.ts';
import { accessOf, type Dependencies } from '../dependencies.ts';
import { LISTEN } from '../events/listen-method.ts';
import type { RequestOrigin } from '../observe/call.ts';
import { onListsChanged } from '../served-surface.ts';
import { Cancellations, clientOf } from './cancellations.ts';
import { ListenStreams } from './listen-streams.ts';
import { nameRequest } from './request-id.ts';

/** The sender of a request, as the guards identified it. */
export interface HttpCaller {
  /** The token that this request's calls send to the platform. It goes nowhere else. */
  token: string;
  /** Distinguishes callers that share the token. */
  party: string;
  /** The client IP. */
  address: string;
  /** What this caller is offered: all that the operator offers, or less if the request was restricted. */
  dependencies: Dependencies;
  /** Observes this request. */
  origin: RequestOrigin;
  /** The result of the tool call that was already made for this request. */
  made?: Promise<ToolOutcome | undefined>;
}

export interface SdkHandler {
  /** Answers a request whose body was read. `message` is the body as JSON, undefined if there is none. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpCaller,
    message?: unknown,
  ): void;
  close(): Promise<void>;
}

/** The SDK's container for a caller. */
type CallerInfo = AuthInfo & { extra: HttpCaller & Visited };

/** The request and its response. */
interface Visited {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Speaks all of MCP, both eras and without sessions, with one SDK server for each request. */
export function createSdkHandler(
  report: (problem: Error) => void,
  cancellations = new Cancellations(),
): SdkHandler {
  const factory: McpServerFactory = ({ authInfo, era }) => {
    const { token, dependencies, origin, made, request, response } = (authInfo as CallerInfo).extra;
    const server = buildServer(dependencies, async () => token, era, { made });
    server.onerror = report;
    if (era === 'legacy') {
      const client = clientOf(request, origin.caller);
      server.cancellable = (id) =>
        cancellations.begin(client, id, () => void server.close().catch(report));
    }
    // Without this reference Node may collect the web request before its client leaves, and with it the signal that
    // notifies the server.
    response.once('close', () => server.close().catch(report));
    return server;
  };
  const handler = createMcpHandler(factory, { onerror: report });
  const answer = toNodeHandler(handler, { onerror: report });
  const streams = new ListenStreams(factory, report);
  return {
    answer: (request, response, caller, message) => {
      const { token, dependencies, origin } = caller;
      nameRequest(response, origin.requestId);
      const auth = {
        token,
        clientId: 'caller',
        scopes: [],
        extra: { ...caller, request, response },
      };
      Object.assign(request, { auth });
      // In either case the SDK refuses a request whose header and body disagree.
      if (dependencies.changes && request.headers['mcp-method'] === LISTEN) {
        const subscriber = { token, access: accessOf(dependencies) };
        const { observer } = dependencies;
        streams
          .serve(dependencies.changes, {
            ...{ request, response, subscriber, observer, origin, message },
            whenListsChange: (tell) => onListsChanged(dependencies, async () => token, tell),
          })
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
