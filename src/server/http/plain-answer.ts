import type { ServerResponse } from 'node:http';
import {
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { QueueEntry } from '../../client/linked-queue.ts';
import { SharedTimer } from '../../client/shared-timer.ts';
import type { Surface } from '../../tools/index.ts';
import type { Era } from '../approval.ts';
import { CACHE_HINTS, INTRODUCED, SERVER_INFO, serverCapabilities } from '../assemble.ts';
import type { Dependencies } from '../dependencies.ts';
import { handshakeFields, listFields } from '../fast-path/answer.ts';
import type { PostedRequest } from './plain-request.ts';
import { REQUEST_ID } from './request-id.ts';

/** Milliseconds between keep-alive messages on a stream with a pending answer, as in the SDK. */
const KEEP_ALIVE_MS = 15_000;

/** Flush when this many are queued. */
const MAX_TOGETHER = 64;

/** Bytes to send in one turn of the event loop; the answers that are left wait for the next. */
const MAX_BYTES_A_TURN = 1_000_000;

const KEPT_FOR = JSON.stringify(CACHE_HINTS['tools/list']).slice(1, -1);
const SERVED_BY = `"_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })}`;

/** Alternating names and values, the form that Node writes fastest. */
const HEADERS: Record<Era, readonly string[]> = {
  legacy: [
    ...['content-type', 'text/event-stream'],
    ...['cache-control', 'no-cache, no-transform'],
    ...['connection', 'keep-alive'],
    ...['x-accel-buffering', 'no'],
  ],
  modern: ['content-type', 'application/json'],
};

/** The client's protocol: the era and the exact revision. */
type AgreedProtocol = Pick<PostedRequest, 'era' | 'protocol'>;

/** The lists to serve. */
type ListedSurface = Pick<Dependencies, 'surface'>;

/** Prebuilt lists, by what they list and by revision. */
const lists = new WeakMap<Surface, Map<string, Buffer>>();

/**
 * The fields of a posted `tools/list`, written once for each surface and revision. All clients get the same bytes, so
 * that those who read slowly do not hold a copy each.
 */
export function postedListFields(offer: ListedSurface, { era, protocol }: AgreedProtocol): Buffer {
  const { surface } = offer;
  const known = lists.get(surface) ?? new Map<string, Buffer>();
  lists.set(surface, known);
  const fields = known.get(protocol) ?? Buffer.from(writeList(offer, { era, protocol }));
  known.set(protocol, fields);
  return fields;
}

function writeList({ surface }: ListedSurface, { era, protocol }: AgreedProtocol): string {
  const tools = listFields(surface.definitions, protocol);
  if (era === 'legacy') return tools;
  return `${tools},"resultType":"complete",${KEPT_FOR},${SERVED_BY}`;
}

/** The fields of the result of a posted handshake, as JSON without the closing brace. */
export function postedHandshakeFields(
  { instructions, surface }: Dependencies,
  asked: string,
): string {
  const protocolVersion = SUPPORTED_PROTOCOL_VERSIONS.includes(asked)
    ? asked
    : (SUPPORTED_PROTOCOL_VERSIONS[0] as string);
  return handshakeFields({
    protocolVersion,
    capabilities: serverCapabilities({}),
    serverInfo: INTRODUCED,
    instructions: instructions(surface.toolsets),
  });
}

/** The part after the fields of a result of `tools/call`. */
export function callEnding(era: Era): string {
  return era === 'legacy' ? '' : `,"resultType":"complete",${SERVED_BY}`;
}

/** A serialised answer, and what to do after it was sent. */
interface Finished {
  /** Its size in bytes. */
  size: number;
  send(): void;
  sent(): void;
}

/** What the answers of one server share. */
export class PlainAnswers {
  readonly #waiting = new SharedTimer<PlainAnswer>(KEEP_ALIVE_MS, (answer) => answer.showLife());
  #finished: Finished[] = [];
  /** Bytes that were sent in this turn. */
  #bytes = 0;
  /** Answers that were opened and are not finished yet. */
  #open = 0;

  /** Begins the single answer of a request, in the form of its era. */
  open(response: ServerResponse, era: Era, requestId: string): PlainAnswer {
    this.#open += 1;
    return new PlainAnswer(response, era, requestId, this);
  }

  /** An answer was finished or abandoned. */
  close(): void {
    this.#open -= 1;
  }

  /** Sends keep-alive messages for an answer until the entry leaves. */
  wait(answer: PlainAnswer): QueueEntry<unknown> {
    return this.#waiting.add(answer);
  }

  /**
   * Sends an answer, together with all others of the same turn of the event loop. Each write wakes a reading process.
   * If a few processes get all answers, writing them back to back takes a third less CPU than writing each in the
   * middle of other work. The only answer does not wait for the end of the turn.
   */
  finish(answer: Finished): void {
    const together = this.#finished.push(answer);
    const isTime = this.#open === 0 || together >= MAX_TOGETHER;
    if (isTime && this.#bytes < MAX_BYTES_A_TURN) this.#send();
    else if (together === 1) setImmediate(this.#endTurn);
  }

  readonly #endTurn = () => {
    this.#bytes = 0;
    this.#send();
    if (this.#finished.length > 0) setImmediate(this.#endTurn);
  };

  #send(): void {
    let count = 0;
    for (const answer of this.#finished) {
      if (this.#bytes >= MAX_BYTES_A_TURN) break;
      answer.send();
      this.#bytes += answer.size;
      count += 1;
    }
    for (const answer of this.#finished.splice(0, count)) answer.sent();
  }
}

/** The single answer of a request, in the form of its era. */
export class PlainAnswer {
  readonly #response: ServerResponse;
  readonly #era: Era;
  readonly #requestId: string;
  readonly #all: PlainAnswers;
  #waiting: QueueEntry<unknown> | undefined;
  #isStopped = false;

  constructor(response: ServerResponse, era: Era, requestId: string, all: PlainAnswers) {
    this.#response = response;
    this.#era = era;
    this.#requestId = requestId;
    this.#all = all;
    if (era === 'legacy') this.#waiting = all.wait(this);
  }

  /** Whether the headers are written: after that, no other code can answer. */
  get begun(): boolean {
    return this.#response.headersSent;
  }

  /** Nothing more is written. Only the first time counts. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#waiting?.leave();
    this.#all.close();
  }

  /**
   * Answers the request with a result, given by its fields as JSON in pieces, without the closing brace. `sent` is called
   * after it was sent, or when its client is gone.
   */
  result(fields: readonly string[], id: string | number, sent: () => void): void {
    const [start, end] = this.#around(id);
    this.#end([start, ...fields, end], sent);
  }

  /** Answers the request with a result, like `result`, whose fields are UTF-8. */
  encodedResult(fields: Buffer, id: string | number, sent: () => void): void {
    const [start, end] = this.#around(id);
    const size = Buffer.byteLength(start) + fields.length + Buffer.byteLength(end);
    this.#finish(size, sent, (response) => {
      response.write(start);
      response.write(fields);
      response.end(end);
    });
  }

  /** Ends the request without an answer, because the client has left. */
  nothing(): void {
    this.stop();
    this.#begin();
    this.#response.end();
  }

  /** Answers the request with an internal error. */
  defect(id: string | number): void {
    const error = { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
    const [start, end] = this.#framing;
    this.#end([start, JSON.stringify({ jsonrpc: '2.0', id, error }), end], () => undefined);
  }

  /** What surrounds a message. */
  get #framing(): [string, string] {
    return this.#era === 'legacy' ? ['event: message\ndata: ', '\n\n'] : ['', ''];
  }

  /** What surrounds the fields of a result. */
  #around(id: string | number): [string, string] {
    const [start, end] = this.#framing;
    return [`${start}{"result":`, `},"jsonrpc":"2.0","id":${JSON.stringify(id)}}${end}`];
  }

  #end(pieces: readonly string[], sent: () => void): void {
    const body = pieces.reduce((all, piece) => all + piece);
    const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    // Node writes ASCII several times as fast if it is declared as latin1.
    const encoding = size === body.length ? 'latin1' : 'utf8';
    this.#finish(size, sent, (response) => response.end(body, encoding));
  }

  #finish(size: number, sent: () => void, send: (response: ServerResponse) => void): void {
    this.stop();
    this.#begin('content-length', String(size));
    this.#all.finish({ size, sent, send: () => send(this.#response) });
  }

  /** Writes the head, unless it was written. */
  #begin(...more: string[]): void {
    if (this.begun) return;
    const head = [...HEADERS[this.#era], REQUEST_ID, this.#requestId, ...more];
    this.#response.writeHead(200, head);
  }

  showLife(): void {
    this.#begin();
    this.#response.write(': keepalive\n\n');
    this.#waiting = this.#all.wait(this);
  }
}
