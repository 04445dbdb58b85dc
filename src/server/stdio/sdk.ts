import {
  deserializeMessage,
  type JSONRPCMessage,
  type Server,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Era } from '../approval.ts';
import { buildServer } from '../assemble.ts';
import type { ChangeHub } from '../events/change-hub.ts';
import { ListeningTransport } from '../events/listening-transport.ts';
import { Subscriptions } from '../events/subscriptions.ts';
import type { Services, TokenSource } from '../services.ts';

interface SdkOptions {
  services: Services & { changes: ChangeHub };
  token: TokenSource;
  report(problem: Error): void;
  wire: Wire;
}

interface Wire {
  /** Sends a line; resolves when there is room for the next. */
  write(line: string): Promise<void>;
  /** A request whose answer the client has already. */
  answered?: string | number | undefined;
}

/** A server of the SDK that is handed the lines of a connection. */
export interface SdkConnection {
  deliver(line: string): void;
  close(): Promise<void>;
}

/** Speaks all of MCP, of both eras, with one caller. */
export function serveLines({ services, token, report, wire }: SdkOptions): SdkConnection {
  let server: Server | undefined;
  const subscriptions = new Subscriptions(services.changes, {
    hearer: async () => ({ token: await token(), scope: services.scope }),
    updated: (uri) => void server?.sendResourceUpdated({ uri }).catch(report),
  });
  const build = ({ era }: { era: Era }): Server => {
    server = buildServer(services, token, era, subscriptions);
    return server;
  };
  const lines = new LineTransport(wire);
  const transport = new ListeningTransport(lines, subscriptions);
  const { close } = serveStdio(build, { transport, onerror: report });
  return { deliver: (line) => lines.deliver(line), close };
}

class LineTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  readonly #write: Wire['write'];
  #answered: Wire['answered'];

  constructor({ write, answered }: Wire) {
    this.#write = write;
    this.#answered = answered;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = !('method' in message);
    if (isAnswer && this.#answered !== undefined && message.id === this.#answered) {
      this.#answered = undefined;
      return;
    }
    await this.#write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** A line that is no JSON says nothing; one that is no message is a problem. */
  deliver(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.onerror?.(error as Error);
    }
  }
}
