import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Canceller } from '../../client/cancellation.ts';
import { excessOf, parseInTurns } from '../../json/index.ts';
import type { ToolOutcome } from '../../tools/index.ts';
import { answerOf, callTool } from '../fast-path/answer.ts';
import { longParameterIn } from '../long-parameter.ts';
import { UNOBSERVED } from '../observe/observer.ts';
import { observedToolName, outcomeOfError } from '../observed-server.ts';
import { isId, isObject, parseJson } from '../plain-json.ts';
import { batchProblem, MODERN_REVISION, UNNAMED_REVISION } from '../revisions.ts';
import { AnswerTurns } from './answer-turns.ts';
import { Cancellations, clientOf } from './cancellations.ts';
import { HttpRefusal, refuse } from './guards/guard.ts';
import { LargeBodies } from './large-bodies.ts';
import {
  callEnding,
  PlainAnswers,
  postedHandshakeFields,
  postedListFields,
} from './plain-answer.ts';
import {
  mayBePlain,
  type PostedCall,
  type PostedHandshake,
  type PostedList,
  postedRequest,
} from './plain-request.ts';
import { nameRequest } from './request-id.ts';
import { createSdkHandler, type HttpCaller, type SdkHandler } from './sdk-handler.ts';

const INVALID = ProtocolErrorCode.InvalidRequest;

/** Hundreds of bodies of this size can be parsed in one turn of the event loop. */
const SMALL_BODY_BYTES = 16 * 1024;

/** Sentinel: the tool threw. */
const DEFECT: unique symbol = Symbol('defect');

export type { HttpCaller } from './sdk-handler.ts';

/** The part of the HTTP server that speaks MCP. Everything before it is plain HTTP. */
export interface McpHandler {
  /** `body` is the complete body of the request. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: HttpCaller,
    body?: Buffer,
  ): void;
  close(): Promise<void>;
}

/** What all requests share. */
interface Shared {
  sdk: SdkHandler;
  turns: AnswerTurns;
  large: LargeBodies;
  answers: PlainAnswers;
  cancellations: Cancellations;
  /** Called with problems that no client learns of. */
  report(problem: Error): void;
}

/** A request whose body, if it has one, has arrived. */
interface ArrivedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  caller: HttpCaller;
}

/** A request whose body was parsed. */
interface ParsedRequest extends ArrivedRequest {
  /** Undefined if the body is not JSON. */
  message: unknown;
}

/**
 * Answers requests of both eras without sessions: nothing is kept between requests. Plain lists and tool calls, which
 * most requests are, are answered here, byte for byte as the SDK would. The SDK answers everything else.
 */
export function createMcpHandler(
  report: (problem: Error) => void,
  cancellations = new Cancellations(),
): McpHandler {
  const sdk = createSdkHandler(report, cancellations);
  const shared: Shared = {
    ...{ sdk, report, cancellations },
    turns: new AnswerTurns(),
    large: new LargeBodies(),
    answers: new PlainAnswers(),
  };
  return {
    answer: (request, response, caller, body) => {
      const arrived = { request, response, caller };
      if (!body) answerBySdk({ ...arrived, message: undefined }, shared);
      else if (body.length <= SMALL_BODY_BYTES) {
        const excess = excessOf(body, 'The body');
        const message = excess ? undefined : parseJson(jsonIn(body).toString('utf8'));
        answerRead({ ...arrived, message }, shared, excess);
      } else readLater(arrived, body, shared);
    },
    close: () => sdk.close(),
  };
}

/** Thousands of distinct names or short texts take much longer to parse than others of their size. */
function readLater(arrived: ArrivedRequest, body: Buffer, shared: Shared): void {
  const { request, response, caller } = arrived;
  const { large, cancellations, report } = shared;
  const begun = cancellations.remember(clientOf(request, caller.origin.caller));
  response.once('close', begun);
  const parse = async () => {
    try {
      const excess = excessOf(body, 'The body');
      const message = excess ? undefined : await parseInTurns(jsonIn(body)).catch(() => undefined);
      answerRead({ ...arrived, message }, shared, excess);
    } catch (problem) {
      report(problem as Error);
      response.destroy();
    }
    // The SDK begins its work on a message in the same turn.
    setImmediate(begun);
  };
  const { party, address } = caller;
  const drop = () => refuseNamed(arrived, CROWDED);
  large.add({ party, address, response, size: body.length, parse, drop });
}

const CROWDED = new HttpRefusal(503, 'Too many large requests wait; try again in a second.', {
  'retry-after': '1',
});

/** Answers a request whose body was read, or refuses it. */
function answerRead(read: ParsedRequest, shared: Shared, excess: string | undefined): void {
  const { request, response, message } = read;
  if (response.destroyed) return;
  const problem = excess ?? longParameterIn(message) ?? batchProblemOf(request, message);
  const posted = mayBePlain(request) ? postedRequest(request.headers, message) : undefined;
  if (problem) refuseNamed(read, new HttpRefusal(400, problem, {}, INVALID));
  else if (!posted) answerBySdk(read, shared);
  else if (posted.method === 'tools/call') void call(posted, read, shared);
  else if (posted.method === 'tools/list') list(posted, read, shared);
  else shakeHands(posted, read, shared);
}

function refuseNamed({ request, response, caller }: ArrivedRequest, refusal: HttpRefusal): void {
  nameRequest(response, caller.origin.requestId);
  refuse(request, response, refusal);
}

/** One answer of the SDK begins in each turn of the event loop. One that waits can be cancelled like one in progress. */
function answerBySdk(read: ParsedRequest, shared: Shared): void {
  const { request, response, caller, message } = read;
  const { sdk, turns, answers, cancellations } = shared;
  const { party, origin } = caller;
  const client = clientOf(request, origin.caller);
  const messages = [message].flat();
  for (const one of messages) cancellations.hear(client, one);
  const ends: (() => void)[] = [];
  const end = () => {
    for (const each of ends) each();
  };
  const leave = turns.take({ party, response }, () => {
    end();
    sdk.answer(request, response, caller, message);
  });
  if (!leave || request.headers['mcp-protocol-version'] === MODERN_REVISION) return;
  const giveUp = () => {
    leave();
    answers.open(response, 'legacy', origin.requestId).nothing();
  };
  response.once('close', end);
  for (const one of messages) {
    if (isObject(one) && isId(one.id)) ends.push(cancellations.begin(client, one.id, giveUp));
  }
}

function batchProblemOf({ headers }: IncomingMessage, message: unknown): string | undefined {
  if (!Array.isArray(message)) return undefined;
  return batchProblem(message, String(headers['mcp-protocol-version'] ?? UNNAMED_REVISION));
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The body without a byte order mark, which UTF-8 decoders drop. */
function jsonIn(body: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK;
  return body.subarray(0, length).equals(BYTE_ORDER_MARK) ? body.subarray(length) : body;
}

function shakeHands(
  { method, id, protocol, trace, era, revision }: PostedHandshake,
  { response, caller: { dependencies, origin } }: ParsedRequest,
  { answers }: Shared,
): void {
  const observed = dependencies.observer.begin({ method, id, protocol, trace, origin });
  answers
    .open(response, era, origin.requestId)
    .result([postedHandshakeFields(dependencies, revision)], id, () => observed.end('ok'));
}

function list(
  { method, id, protocol, trace, era }: PostedList,
  { response, caller: { dependencies, origin } }: ParsedRequest,
  { answers }: Shared,
): void {
  const { onListed, observer } = dependencies;
  const observed = observer.begin({ method, id, protocol, trace, origin });
  if (onListed) setImmediate(onListed);
  answers
    .open(response, era, origin.requestId)
    .encodedResult(postedListFields(dependencies, { era, protocol }), id, () => observed.end('ok'));
}

/** Calls a tool. Outcomes other than a result are answered by the SDK. */
async function call(
  posted: PostedCall,
  { request, response, caller, message }: ParsedRequest,
  shared: Shared,
): Promise<void> {
  const { answers, cancellations } = shared;
  const { method, id, protocol, trace, name, era } = posted;
  const { token, party, dependencies, origin } = caller;
  const tool = observedToolName(dependencies.surface, name);
  const observed = dependencies.observer.begin({ method, tool, id, protocol, trace, origin });
  const answer = answers.open(response, era, origin.requestId);
  const canceller = new Canceller();
  const giveUp = () => {
    answer.stop();
    canceller.abort();
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
    if (!response.writableFinished && !canceller.aborted) giveUp();
  });
  if (canceller.aborted) return;
  const calling = { token, party, signal: canceller, watch: observed };
  const work = callTool(dependencies, posted, calling, posted);
  let outcome: ToolOutcome | undefined | typeof DEFECT;
  try {
    outcome = await work;
  } catch {
    outcome = DEFECT;
  }
  over();
  if (canceller.aborted) return;
  const answered = typeof outcome === 'object' ? answerOf(outcome, protocol) : undefined;
  if (answered) {
    const fields = [...answered.fields, callEnding(era)];
    return answer.result(fields, id, () => observed.end(answered.outcome));
  }
  if (typeof outcome === 'object') observed.end('input_required');
  else {
    const { InvalidParams, InternalError } = ProtocolErrorCode;
    const code = outcome === DEFECT ? InternalError : InvalidParams;
    observed.end(outcomeOfError(code), code);
  }
  if (answer.begun) return answer.defect(id);
  answer.stop();
  // The call was made and observed; the SDK turns its outcome into an answer.
  const unobserved = {
    ...caller,
    dependencies: { ...dependencies, observer: UNOBSERVED },
    made: work,
  };
  answerBySdk({ request, response, caller: unobserved, message }, shared);
}
