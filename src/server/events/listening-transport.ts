import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { type Listening, listeningIn } from './listen-request.ts';
import { protocolError } from './refusal.ts';
import type { Subscriptions } from './subscriptions.ts';

/**
 * A transport that opens and closes subscriptions as the client asks for them. Messages go on to the SDK, which
 * speaks the protocol. A subscription that is not possible is refused here.
 */
export class ListeningTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  readonly #wire: Transport;
  readonly #subscriptions: Subscriptions;

  constructor(wire: Transport, subscriptions: Subscriptions) {
    this.#wire = wire;
    this.#subscriptions = subscriptions;
  }

  async start(): Promise<void> {
    this.#wire.onmessage = (message) => this.#receive(message);
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.#wire.onclose = () => {
      this.#subscriptions.closeAll();
      this.onclose?.();
    };
    await this.#wire.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // The request is answered when its subscription ends, or when the SDK refuses it.
    if (isAnswer(message)) this.#subscriptions.close(message.id);
    await this.#wire.send(message);
  }

  close(): Promise<void> {
    this.#subscriptions.closeAll();
    return this.#wire.close();
  }

  #receive(message: JSONRPCMessage): void {
    const listening = listeningIn(message);
    if (listening) {
      void this.#listen(listening, message);
      return;
    }
    const ended = cancelledBy(message);
    if (ended !== undefined) this.#subscriptions.close(ended);
    this.onmessage?.(message);
  }

  async #listen({ id, uris }: Listening, message: JSONRPCMessage): Promise<void> {
    const end = (reason: unknown) => {
      this.onmessage?.(cancellationOf(id));
      void this.#refuse(id, reason);
    };
    try {
      if (await this.#subscriptions.open(id, uris, end)) this.onmessage?.(message);
    } catch (error) {
      await this.#refuse(id, error);
    }
  }

  async #refuse(id: Listening['id'], reason: unknown): Promise<void> {
    const report = (problem: Error) => this.onerror?.(problem);
    const answer = { jsonrpc: '2.0' as const, id, error: protocolError(reason, report) };
    await this.#wire.send(answer).catch(report);
  }
}

function isAnswer(message: JSONRPCMessage): message is JSONRPCMessage & { id: string | number } {
  return !('method' in message) && 'id' in message && message.id !== undefined;
}

/** Makes the SDK forget a subscription that is answered here. */
function cancellationOf(requestId: Listening['id']): JSONRPCMessage {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
}

function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
