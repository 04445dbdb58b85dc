import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readSharedConfig } from '../../src/config/server.ts';
import { type Connection, connect } from '../../src/connect.ts';
import { createMcpHandler, type HttpCaller } from '../../src/server/http/mcp-handler.ts';
import { createSdkHandler } from '../../src/server/http/sdk-handler.ts';
import type { Dependencies } from '../../src/server/index.ts';
import { type HttpAnswer, type Sent, send } from './send.ts';

export const TOKEN = 'callers-token';

export interface HttpEndpoint {
  port: number;
  send(sent: Sent): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** A server with all tools in front of a platform at this address. */
export function connectTo(platform: string): Connection {
  const flags = { toolsets: ['all'], api: 'contract' };
  return connect(readSharedConfig({ DOCS_PLATFORM_URL: platform }, flags));
}

/** The fast path: plain requests are answered directly. */
export function openDirect(
  dependencies: Dependencies,
  report: Report = ignore,
): Promise<HttpEndpoint> {
  const exchange = createMcpHandler(report);
  return open(
    exchange,
    async (incoming, response, caller) =>
      exchange.answer(incoming, response, caller, await wholeBody(incoming)),
    dependencies,
  );
}

/** The normal path: an SDK server for each request, which reads the request itself. */
export function openThroughSdk(
  dependencies: Dependencies,
  report: Report = ignore,
): Promise<HttpEndpoint> {
  const exchange = createSdkHandler(report);
  return open(exchange, exchange.answer, dependencies);
}

/** Tells the operator of a problem. */
type Report = (problem: Error) => void;

/** Refusals are also reported to the operator; often only the answers are compared. */
function ignore(): void {}

type Answer = (incoming: IncomingMessage, response: ServerResponse, caller: HttpCaller) => unknown;

async function open(
  exchange: { close(): Promise<void> },
  answer: Answer,
  dependencies: Dependencies,
): Promise<HttpEndpoint> {
  const origin = { requestId: 'r1', caller: 'c1' };
  const caller: HttpCaller = {
    token: TOKEN,
    party: 'p1',
    address: '127.0.0.1',
    dependencies,
    origin,
  };
  const server = createServer((incoming, response) => void answer(incoming, response, caller));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    send: (sent) => send(port, sent),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await exchange.close();
    },
  };
}

/** The guards pass on the complete body, if there is one. */
async function wholeBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers;
  return encoding === undefined && length === '0' ? undefined : await buffer(incoming);
}
