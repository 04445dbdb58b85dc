import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Surface, ToolOutcome } from '../../tools/index.ts';
import type { Services } from '../services.ts';
import { callFields, HotAnswer, listFields } from './hot-answer.ts';
import { type HotCall, type HotList, hotRequest, mayBeHot } from './hot-request.ts';
import { createSdkExchange, type HttpCaller, type SdkExchange } from './sdk-exchange.ts';

export type { HttpCaller } from './sdk-exchange.ts';

/** The part of the HTTP server that speaks MCP; everything before it is plain HTTP. */
export interface Exchange {
  answer(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): void;
  close(): Promise<void>;
}

/** One request whose body was read. */
interface Read {
  request: IncomingMessage;
  response: ServerResponse;
  caller: HttpCaller;
  body: Buffer;
}

/**
 * Answers requests of both eras without sessions: nothing is kept from one to the next. Plain lists and calls of
 * tools, which most requests are, are answered here, byte for byte as the SDK would; everything else by the SDK.
 */
export function createExchange(report: (problem: Error) => void): Exchange {
  const sdk = createSdkExchange(report);
  return {
    answer: (request, response, caller) => {
      if (!mayBeHot(request)) return sdk.answer(request, response, caller);
      readBody(request, (body) => answerRead({ request, response, caller, body }, sdk));
    },
    close: () => sdk.close(),
  };
}

/** Reads a body that is known to be short; a request that breaks off has nobody left to answer. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () =>
    done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
  );
}

function answerRead(read: Read, sdk: SdkExchange): void {
  const { request, response, caller, body } = read;
  const hot = hotRequest(request.headers, body.toString('utf8'));
  if (!hot) sdk.answer(request, response, caller, body);
  else if (hot.method === 'tools/list') list(hot, read);
  else void call(hot, read, sdk);
}

function list({ era, id }: HotList, { response, caller }: Read): void {
  const { surface, onListed } = caller.services;
  if (onListed) setImmediate(onListed);
  new HotAnswer(response, era).result(listFields(surface, era), id);
}

/** Calls a tool. What comes to anything but a result is told by the SDK. */
async function call(
  { name, arguments: args, era, id, askable }: HotCall,
  { request, response, caller, body }: Read,
  sdk: SdkExchange,
): Promise<void> {
  const { token, services } = caller;
  const answer = new HotAnswer(response, era);
  const gone = new AbortController();
  response.once('close', () => {
    if (response.writableFinished) return;
    answer.stop();
    gone.abort();
  });
  const work = services.surface.call(name, args, {
    client: services.client,
    token,
    signal: gone.signal,
    approval: askable ? 'askable' : 'unavailable',
  });
  const outcome = await work.catch(() => undefined);
  if (gone.signal.aborted) return;
  if (outcome && !('question' in outcome)) return answer.result(callFields(outcome, era), id);
  if (answer.begun) return answer.defect(id);
  answer.stop();
  sdk.answer(request, response, { token, services: afterwards(services, work) }, body);
}

/** The services with a call that was already made: the first one comes to what that one came to. */
function afterwards(services: Services, made: Promise<ToolOutcome | undefined>): Services {
  const { surface } = services;
  let first = true;
  const call: Surface['call'] = (...given) => {
    if (!first) return surface.call(...given);
    first = false;
    return made;
  };
  return { ...services, surface: Object.create(surface, { call: { value: call } }) };
}
