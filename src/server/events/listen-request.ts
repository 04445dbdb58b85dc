import { z } from 'zod';

/** The method that opens a stream of notifications, since revision 2026-07-28. */
export const LISTEN = 'subscriptions/listen';

const ListenRequest = z.object({
  id: z.union([z.string(), z.int()]),
  method: z.literal(LISTEN),
  params: z.object({
    notifications: z.object({ resourceSubscriptions: z.array(z.string()).min(1) }),
  }),
});

/** A request to hear of resources. */
export interface Listening {
  id: string | number;
  uris: readonly string[];
}

/** What a message asks to hear of; undefined where it is none that asks to hear of resources. */
export function listeningIn(message: unknown): Listening | undefined {
  const { data } = ListenRequest.safeParse(message);
  return data && { id: data.id, uris: data.params.notifications.resourceSubscriptions };
}
