import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Canceller } from '../../client/cancellation.ts';
import type { Surface, ToolOutcome } from '../../tools/index.ts';
import { UNOBSERVED } from '../observe/observer.ts';
import { failureOf, toolOf } from '../observed-server.ts';
import { parsed } from '../plain.ts';
import { BATCH_REVISION, linkedResults, noBatches, UNNAMED_REVISION } from '../revisions.ts';
import type { Services } from '../services.ts';
import { Cancellations, clientOf } from './cancellations.ts';
import { Refusal, refuse } from './guards/guard.ts';
import { callFields, HotAnswers, listFields } from './hot-answer.ts';
import { type HotCall, type HotList, hotRequest, mayBeHot } from './hot-request.ts';
import { createSdkExchange, type HttpCaller, type SdkExchange } from './sdk-exchange.ts';

const INVALID = ProtocolErrorCode.InvalidRequest;

/** Something here is broken. */
const DEFECT = Symbol('defect');

export type { HttpCaller } from './sdk-exchange.ts';

/** The part of the HTTP server that speaks MCP; everything before it is plain HTTP. */
export interface Exchange {
  /** `body` is what was already read of the request, all of it. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpCaller,
    body?: Buffer,
  ): void;
  close(): Promise<void>;
}

/** What all requests have in common. */
interface Shared {
  sdk: SdkExchange;
  answers: HotAnswers;
  cancellations: Cancellations;
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
  const cancellations = new Cancellations();
  const sdk = createSdkExchange(report, cancellations);
  const answers = new HotAnswers();
  return {
    answer: (request, response, caller, body) => {
      if (!body || !mayBeHot(request)) return sdk.answer(request, response, caller, body);
      answerRead({ request, response, caller, body }, { sdk, answers, cancellations });
    },
    close: () => sdk.close(),
  };
}

function answerRead(read: Read, shared: Shared): void {
  const { request, response, caller, body } = read;
  const message = parsed(body.toString('utf8'));
  const revision = request.headers['mcp-protocol-version'] ?? UNNAMED_REVISION;
  if (Array.isArray(message) && revision !== BATCH_REVISION) {
    refuse(request, response, new Refusal(400, noBatches(String(revision)), {}, INVALID));
    return;
  }
  const hot = hotRequest(request.headers, message);
  if (!hot) {
    const said = Array.isArray(message) ? message : [message];
    const client = clientOf(request, caller.origin.caller);
    for (const one of said) shared.cancellations.hear(client, one);
    shared.sdk.answer(request, response, caller, body);
  } else if (hot.method === 'tools/list') list(hot, read, shared);
  else void call(hot, read, shared);
}

function list(
  { method, id, protocol, trace, era }: HotList,
  { response, caller: { services, origin } }: Read,
  { answers }: Shared,
): void {
  const { surface, onListed, observer } = services;
  const observed = observer.begin({ method, id, protocol, trace, origin });
  if (onListed) setImmediate(onListed);
  answers
    .open(response, era)
    .result(listFields(surface, { era, protocol }), id, () => observed.end('ok'));
}

/** Calls a tool. What comes to anything but a result is told by the SDK. */
async function call(
  { method, id, protocol, trace, name, arguments: args, era, askable }: HotCall,
  { request, response, caller, body }: Read,
  { sdk, answers, cancellations }: Shared,
): Promise<void> {
  const { token, party, services, origin } = caller;
  const tool = toolOf(services.surface, name);
  const observed = services.observer.begin({ method, tool, id, protocol, trace, origin });
  const answer = answers.open(response, era);
  const gone = new Canceller();
  const giveUp = () => {
    answer.stop();
    gone.abort();
    observed.end('cancelled');
  };
  const over =
    era === 'legacy'
      ? cancellations.begin(clientOf(request, origin.caller), id, () => {
          giveUp();
          answer.nothing();
        })
      : () => undefined;
  response.on('close', () => {
    over();
    if (!response.writableFinished && !gone.aborted) giveUp();
  });
  const work = services.surface.call(name, args, {
    client: services.client,
    token,
    party,
    signal: gone,
    watch: observed,
    approval: askable ? 'askable' : 'unavailable',
    linkedResults: linkedResults(services.resultLinks, protocol),
  });
  const outcome = await work.catch(() => DEFECT);
  over();
  if (gone.aborted) return;
  if (typeof outcome !== 'object') {
    const { InvalidParams, InternalError } = ProtocolErrorCode;
    const code = outcome === DEFECT ? InternalError : InvalidParams;
    observed.end(failureOf(code), code);
  } else if ('question' in outcome) {
    observed.end('input_required');
  } else {
    const { isError } = outcome;
    return answer.result(callFields(outcome, { era, protocol }), id, () =>
      observed.end(isError ? 'tool_error' : 'ok'),
    );
  }
  if (answer.begun) return answer.defect(id);
  answer.stop();
  sdk.answer(request, response, { ...caller, services: afterwards(services, work) }, body);
}

/** The services with a call that was already made, and observed: the first one comes to what that one came to. */
function afterwards(services: Services, work: Promise<ToolOutcome | undefined>): Services {
  const { surface } = services;
  let first = true;
  const call: Surface['call'] = (...given) => {
    if (!first) return surface.call(...given);
    first = false;
    return work;
  };
  const made = Object.create(surface, { call: { value: call } });
  return { ...services, surface: made, observer: UNOBSERVED };
}
