import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Snapshot } from './poll-topic.ts';

/** The servers of the same callers. One of them polls a topic and notifies all. */
export interface Replicas {
  /** `topic`: a hash of the token and of what is polled. Never fails. */
  join(topic: string): TopicWatch;
}

/** One server's part in watching a topic. */
export interface TopicWatch {
  /** Publishes a change to all servers that watch the topic, including this one. */
  readonly bus: ServerEventBus;
  /** Milliseconds after which a server that does not poll asks again whether it has to. */
  readonly retryMs: number;
  /** Whether this server has to poll. Once it does, it stays the leader while it is alive and connected. */
  lead(): Promise<boolean>;
  /** The latest state, from whichever server; undefined if none polls. */
  recall(): Promise<Snapshot | undefined>;
  /** Shares the latest state with the other servers. Returns false if that is not possible now. */
  remember(snapshot: Snapshot): Promise<boolean>;
  /** Stops listening, and lets another server take over. */
  leave(): Promise<void>;
}

/** For a server without replicas. */
export const singleReplica: Replicas = {
  join: () => ({
    bus: new InMemoryServerEventBus(),
    retryMs: 0,
    lead: async () => true,
    recall: async () => undefined,
    remember: async () => true,
    leave: async () => undefined,
  }),
};
