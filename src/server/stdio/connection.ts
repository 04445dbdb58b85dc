import { tokenRemover } from '../../client/own-token.ts';
import type { CallContext } from '../../tools/index.ts';
import { answerOf, callTool, listFields } from '../fast-path/answer.ts';
import type { Prebuilt } from '../fast-path/prebuilt.ts';
import {
  type Handshake,
  type PlainCall,
  type PlainMessage,
  plainHandshake,
  plainOnConnection,
} from '../fast-path/recognise.ts';
import { isShortId, longParameterIn } from '../long-parameter.ts';
import { UNKNOWN_TOOL } from '../observe/call.ts';
import { traceContextOf } from '../observe/trace-context.ts';
import { isId, isObject, parseJson, type RequestId } from '../plain-json.ts';
import { hasAllFeatures, reduceToRevision } from '../revisions.ts';
import type { ChangedList } from '../served-surface.ts';
import { unknownTool } from '../tool-result.ts';
import { isMessage, messagesOf, refusalLine } from './batches.ts';
import { UnreadMessage } from './lines.ts';
import type { Backend, RunningStdio, StdioOptions, Streams } from './options.ts';
import { Outgoing } from './outgoing.ts';
import { LineReader } from './reader.ts';
import { Fault, type FinishedRequest, type PendingRequest, Requests } from './requests.ts';
import type { SdkConnection } from './sdk.ts';

/** The handshake of a connection that was answered here. */
interface BegunConnection {
  handshake: Handshake;
  prebuilt: Prebuilt;
  /** The revision that was agreed on. */
  protocol: string;
  /** The client's messages so far that an SDK server has to know. */
  lines: string[];
}

/** JSON-RPC error codes. */
const INVALID_PARAMS = -32602;

/**
 * Answers plain messages of a client of 2025 itself, byte for byte as the SDK would. For everything else it loads the
 * SDK and replays the beginning of the connection to it. A connection that begins in another way belongs to the SDK
 * entirely.
 */
export class StdioConnection implements RunningStdio {
  readonly finished: Promise<void>;
  readonly #options: StdioOptions;
  readonly #outgoing: Outgoing;
  readonly #requests: Requests;
  readonly #reader: LineReader;
  #begun: BegunConnection | undefined;
  /** The revision agreed on last; undefined before that. */
  #revision: string | undefined;
  #sdk: Promise<SdkConnection> | undefined;
  /** What calls depend on, limited to what the platform's service has. */
  #backend: Promise<Backend> | undefined;
  /** The lists differ from the prebuilt ones. */
  #listsChanged = false;
  #ending = false;
  #closed = false;
  #finish: () => void = () => undefined;

  constructor(options: StdioOptions, streams: Streams) {
    this.#options = options;
    const { input, output } = streams;
    this.#outgoing = new Outgoing(output);
    this.#requests = new Requests(options.observer, this.#outgoing);
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const end = () => void this.#end();
    this.#reader = new LineReader(input, this.#outgoing, {
      receive: (message) => this.#receive(message),
      fail: (problem) => this.#fail(problem),
    });
    input.on('error', options.report).once('end', end).once('close', end);
    output.on('error', (problem) => this.#fail(problem)).once('close', () => void this.close());
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#reader.stop();
    this.#requests.abort();
    await this.#sdk?.then(
      (sdk) => sdk.close(),
      () => undefined,
    );
    this.#finish();
  }

  /** The client sends nothing more: answers its requests, waits until the answers are delivered, and ends. */
  async #end(): Promise<void> {
    if (this.#closed || this.#ending) return;
    this.#ending = true;
    await this.#reader.finish();
    await this.#requests.answered();
    await this.#sdk?.then(
      (sdk) => sdk.finish(),
      () => undefined,
    );
    await this.#outgoing.drained();
    await this.close();
  }

  #fail(problem: Error): void {
    if (this.#closed) return;
    this.#options.report(problem);
    void this.close();
  }

  #receive(line: string | UnreadMessage): void {
    if (line instanceof UnreadMessage) {
      this.#refuse(line.problem, line);
      return;
    }
    const message = parseJson(line);
    const problem = longParameterIn(message);
    if (problem) this.#refuse(problem, isObject(message) ? message : {});
    else if (Array.isArray(message)) this.#receiveBatch(message);
    else this.#receiveMessage(message, line);
  }

  /** A response is not answered: the client has requests with the same id. */
  #refuse(problem: string, { id, method }: { id?: unknown; method?: unknown }): void {
    if (id !== undefined && method === undefined) this.#options.report(new Error(problem));
    else void this.#outgoing.say(refusalLine(problem, isShortId(id) ? id : null));
  }

  #receiveMessage(message: unknown, line: string): void {
    const { prebuilt } = this.#options;
    if (this.#begun) this.#answerPlain(this.#begun, plainOnConnection(message), line);
    else if (prebuilt && !this.#sdk) this.#begin(prebuilt, message, line);
    else this.#handOver(line);
  }

  /** Answers a batch with a batch, if the revision has batches. */
  #receiveBatch(batch: readonly unknown[]): void {
    const messages = messagesOf(batch, this.#revision);
    if (typeof messages === 'string') {
      void this.#outgoing.say(refusalLine(messages));
      return;
    }
    this.#outgoing.openBatch(messages);
    for (const message of messages) {
      if (isMessage(message)) this.#receiveMessage(message, JSON.stringify(message));
    }
  }

  #begin(prebuilt: Prebuilt, message: unknown, line: string): void {
    const handshake = plainHandshake(message);
    if (!handshake) {
      this.#handOver(line);
      return;
    }
    const { id } = handshake;
    const protocol = prebuilt.revisionFor(handshake.revision);
    this.#begun = { handshake, prebuilt, protocol, lines: [line] };
    this.#revision = protocol;
    void this.#requests.answer({ method: 'initialize', id, protocol }, async () => ({
      fields: [prebuilt.initialized(protocol)],
      outcome: 'ok',
    }));
  }

  #answerPlain(begun: BegunConnection, message: PlainMessage | undefined, line: string): void {
    const { protocol } = begun;
    switch (message?.method) {
      case 'ping':
        void this.#requests.answer({ ...message, protocol }, async () => ({
          fields: ['{'],
          outcome: 'ok',
        }));
        break;
      case 'tools/list':
        void this.#requests
          .answer({ ...message, protocol }, () => this.#list(begun))
          .then(() => this.#prepare());
        break;
      case 'tools/call': {
        const { method, id, name, meta } = message;
        const trace = traceContextOf(meta);
        const tool = begun.prebuilt.names.has(name) ? name : UNKNOWN_TOOL;
        if (mayAsk(begun, message)) this.#handOver(line);
        else {
          const incoming = { method, id, tool, trace, protocol };
          void this.#requests.answer(incoming, (waiting) => this.#call(begun, message, waiting));
        }
        break;
      }
      case 'initialized':
        if (this.#sdk) this.#handOver(line);
        else begun.lines.push(line);
        break;
      case 'cancelled':
        this.#cancel(message.request, line);
        break;
      default:
        this.#handOver(line);
    }
  }

  /** Loads what calls depend on, and subscribes to lists that change. */
  #connection(): Promise<Backend> {
    this.#backend ??= this.#options.connection().then(async ({ dependencies, token }) => {
      const { followService } = await import('../served-surface.ts');
      const followed = followService(dependencies, token, (changed) => this.#tell(changed));
      void this.finished.then(followed.end);
      return { dependencies: followed.dependencies, token };
    });
    return this.#backend;
  }

  /** Notifies the client of lists that changed, through the SDK if that serves the connection. */
  #tell(changed: readonly ChangedList[]): void {
    this.#listsChanged ||= changed.length > 0;
    if (this.#sdk) {
      this.#sdk.then(
        (sdk) => sdk.listsChanged(changed),
        () => undefined,
      );
      return;
    }
    for (const list of changed) {
      const method = `notifications/${list}/list_changed`;
      void this.#outgoing.say(JSON.stringify({ method, jsonrpc: '2.0' }));
    }
  }

  #prepare(): void {
    if (!this.#options.prepare) return;
    // If it fails, each call reports that.
    this.#connection().then(
      ({ dependencies }) => dependencies.onListed?.(),
      () => undefined,
    );
  }

  #cancel(request: RequestId, line: string): void {
    this.#outgoing.forget(request);
    // Without an SDK server there is nothing else to cancel.
    if (!this.#requests.cancel(request) && this.#sdk) this.#handOver(line);
  }

  async #list({ prebuilt: { definitions }, protocol }: BegunConnection): Promise<FinishedRequest> {
    const written = this.#listsChanged ? undefined : definitions;
    if (written && hasAllFeatures(protocol))
      return { fields: ['{"tools":', written()], outcome: 'ok' };
    const tools: readonly unknown[] = written
      ? JSON.parse(written())
      : (await this.#connection()).dependencies.surface.definitions;
    return { fields: [listFields(tools, protocol)], outcome: 'ok' };
  }

  async #call(
    { handshake, protocol }: BegunConnection,
    call: PlainCall,
    { signal, watch }: PendingRequest,
  ): Promise<FinishedRequest> {
    const { dependencies, token } = await this.#connection();
    const progressToken = call.meta?.progressToken as RequestId | undefined;
    const onProgress =
      progressToken === undefined ? undefined : this.#progress(progressToken, protocol);
    const caller = { token: await token(), signal, watch, onProgress };
    const { askable } = handshake;
    const outcome = await callTool(dependencies, call, caller, { protocol, askable });
    if (!outcome)
      throw new Fault(INVALID_PARAMS, tokenRemover(caller.token)(unknownTool(call.name)));
    const answered = answerOf(outcome, protocol);
    if (!answered) throw new Error(`${call.name} only reads, and asked`);
    return answered;
  }

  #progress(progressToken: RequestId, protocol: string): CallContext['onProgress'] {
    return (progress, message, total) => {
      const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
      const method = 'notifications/progress';
      const notification = {
        jsonrpc: '2.0',
        method,
        params: reduceToRevision(method, params, protocol),
      };
      return this.#outgoing.say(JSON.stringify(notification));
    };
  }

  #handOver(line: string): void {
    this.#sdk ??= this.#startSdk();
    this.#sdk.then(
      (sdk) => {
        if (!sdk.deliver(line)) this.#unanswered(line);
      },
      (problem) => this.#fail(problem),
    );
  }

  /** A batch does not wait for messages that the SDK does not recognise. */
  #unanswered(line: string): void {
    const message = parseJson(line);
    if (isMessage(message) && isId(message.id)) this.#outgoing.forget(message.id);
  }

  async #startSdk(): Promise<SdkConnection> {
    const { changes, observer, report } = this.#options;
    const { serveLines } = await import('./sdk.ts');
    const { dependencies, token } = await this.#connection();
    const sdk = serveLines({
      dependencies: { ...dependencies, observer, changes: await changes() },
      token,
      report,
      wire: {
        write: (line) => this.#outgoing.say(line),
        answered: this.#begun?.handshake.id,
        agreed: (revision) => {
          this.#revision = revision;
          if (this.#begun) this.#begun.protocol = revision;
        },
      },
    });
    for (const line of this.#begun?.lines ?? []) sdk.deliver(line);
    return sdk;
  }
}

/** Whether a person may have to confirm the call, which only the SDK can ask. */
function mayAsk({ handshake, prebuilt }: BegunConnection, { name }: PlainCall): boolean {
  return (handshake.askable || handshake.hasRoots) && !prebuilt.reads.has(name);
}
