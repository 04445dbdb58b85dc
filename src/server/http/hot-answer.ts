import type { ServerResponse } from 'node:http';
import { ProtocolErrorCode, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Surface, ToolResult } from '../../tools/index.ts';
import type { Era } from '../approval.ts';
import { CACHE_HINTS, SERVER_INFO } from '../assemble.ts';
import { resultFields } from '../tool-result.ts';
import { SharedTimer } from './shared-timer.ts';

/** How often a stream that is waited for shows that it is alive, in milliseconds; the SDK does the same. */
const KEEP_ALIVE_MS = 15_000;

const KEPT_FOR = JSON.stringify(CACHE_HINTS['tools/list']).slice(1, -1);
const SERVED_BY = `"_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })}`;

const HEADERS: Record<Era, Record<string, string>> = {
  legacy: {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  },
  modern: { 'content-type': 'application/json' },
};

/** Lists that were written down before, by what they list and for whom. */
const lists = new WeakMap<Surface, Map<Era, string>>();

/** The fields of a result of `tools/list`, as JSON without the closing brace. */
export function listFields(surface: Surface, era: Era): string {
  const known = lists.get(surface) ?? new Map<Era, string>();
  lists.set(surface, known);
  const fields = known.get(era) ?? writeList(surface, era);
  known.set(era, fields);
  return fields;
}

function writeList({ definitions }: Surface, era: Era): string {
  const tools = `{"tools":${JSON.stringify(definitions)}`;
  if (era === 'legacy') return tools;
  return `${tools},"resultType":"complete",${KEPT_FOR},${SERVED_BY}`;
}

/** The fields of a result of `tools/call`, as JSON without the closing brace. */
export function callFields(result: ToolResult, era: Era): string {
  const ending = era === 'legacy' ? '' : `,"resultType":"complete",${SERVED_BY}`;
  return `${resultFields(result)}${ending}`;
}

/** Shows of all answers that are waited for that they are alive. */
export function signsOfLife(): SharedTimer<HotAnswer> {
  return new SharedTimer<HotAnswer>(KEEP_ALIVE_MS, (answer) => answer.showLife());
}

/** Writes the one answer of a request, in the form of its era. */
export class HotAnswer {
  readonly #response: ServerResponse;
  readonly #era: Era;
  readonly #waiting: SharedTimer<HotAnswer>;

  constructor(response: ServerResponse, era: Era, waiting: SharedTimer<HotAnswer>) {
    this.#response = response;
    this.#era = era;
    this.#waiting = waiting;
    if (era === 'legacy') this.#waiting.add(this);
  }

  /** Whether the head is out, so that nobody else can answer any more. */
  get begun(): boolean {
    return this.#response.headersSent;
  }

  /** Nothing more is written. */
  stop(): void {
    this.#waiting.delete(this);
  }

  /** Ends the exchange with a result, given by its fields as JSON without the closing brace. */
  result(fields: string, id: string | number): void {
    this.#end(`{"result":${fields}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`);
  }

  /** Ends the exchange with the word that something here is broken. */
  defect(id: string | number): void {
    const error = { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
    this.#end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  }

  #end(message: string): void {
    this.stop();
    const body = this.#era === 'legacy' ? `event: message\ndata: ${message}\n\n` : message;
    const response = this.#response;
    const length = Buffer.byteLength(body);
    if (!response.headersSent) {
      response.writeHead(200, { ...HEADERS[this.#era], 'content-length': length });
    }
    // What is ASCII anyway is written several times as fast when this is said.
    response.end(body, length === body.length ? 'latin1' : 'utf8');
  }

  showLife(): void {
    if (!this.#response.headersSent) this.#response.writeHead(200, HEADERS[this.#era]);
    this.#response.write(': keepalive\n\n');
    this.#waiting.add(this);
  }
}
