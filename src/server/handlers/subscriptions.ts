import type { Server } from '@modelcontextprotocol/server';
import { subscriptionError } from '../events/refusal.ts';
import type { Subscriptions } from '../events/subscriptions.ts';

/** Subscribes to single resources, for clients of 2025. */
export function handleSubscriptions(server: Server, subscriptions: Subscriptions): void {
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    try {
      await subscriptions.open(uri, [uri]);
      return {};
    } catch (error) {
      throw subscriptionError(error);
    }
  });

  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscriptions.close(uri);
    return {};
  });
}
