import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { ApiError } from '../errors.ts';
import { mapInTurns } from '../runtime/turns.ts';
import { partsOf, weightOf, writeInTurns } from '../runtime/write-json.ts';
import { JsonWriter } from './raw-json.ts';

type ReplyBody =
  | { kind: 'none' }
  | { kind: 'json'; value: object }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'text'; pieces: readonly string[] }
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

  /** Plain text, such as a page, in pieces. */
  static text(
    status: number,
    contentType: string,
    pieces: readonly string[],
    headers: Readonly<Record<string, string>>,
  ): HttpReply {
    const content = { kind: 'text' as const, pieces };
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
    const pieces = await bytesOf(content);
    writeHead(response, reply, sizeOf(pieces));
    for (const piece of pieces.slice(0, -1)) response.write(piece);
    response.end(pieces.at(-1));
  }
}

/** Writes half of a reply and destroys the connection. A reply without a body is not sent at all. */
export async function sendHalf(response: ServerResponse, reply: HttpReply): Promise<void> {
  const bytes = Buffer.concat(await bytesOf(reply.content));
  const half = bytes.subarray(0, Math.ceil(bytes.byteLength / 2));
  writeHead(response, reply, bytes.byteLength);
  if (half.byteLength > 0) await new Promise<void>((done) => response.write(half, () => done()));
  response.destroy();
}

function writeHead(
  response: ServerResponse,
  { status, headers, content }: HttpReply,
  size: number,
) {
  response.writeHead(status, {
    'cache-control': 'private, no-store',
    ...headers,
    ...(content.kind === 'json' && { 'content-type': 'application/json; charset=utf-8' }),
    ...(content.kind !== 'none' && content.kind !== 'events' ? { 'content-length': size } : {}),
  });
}

/** A larger body is written piece by piece, with turns for others in between. */
const PIECE = 64 * 1024;

/** The bytes of a body, in pieces: putting a large one together takes long. */
async function bytesOf(content: ReplyBody): Promise<Uint8Array[]> {
  switch (content.kind) {
    case 'json':
      return await encoded(await jsonOf(content.value));
    case 'text':
      return await encoded(content.pieces);
    case 'events':
      return content.events.flatMap(eventBytes);
    case 'bytes':
      return [content.bytes];
    case 'none':
      return [];
  }
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((size, { byteLength }) => size + byteLength, 0);
}

type Piece = string | Uint8Array;

async function jsonOf(value: object): Promise<Piece[]> {
  const writer = new JsonWriter();
  const texts =
    weightOf(value, PIECE) <= PIECE
      ? [writer.write(value) ?? 'null']
      : await writeInTurns(value, PIECE, writer.write);
  return texts.flatMap((text) => writer.pieces(text));
}

/** Texts as UTF-8; long ones part by part. */
async function encoded(pieces: readonly Piece[]): Promise<Uint8Array[]> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= PIECE) return [Buffer.concat(pieces.map((piece) => Buffer.from(piece)))];
  const parts = pieces.flatMap<Piece>((piece) =>
    typeof piece === 'string' ? partsOf(piece, PIECE) : bytePartsOf(piece),
  );
  return await mapInTurns(parts, (part) => (typeof part === 'string' ? Buffer.from(part) : part));
}

function bytePartsOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, index) =>
    bytes.subarray(index * PIECE, (index + 1) * PIECE),
  );
}

/** Pause between two events of a stream, so that readers get them one by one, as from a live service. */
const EVENT_PAUSE_MS = 20;

async function sendEvents(response: ServerResponse, events: readonly object[]): Promise<void> {
  for (const event of events) {
    if (response.destroyed) return;
    if (!response.write(Buffer.concat(eventBytes(event)))) {
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    await setTimeout(EVENT_PAUSE_MS);
  }
  response.end('event: done\ndata: {}\n\n');
}

function eventBytes(event: object): Uint8Array[] {
  const writer = new JsonWriter();
  const json = writer.pieces(writer.write(event) ?? 'null');
  return ['data: ', ...json, '\n\n'].map((piece) => Buffer.from(piece));
}
