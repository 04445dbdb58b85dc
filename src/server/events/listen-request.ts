import { z } from 'zod';
import { LISTEN } from './listen-method.ts';

const ListenRequest = z.object({
  id: z.union([z.string(), z.int()]),
  method: z.literal(LISTEN),
  params: z.object({
    notifications: z.object({ resourceSubscriptions: z.array(z.string()).min(1) }),
  }),
});

/** A request to watch resources. */
export interface Listening {
  id: string | number;
  uris: readonly string[];
}

/** The parsed request; undefined if the message does not ask to watch resources. */
export function listeningIn(message: unknown): Listening | undefined {
  const { data } = ListenRequest.safeParse(message);
  return data && { id: data.id, uris: data.params.notifications.resourceSubscriptions };
}
