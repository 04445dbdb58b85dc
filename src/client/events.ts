import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { ExcessError, isObject, isTooDeep, parseInTurns } from '../json/index.ts';
import { turns } from '../turns.ts';
import { failureKind, readErrorBody } from './error-response.ts';
import type { Fail } from './errors.ts';
import { errorOfFault } from './faults.ts';
import { header, mediaType } from './headers.ts';

/** Maximum characters of an event. */
const MAX_EVENT_LENGTH = 1024 * 1024;

/** Maximum lines of an event: each is a part of a text that is joined at once. */
const MAX_EVENT_LINES = 100_000;

/** Maximum number of events, and of characters of all of them with the lines around them. */
const MAX_EVENTS = 100_000;
const MAX_LENGTH = 32 * 1024 * 1024;

/** Characters that are parsed at once. */
const SLICE = 16 * 1024;

/** Longer events are parsed in pieces, so that nobody else waits. */
const LARGE_LENGTH = 64 * 1024;

export interface StreamLimits {
  /** Milliseconds for the whole stream. */
  maxMs: number;
  /** The time in milliseconds. */
  now: () => number;
  /** Prepares a large event for those who read it. */
  prepare: (event: Record<string, unknown>) => Promise<void>;
}

/** The text of a stream in small slices, other work being done in between. */
async function* readSlices(
  body: Dispatcher.ResponseData['body'],
  { maxMs, now }: StreamLimits,
  fail: Fail,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const turn = turns();
  const end = now() + maxMs;
  let left = MAX_LENGTH;
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; at += SLICE) {
        yield decoder.decode(chunk.subarray(at, at + SLICE), { stream: true });
        await turn();
      }
      left -= chunk.length;
      if (left < 0) throw fail('too_large', `the stream is longer than ${MAX_LENGTH} characters`);
      if (now() > end) throw fail('timeout', `the stream did not end within ${maxMs / 1000} s`);
    }
  } catch (error) {
    throw errorOfFault(error, fail, true);
  }
  // An event that lacks only its closing blank line is complete. The JSON of a truncated one is not valid.
  yield `${decoder.decode()}\n\n`;
}

async function parse(data: string, fail: Fail): Promise<unknown> {
  const bytes = Buffer.from(data);
  try {
    return bytes.length > LARGE_LENGTH || isTooDeep(bytes)
      ? await parseInTurns(bytes)
      : JSON.parse(data);
  } catch (error) {
    if (!(error instanceof ExcessError)) return undefined;
    throw fail('too_large', `an event of the stream is too large: ${error.message}`);
  }
}

async function readObject(
  data: string,
  { prepare }: StreamLimits,
  fail: Fail,
): Promise<Record<string, unknown>> {
  const value = await parse(data, fail);
  if (!isObject(value)) {
    throw fail('invalid_response', 'an event of the stream is not a JSON object', {
      code: 'not_json',
    });
  }
  if (data.length > LARGE_LENGTH) await prepare(value);
  return value;
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function reportedFailure(data: string, fail: Fail): Error {
  const { message = 'no reason given', code } = readErrorBody(fail.scrub(data));
  const status = code !== undefined && code >= 400 && code < 600 ? code : undefined;
  return fail(failureKind(status), `the stream reported a failure: ${message}`, {
    status,
    code,
    platformMessage: message,
  });
}

/**
 * Yields the JSON object of each event until the event `done` or the end of the stream. Leaving the iteration aborts
 * the request. Throws the platform's message on an event `error`, `invalid_response` if an event is not a JSON object
 * or the stream breaks off, and `too_large` or `timeout` beyond the limits.
 */
export async function* readEvents(
  response: Dispatcher.ResponseData,
  limits: StreamLimits,
  fail: Fail,
): AsyncGenerator<Record<string, unknown>> {
  const { statusCode: status, headers, body } = response;
  if (!/^text\/event-stream\b/i.test(header(headers, 'content-type') ?? '')) {
    void body.dump({ limit: 1 });
    const got = mediaType(headers);
    throw fail('invalid_response', `expected an event stream, got ${got}`, { status });
  }
  const reader = new EventReader();
  let count = 0;
  for await (const slice of readSlices(body, limits, fail)) {
    const arrived = reader.read(slice);
    if (reader.excess !== undefined) throw fail('too_large', reader.excess);
    for (const { event, data } of arrived) {
      if (event === 'done') return;
      if (event === 'error') throw reportedFailure(data, fail);
      count += 1;
      if (count > MAX_EVENTS) {
        throw fail('too_large', `the stream has more than ${MAX_EVENTS} events`);
      }
      yield await readObject(data, limits, fail);
    }
  }
}

/** Splits the text of a stream into its events. */
class EventReader {
  /** Why the event that has not ended yet is too large. */
  excess: string | undefined;
  #arrived: EventSourceMessage[] = [];
  /** Lines since the last event. */
  #lines = 0;
  readonly #parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: (event) => this.#arrived.push(event),
    // The format requires parsers to ignore unknown and invalid fields.
    onError: ({ type }: ParseError) => {
      if (type !== 'max-buffer-size-exceeded') return;
      this.excess = `an event is longer than ${MAX_EVENT_LENGTH} characters`;
    },
  });

  /** The events that end in this part of the text. */
  read(text: string): EventSourceMessage[] {
    this.#parser.feed(text);
    const arrived = this.#arrived;
    this.#arrived = [];
    const lines = this.#lines + linesIn(text);
    if (lines > MAX_EVENT_LINES) {
      this.excess ??= `an event has more than ${MAX_EVENT_LINES} lines`;
    }
    this.#lines = arrived.length > 0 ? 0 : lines;
    return arrived;
  }
}
