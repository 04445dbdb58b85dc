import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { ChangeHub, Subscriber, Watch } from '../events/change-hub.ts';
import { LISTEN, type Listening, listeningIn } from '../events/listen-request.ts';
import { protocolError } from '../events/refusal.ts';
import type { Incoming, RequestOrigin } from '../observe/call.ts';
import type { Observer } from '../observe/observer.ts';
import { outcomeOfError } from '../observed-server.ts';
import { MODERN_REVISION } from '../revisions.ts';
import type { ChangedList } from '../served-surface.ts';

/** A request that claims to be a listen request. */
export interface ListenCall {
  request: IncomingMessage;
  response: ServerResponse;
  subscriber: Subscriber;
  /** Observes the stream, which counts as a call for as long as it is open. */
  observer: Observer;
  origin: RequestOrigin;
  /** Subscribes to changes of this caller's lists; the returned function unsubscribes. */
  whenListsChange(tell: (changed: readonly ChangedList[]) => void): () => void;
  /** Its body as JSON; undefined if there is none. */
  message: unknown;
}

interface Stream {
  close(): Promise<void>;
}

/** Milliseconds for a client to receive the end of its stream. */
const END_MS = 2_000;

/** The open notification streams over HTTP. */
export class ListenStreams {
  readonly #factory: McpServerFactory;
  readonly #report: (problem: Error) => void;
  readonly #open = new Set<Stream>();

  constructor(factory: McpServerFactory, report: (problem: Error) => void) {
    this.#factory = factory;
    this.#report = report;
  }

  /**
   * Answers a request with a stream that lasts until one side ends it. Changes arrive over a bus of this stream alone,
   * because nobody else may see them. The SDK speaks the protocol.
   */
  async serve(changes: ChangeHub, call: ListenCall): Promise<void> {
    const { request, response, subscriber, message } = call;
    const report = this.#report;
    const bus = new InMemoryServerEventBus(report);
    const handler = createMcpHandler(this.#factory, { bus, onerror: report });
    const disconnected = new Promise((resolve) => response.once('close', resolve));
    const stream: Stream = {
      close: async () => {
        await handler.close();
        await Promise.race([disconnected, setTimeout(END_MS, undefined, { ref: false })]);
      },
    };
    const listening = listeningIn(message);
    const observed = listening && call.observer.begin(incoming(listening, call));
    let watch: Watch | undefined;
    try {
      watch =
        listening &&
        (await changes.watch(listening.uris, subscriber, {
          updated: (uri) => bus.publish({ kind: 'resource_updated', uri }),
          ended: () => void stream.close(),
        }));
    } catch (error) {
      const refusal = protocolError(error, report);
      observed?.end(outcomeOfError(refusal.code), refusal.code);
      const answer = { jsonrpc: '2.0', id: listening?.id, error: refusal };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    if (!response.destroyed) {
      this.#open.add(stream);
      const end = call.whenListsChange((changed) => {
        for (const list of changed) bus.publish({ kind: `${list}_list_changed` });
      });
      void toNodeHandler(handler, { onerror: report })(request, response, message);
      await disconnected;
      end();
      this.#open.delete(stream);
    }
    // Runs whichever side ends the stream.
    observed?.end('ok');
    watch?.close();
    await handler.close();
  }

  /** Ends all streams as the protocol prescribes. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream.close()));
  }
}

function incoming({ id }: Listening, { origin }: ListenCall): Incoming {
  return { method: LISTEN, id, protocol: MODERN_REVISION, origin };
}
