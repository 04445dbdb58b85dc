import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { ChangeHub, Subscriber, Watch } from '../events/change-hub.ts';
import { LISTEN } from '../events/listen-method.ts';
import { type Listening, listeningIn } from '../events/listen-request.ts';
import { protocolError } from '../events/refusal.ts';
import type { Incoming, RequestOrigin } from '../observe/call.ts';
import type { Observer } from '../observe/observer.ts';
import { outcomeOfError } from '../observed-server.ts';
import { isObject, parseJson } from '../plain-json.ts';
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
    let refusal: ReturnType<typeof protocolError> | undefined;
    try {
      watch =
        listening &&
        (await changes.watch(listening.uris, subscriber, {
          updated: (uri) => bus.publish({ kind: 'resource_updated', uri }),
          ended: (reason) => {
            refusal = protocolError(reason, report);
            void stream.close();
          },
        }));
    } catch (problem) {
      const error = protocolError(problem, report);
      observed?.end(outcomeOfError(error.code), error.code);
      const answer = { jsonrpc: '2.0', id: listening?.id, error };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    if (!response.destroyed) {
      this.#open.add(stream);
      const end = call.whenListsChange((changed) => {
        for (const list of changed) bus.publish({ kind: `${list}_list_changed` });
      });
      const answering = {
        fetch: async (...asked: Parameters<typeof handler.fetch>) =>
          endingWith(() => refusal, await handler.fetch(...asked)),
      };
      void toNodeHandler(answering, { onerror: report })(request, response, message);
      await disconnected;
      end();
      this.#open.delete(stream);
    }
    // Runs whichever side ends the stream.
    if (refusal) observed?.end(outcomeOfError(refusal.code), refusal.code);
    else observed?.end('ok');
    watch?.close();
    await handler.close();
  }

  /** Ends all streams as the protocol prescribes. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((stream) => stream.close()));
  }
}

/** The same answer. If there is a refusal by its end, that replaces the empty result with which the SDK ends it. */
function endingWith(refusal: () => object | undefined, answer: Response): Response {
  const replacing = new TransformStream<Uint8Array, Uint8Array>({
    transform: (event, controller) => {
      const error = refusal();
      controller.enqueue((error && refuseResult(event, error)) ?? event);
    },
  });
  return new Response(answer.body?.pipeThrough(replacing) ?? null, answer);
}

/** The event with the error in place of the result; undefined for other events, such as notifications. */
function refuseResult(event: Uint8Array, error: object): Uint8Array | undefined {
  const [, data = ''] = /^data: (.*)$/m.exec(new TextDecoder().decode(event)) ?? [];
  const message = parseJson(data);
  if (!isObject(message) || !('result' in message)) return undefined;
  const { result: _, ...request } = message;
  return new TextEncoder().encode(
    `event: message\ndata: ${JSON.stringify({ ...request, error })}\n\n`,
  );
}

function incoming({ id }: Listening, { origin }: ListenCall): Incoming {
  return { method: LISTEN, id, protocol: MODERN_REVISION, origin };
}
