import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { ApiError } from '../errors.ts';
import { mapInTurns } from '../runtime/turns.ts';
import { weightOf, writeInTurns } from '../runtime/write-json.ts';
import { stringify } from './raw-json.ts';

type ReplyBody =
  | { kind: 'none' }
  | { kind: 'json'; value: object }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'events'; events: readonly object[] };

/** A response other than a 200 with a JSON body. */
export class HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: ReplyBody;

  private constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    content: ReplyBody,
  ) {
    this.status = status;
    this.headers = headers;
    this.content = content;
  }

  /** 201 with a `Location` header. */
  static created(value: object, location: string): HttpReply {
    return new HttpReply(201, { location }, { kind: 'json', value });
  }

  static noContent(): HttpReply {
    return new HttpReply(204, {}, { kind: 'none' });
  }

  /** The current service's answer to a deletion: 205 if something was deleted, 204 if nothing existed. */
  static deleted(wasThere: boolean): HttpReply {
    if (!wasThere) return HttpReply.noContent();
    return new HttpReply(205, { 'content-length': '0' }, { kind: 'none' });
  }

  static bytes(bytes: Uint8Array, contentType: string): HttpReply {
    const headers = {
      'content-type': contentType,
      // Uploads must never run as a page of this origin.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    };
    return new HttpReply(200, headers, { kind: 'bytes', bytes });
  }

  /** A download that the platform generated; it may expire soon. */
  static attachment(bytes: Uint8Array, contentType: string): HttpReply {
    const headers = {
      'content-type': contentType,
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    };
    return new HttpReply(200, headers, { kind: 'bytes', bytes });
  }

  /** Plain text, such as a page. */
  static text(
    status: number,
    contentType: string,
    text: string,
    headers: Readonly<Record<string, string>>,
  ): HttpReply {
    const content = { kind: 'bytes' as const, bytes: Buffer.from(text) };
    return new HttpReply(status, { 'content-type': contentType, ...headers }, content);
  }

  /** A redirect; 303 makes the client use GET. */
  static redirect(
    location: string,
    headers: Readonly<Record<string, string>> = {},
    status: 303 | 307 | 308 = 303,
  ): HttpReply {
    return new HttpReply(
      status,
      { location, ...headers },
      { kind: 'bytes', bytes: new Uint8Array() },
    );
  }

  /** An event stream: one JSON object per event, then an event named `done`. */
  static events(events: readonly object[]): HttpReply {
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
    return new HttpReply(200, headers, { kind: 'events', events });
  }

  static error(error: ApiError): HttpReply {
    const value = { error: { code: error.status, message: error.message } };
    return new HttpReply(error.status, error.headers, { kind: 'json', value });
  }

  static ok(value: object): HttpReply {
    return new HttpReply(200, {}, { kind: 'json', value });
  }
}

/** Writes a reply; resolves once all of it is handed to the socket. */
export async function sendReply(response: ServerResponse, reply: HttpReply): Promise<void> {
  const { content } = reply;
  if (content.kind === 'events') {
    response.writeHead(reply.status, reply.headers);
    await sendEvents(response, content.events);
  } else {
    const bytes = await bytesOf(content);
    writeHead(response, reply, bytes);
    response.end(bytes);
  }
}

/** Writes half of a reply and destroys the connection. A reply without a body is not sent at all. */
export async function sendHalf(response: ServerResponse, reply: HttpReply): Promise<void> {
  const bytes = await bytesOf(reply.content);
  const half = bytes.subarray(0, Math.ceil(bytes.byteLength / 2));
  writeHead(response, reply, bytes);
  if (half.byteLength > 0) await new Promise<void>((done) => response.write(half, () => done()));
  response.destroy();
}

function writeHead(
  response: ServerResponse,
  { status, headers, content }: HttpReply,
  bytes: Uint8Array,
) {
  response.writeHead(status, {
    'cache-control': 'private, no-store',
    ...headers,
    ...(content.kind === 'json' && { 'content-type': 'application/json; charset=utf-8' }),
    ...('value' in content || 'bytes' in content ? { 'content-length': bytes.byteLength } : {}),
  });
}

/** A larger body is written piece by piece, with turns for others in between. */
const PIECE = 64 * 1024;

async function bytesOf(content: ReplyBody): Promise<Uint8Array> {
  if (content.kind === 'json') {
    if (weightOf(content.value, PIECE) <= PIECE) return Buffer.from(stringify(content.value));
    const pieces = await writeInTurns(content.value, PIECE, stringify);
    return Buffer.concat(await mapInTurns(pieces, (piece) => Buffer.from(piece)));
  }
  if (content.kind === 'events') return Buffer.from(content.events.map(eventText).join(''));
  return content.kind === 'bytes' ? content.bytes : new Uint8Array();
}

/** Pause between two events of a stream, so that readers get them one by one, as from a live service. */
const EVENT_PAUSE_MS = 20;

async function sendEvents(response: ServerResponse, events: readonly object[]): Promise<void> {
  for (const event of events) {
    if (response.destroyed) return;
    if (!response.write(eventText(event))) {
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    await setTimeout(EVENT_PAUSE_MS);
  }
  response.end('event: done\ndata: {}\n\n');
}

function eventText(event: object): string {
  return `data: ${stringify(event)}\n\n`;
}
