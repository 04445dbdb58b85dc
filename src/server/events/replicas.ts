import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Snapshot } from './look.ts';

/** The servers of the same callers, of which one looks at a topic and all hear of it. */
export interface Replicas {
  /** `topic`: a hash of the token and of what is looked at. Fails never. */
  join(topic: string): Membership;
}

/** One server's part in watching a topic. */
export interface Membership {
  /** Carries what changed, to all servers that watch the topic and to this one. */
  readonly bus: ServerEventBus;
  /** Milliseconds after which a server that does not look asks again whether it has to. */
  readonly retryMs: number;
  /** Whether it is this server that has to look. Once it has, that stays so for as long as it lives and is not cut off. */
  lead(): Promise<boolean>;
  /** What was last seen, by whichever server; undefined where none looks. */
  recall(): Promise<Snapshot | undefined>;
  /** Lets the others know what was seen; false where they cannot be told now. */
  remember(snapshot: Snapshot): Promise<boolean>;
  /** Stops listening, and lets another server look. */
  leave(): Promise<void>;
}

/** The only server of its callers. */
export const alone: Replicas = {
  join: () => ({
    bus: new InMemoryServerEventBus(),
    retryMs: 0,
    lead: async () => true,
    recall: async () => undefined,
    remember: async () => true,
    leave: async () => undefined,
  }),
};
