import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { ApiError } from '../errors.ts';

type Content =
  | { kind: 'none' }
  | { kind: 'json'; value: object }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'events'; events: readonly object[] };

/** An answer that is not simply a 200 with a JSON body. */
export class Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Content;

  private constructor(status: number, headers: Readonly<Record<string, string>>, content: Content) {
    this.status = status;
    this.headers = headers;
    this.content = content;
  }

  /** 201 with a `Location` header. */
  static created(value: object, location: string): Reply {
    return new Reply(201, { location }, { kind: 'json', value });
  }

  static noContent(): Reply {
    return new Reply(204, {}, { kind: 'none' });
  }

  static bytes(bytes: Uint8Array, contentType: string): Reply {
    const headers = {
      'content-type': contentType,
      // What users upload must never run as a page of this origin.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    };
    return new Reply(200, headers, { kind: 'bytes', bytes });
  }

  /** Bytes that the platform made itself, to be saved; they may be gone soon. */
  static attachment(bytes: Uint8Array, contentType: string): Reply {
    const headers = {
      'content-type': contentType,
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    };
    return new Reply(200, headers, { kind: 'bytes', bytes });
  }

  /** An event stream: one JSON object per event, then an event named `done`. */
  static events(events: readonly object[]): Reply {
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
    return new Reply(200, headers, { kind: 'events', events });
  }

  static error(error: ApiError): Reply {
    const value = { error: { code: error.status, message: error.message } };
    return new Reply(error.status, error.headers, { kind: 'json', value });
  }

  static ok(value: object): Reply {
    return new Reply(200, {}, { kind: 'json', value });
  }
}

/** Writes a reply; resolves when all of it was handed to the socket. */
export async function send(response: ServerResponse, reply: Reply): Promise<void> {
  const { content } = reply;
  if (content.kind === 'events') {
    response.writeHead(reply.status, reply.headers);
    await sendEvents(response, content.events);
    return;
  }
  const bytes = bytesOf(content);
  const headers: Record<string, string | number> = { ...reply.headers };
  if (content.kind === 'json') headers['content-type'] = 'application/json; charset=utf-8';
  if (content.kind !== 'none') headers['content-length'] = bytes.byteLength;
  response.writeHead(reply.status, headers);
  response.end(bytes);
}

function bytesOf(content: Exclude<Content, { kind: 'events' }>): Uint8Array {
  if (content.kind === 'json') return Buffer.from(JSON.stringify(content.value));
  return content.kind === 'bytes' ? content.bytes : new Uint8Array();
}

/** Between two events of a stream, so that readers see them one by one, as they would when it was written live. */
const EVENT_PAUSE_MS = 20;

async function sendEvents(response: ServerResponse, events: readonly object[]): Promise<void> {
  for (const event of events) {
    if (response.destroyed) return;
    if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) {
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    await setTimeout(EVENT_PAUSE_MS);
  }
  response.end('event: done\ndata: {}\n\n');
}
