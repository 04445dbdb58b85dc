import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { isObject } from '../json/index.ts';
import { failureKind, readErrorBody } from './error-response.ts';
import type { Fail } from './errors.ts';
import { errorOfFault } from './faults.ts';
import { header, mediaType } from './headers.ts';

/** Maximum characters of an event that has not ended yet. */
const MAX_EVENT_LENGTH = 32 * 1024 * 1024;

async function* readChunks(
  body: Dispatcher.ResponseData['body'],
  fail: Fail,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw errorOfFault(error, fail, true);
  }
  // An event that lacks only its closing blank line is complete. The JSON of a truncated one is not valid.
  yield `${decoder.decode()}\n\n`;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function readObject(data: string, fail: Fail): Record<string, unknown> {
  const value = parse(data);
  if (isObject(value)) return value;
  throw fail('invalid_response', 'an event of the stream is not a JSON object', {
    code: 'not_json',
  });
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
 * the request. Throws the platform's message on an event `error`, and `invalid_response` if an event is not a JSON
 * object or the stream breaks off.
 */
export async function* readEvents(
  response: Dispatcher.ResponseData,
  fail: Fail,
): AsyncGenerator<Record<string, unknown>> {
  const { statusCode: status, headers, body } = response;
  if (!/^text\/event-stream\b/i.test(header(headers, 'content-type') ?? '')) {
    void body.dump({ limit: 1 });
    const got = mediaType(headers);
    throw fail('invalid_response', `expected an event stream, got ${got}`, { status });
  }
  const arrived: EventSourceMessage[] = [];
  let overflow = false;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: (event) => arrived.push(event),
    // The format requires parsers to ignore unknown and invalid fields.
    onError: (error: ParseError) => {
      overflow ||= error.type === 'max-buffer-size-exceeded';
    },
  });
  for await (const chunk of readChunks(body, fail)) {
    parser.feed(chunk);
    for (const { event, data } of arrived.splice(0)) {
      if (event === 'done') return;
      if (event === 'error') throw reportedFailure(data, fail);
      yield readObject(data, fail);
    }
    if (overflow) {
      throw fail('too_large', `an event is longer than ${MAX_EVENT_LENGTH} characters`);
    }
  }
}
