import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Canceller } from '../../client/cancellation.ts';
import { excessOf, parseInTurns } from '../../json/index.ts';
import type { ToolOutcome } from '../../tools/index.ts';
import { answerOf, callTool } from '../fast-path/answer.ts';
import { UNOBSERVED } from '../observe/observer.ts';
import { observedToolName, outcomeOfError } from '../observed-server.ts';
import { parseJson } from '../plain-json.ts';
import { batchProblem, UNNAMED_REVISION } from '../revisions.ts';
import { AnswerTurns } from './answer-turns.ts';
import { Cancellations, clientOf } from './cancellations.ts';
import { HttpRefusal, refuse } from './guards/guard.ts';
import { LargeBodies } from './large-bodies.ts';
import { longParameterIn } from './long-parameter.ts';
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
  answers: PlainAnswers;
  cancellations: Cancellations;
}

/** A request whose body was read. */
interface ParsedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  caller: HttpCaller;
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
  const turns = new AnswerTurns();
  const large = new LargeBodies();
  const sdk = inTurns(createSdkHandler(report, cancellations), turns);
  const shared = { sdk, answers: new PlainAnswers(), cancellations };
  return {
    answer: (request, response, caller, body) => {
      const arrived = { request, response, caller };
      if (!body) sdk.answer(request, response, caller);
      else if (body.length <= SMALL_BODY_BYTES) {
        const excess = excessOf(body, 'The body');
        const message = excess ? undefined : parseJson(jsonIn(body).toString('utf8'));
        answerRead({ ...arrived, message }, shared, excess);
      } else {
        const fail = (problem: Error) => {
          report(problem);
          response.destroy();
        };
        const reading = () => readLarge(arrived, body, shared).catch(fail);
        large.add(caller.party, request, reading);
      }
    },
    close: () => sdk.close(),
  };
}

/** The same handler, which begins one answer in each turn of the event loop. */
function inTurns(sdk: SdkHandler, turns: AnswerTurns): SdkHandler {
  return {
    answer: (request, response, caller, message) =>
      turns.take(caller.party, request, () => sdk.answer(request, response, caller, message)),
    close: () => sdk.close(),
  };
}

/** Thousands of distinct names or short texts take much longer to parse than others of their size. */
async function readLarge(
  arrived: Omit<ParsedRequest, 'message'>,
  body: Buffer,
  shared: Shared,
): Promise<void> {
  const excess = excessOf(body, 'The body');
  const message = excess ? undefined : await parseInTurns(jsonIn(body)).catch(() => undefined);
  answerRead({ ...arrived, message }, shared, excess);
}

/** Answers a request whose body was read, or refuses it. */
function answerRead(read: ParsedRequest, shared: Shared, excess: string | undefined): void {
  const { request, response, caller, message } = read;
  const problem = excess ?? longParameterIn(message) ?? batchProblemOf(request, message);
  if (problem) {
    nameRequest(response, caller.origin.requestId);
    refuse(request, response, new HttpRefusal(400, problem, {}, INVALID));
  } else if (mayBePlain(request)) answerPosted(read, shared);
  else shared.sdk.answer(request, response, caller, message);
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

function answerPosted(read: ParsedRequest, shared: Shared): void {
  const { request, response, caller, message } = read;
  const posted = postedRequest(request.headers, message);
  if (!posted) {
    const messages = Array.isArray(message) ? message : [message];
    const client = clientOf(request, caller.origin.caller);
    for (const one of messages) shared.cancellations.hear(client, one);
    shared.sdk.answer(request, response, caller, message);
  } else if (posted.method === 'tools/call') void call(posted, read, shared);
  else if (posted.method === 'tools/list') list(posted, read, shared);
  else shakeHands(posted, read, shared);
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
  { sdk, answers, cancellations }: Shared,
): Promise<void> {
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
  sdk.answer(request, response, unobserved, message);
}
