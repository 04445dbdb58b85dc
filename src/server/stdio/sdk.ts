import {
  deserializeMessage,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type Server,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Era } from '../approval.ts';
import { buildServer } from '../assemble.ts';
import { accessOf, type Dependencies, type TokenProvider } from '../dependencies.ts';
import type { ChangeHub } from '../events/change-hub.ts';
import { LISTEN } from '../events/listen-method.ts';
import { ListeningTransport } from '../events/listening-transport.ts';
import { Subscriptions } from '../events/subscriptions.ts';
import type { RequestId } from '../plain-json.ts';
import { type ChangedList, followService } from '../served-surface.ts';

/** One caller, and its dependencies. */
interface SdkCaller {
  dependencies: Dependencies & { changes: ChangeHub };
  token: TokenProvider;
  report(problem: Error): void;
}

interface SdkOptions extends SdkCaller {
  wire: LineOutput;
}

interface LineOutput {
  /** Sends a line; resolves when there is room for the next. */
  write(line: string): Promise<void>;
  /** A request that was already answered. */
  answered?: RequestId;
  /** Called with the revision that a handshake agreed on. */
  agreed?(revision: string): void;
}

/** An SDK server that receives the lines of a connection. */
export interface SdkConnection {
  /** False for a line that is not a message and is never answered. */
  deliver(line: string): boolean;
  /** No more input will come. Resolves when everything is answered. */
  finish(): Promise<void>;
  /** Notifies the client of lists that changed. */
  listsChanged(changed: readonly ChangedList[]): void;
  close(): Promise<void>;
}

/** Speaks all of MCP, both eras, with one caller whose lines are passed in. */
export function serveLines({ wire, ...caller }: SdkOptions): SdkConnection {
  const lines = new LineTransport(wire);
  return {
    deliver: (line) => lines.deliver(line),
    finish: () => lines.finish(),
    ...connectTransport(caller, lines),
  };
}

/** Speaks all of MCP, both eras, with one caller, and notifies it of changed lists. */
export function serveTransport(
  { dependencies, ...caller }: SdkCaller,
  wire: Transport,
): { close(): Promise<void> } {
  const followed = followService(dependencies, caller.token, (changed) =>
    server.listsChanged(changed),
  );
  const server = connectTransport({ ...caller, dependencies: followed.dependencies }, wire);
  return {
    close: () => {
      followed.end();
      return server.close();
    },
  };
}

function connectTransport(
  { dependencies, token, report }: SdkCaller,
  wire: Transport,
): Pick<SdkConnection, 'listsChanged' | 'close'> {
  let server: Server | undefined;
  const subscriptions = new Subscriptions(dependencies.changes, {
    subscriber: async () => ({ token: await token(), access: accessOf(dependencies) }),
    updated: async (uri) => server?.sendResourceUpdated({ uri }).catch(report),
  });
  const build = ({ era }: { era: Era }): Server => {
    server = buildServer(dependencies, token, era, { subscriptions });
    return server;
  };
  const transport = new ListeningTransport(wire, subscriptions);
  const { close } = serveStdio(build, { transport, onerror: report });
  const tell = {
    tools: () => server?.sendToolListChanged(),
    prompts: () => server?.sendPromptListChanged(),
  };
  return {
    listsChanged: (changed) => {
      for (const list of changed) void tell[list]()?.catch(report);
    },
    close: () => close(),
  };
}

class LineTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  readonly #wire: LineOutput;
  #answered: LineOutput['answered'];
  /** Unanswered requests of the client. */
  readonly #asked = new Set<RequestId>();
  /** Unanswered requests to the client. */
  readonly #asking = new Set<RequestId>();
  #finished: (() => void) | undefined;

  constructor(wire: LineOutput) {
    this.#wire = wire;
    this.#answered = wire.answered;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) {
      if ('id' in message && this.#finished) return this.#unanswered(message.id);
      if ('id' in message) this.#asking.add(message.id);
    } else if (this.#answered !== undefined && message.id === this.#answered) {
      this.#answered = undefined;
      return this.#settle(message.id);
    }
    if ('result' in message && typeof message.result.protocolVersion === 'string') {
      this.#wire.agreed?.(message.result.protocolVersion);
    }
    await this.#wire.write(serializeMessage(message).trimEnd());
    if (!('method' in message)) this.#settle(message.id);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** A line that is not JSON is ignored; JSON that is not a message is a problem. */
  deliver(line: string): boolean {
    try {
      const message = deserializeMessage(line);
      this.#note(message);
      this.onmessage?.(message);
      return true;
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.onerror?.(error as Error);
      return false;
    }
  }

  /** From now on the client cannot answer any request. */
  finish(): Promise<void> {
    const finished = new Promise<void>((resolve) => {
      this.#finished = resolve;
    });
    for (const id of this.#asking) this.#unanswered(id);
    this.#settle(undefined);
    return finished;
  }

  /** Tracks requests and answers. A notification stream has no answer to wait for. */
  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) {
      if (message.id !== undefined) this.#asking.delete(message.id);
    } else if ('id' in message) {
      if (message.method !== LISTEN) this.#asked.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      this.#asked.delete(message.params?.requestId as RequestId);
    }
  }

  #unanswered(id: RequestId): void {
    this.#asking.delete(id);
    const error = { code: ProtocolErrorCode.InternalError, message: 'The client disconnected' };
    this.onmessage?.({ jsonrpc: '2.0', id, error });
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#asked.delete(id);
    if (this.#asked.size === 0) this.#finished?.();
  }
}
