import { EventEmitter, once } from 'node:events';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { McpConnection } from './clients.ts';

/** A client that receives notifications of changes. */
export interface SubscribedClient {
  /** All notifications so far, in order. */
  heard: string[];
  /** Subscribes in the way of the client's generation. */
  subscribe(...uris: string[]): Promise<Subscribed>;
  /** Resolves at the next notification of this URI that no earlier call has waited for. */
  hears(uri: string): Promise<void>;
}

export interface Subscribed {
  end(): Promise<void>;
  /** How a stream ended: by the client, cleanly by the server, broken, or with the message of this error. */
  ended: Promise<string>;
}

export function subscriber({ client }: McpConnection): SubscribedClient {
  const heard: string[] = [];
  const waitedFor = new Map<string, number>();
  const events = new EventEmitter().setMaxListeners(0);
  const hear = ({ params }: { params: { uri: string } }): void => {
    heard.push(params.uri);
    events.emit('heard');
  };
  const times = (uri: string) => heard.filter((one) => one === uri).length;
  return {
    heard,
    subscribe: isModern(client) ? listenWith(client, hear) : subscribeWith(client, hear),
    hears: async (uri) => {
      const before = waitedFor.get(uri) ?? 0;
      while (times(uri) <= before) await once(events, 'heard');
      waitedFor.set(uri, times(uri));
    },
  };
}

function isModern(client: McpConnection['client']): client is ModernClient {
  return client instanceof ModernClient;
}

type Hear = (notification: { params: { uri: string } }) => void;
type Subscribe = SubscribedClient['subscribe'];

function listenWith(client: ModernClient, hear: Hear): Subscribe {
  client.setNotificationHandler('notifications/resources/updated', hear);
  const lastError = errorsTo(client);
  return async (...resourceSubscriptions) => {
    const { closed, close } = bound(await client.listen({ resourceSubscriptions }));
    const ended = closed.then((cause) => (cause === 'remote' ? (lastError() ?? cause) : cause));
    return { end: close, ended };
  };
}

/** The message of the last error that was answered, which the client keeps to itself after a stream has begun. */
function errorsTo({ transport }: ModernClient): () => string | undefined {
  let last: string | undefined;
  const receive = transport?.onmessage;
  if (transport) {
    transport.onmessage = (message, extra) => {
      if ('error' in message) last = message.error.message;
      receive?.(message, extra);
    };
  }
  return () => last;
}

function bound(subscription: { closed: Promise<string>; close(): Promise<void> }) {
  return { closed: subscription.closed, close: () => subscription.close() };
}

function subscribeWith(client: Exclude<McpConnection['client'], ModernClient>, hear: Hear) {
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, hear);
  return async (...uris: string[]) => {
    for (const uri of uris) await client.subscribeResource({ uri });
    return {
      end: async () => {
        for (const uri of uris) await client.unsubscribeResource({ uri });
      },
      ended: new Promise<string>(() => {}),
    };
  };
}
