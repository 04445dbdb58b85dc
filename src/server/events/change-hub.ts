import { createHash } from 'node:crypto';
import type { ProtocolError } from '@modelcontextprotocol/server';
import type { PlatformClient } from '../../client/index.ts';
import { type Access, idsAmong, requireWithin } from '../../operations/index.ts';
import {
  type ReadCache,
  ResourceRefusal,
  readResource,
  requireReadable,
  resourceAddressOf,
} from '../../resources/index.ts';
import type { ResourceAddress } from '../../uris/index.ts';
import { safeError } from '../safe-error.ts';
import type { PollTiming } from './poll-timing.ts';
import { POLLED_BY } from './poll-topic.ts';
import type { Replicas } from './replicas.ts';
import { SharedTopic } from './shared-topic.ts';
import { type Interest, interestOf, type Topic } from './topics.ts';

/** A subscriber, and what the server lets its caller reach. */
export interface Subscriber {
  token: string;
  access: Access;
}

/** Callbacks of a subscription. None is called after `ended`. */
export interface SubscriptionCallbacks {
  updated(uri: string): void;
  /** The token can no longer read any of it, for the given reason. */
  ended(reason: SubscriptionRefusal): void;
}

export interface Watch {
  close(): void;
}

/** The subscription failed because of one of the URIs. */
export class SubscriptionRefusal extends Error {
  override readonly name = 'SubscriptionRefusal';
  readonly uri: string;
  readonly #token: string;

  constructor(uri: string, { token }: Subscriber, cause: unknown) {
    super(`No subscription to ${uri}`, { cause });
    this.uri = uri;
    this.#token = token;
  }

  /** The error for the client, which its token is removed from. */
  told(error: ProtocolError): ProtocolError {
    return safeError(error, this.#token);
  }
}

/** A caller or the whole process exceeds its limit of watched topics. */
export class WatchLimitError extends Error {
  override readonly name = 'WatchLimitError';
}

export interface HubOptions {
  client: PlatformClient;
  reads: ReadCache;
  replicas: Replicas;
  pace: PollTiming;
  /** Identifies the platform among those that share a Redis server. */
  realm: string;
  report(problem: Error): void;
}

/** A subscribed resource. */
interface WatchedResource extends Interest {
  uri: string;
  address: ResourceAddress;
}

const MAX_URIS = 256;
const MAX_WATCHES = 4096;
const MAX_TOPICS_OF_TOKEN = 64;

/**
 * Notifies clients of changes. Each topic is polled once per token, however many subscribers it has, and only with
 * that token, so nobody learns of something they may not read. Topics without subscribers are not polled.
 */
export class ChangeHub {
  readonly #options: HubOptions;
  /** By the hash of the token, then by the hash of the topic. */
  readonly #topics = new Map<string, Map<string, SharedTopic>>();
  #watches = 0;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /**
   * Subscribes to all of the resources or to none.
   * @throws {SubscriptionRefusal} naming the resource that cannot be watched or read, with the reason as its cause.
   * @throws {WatchLimitError}
   */
  async watch(
    uris: readonly string[],
    subscriber: Subscriber,
    listener: SubscriptionCallbacks,
  ): Promise<Watch> {
    if (uris.length > MAX_URIS) {
      throw new WatchLimitError(
        `A subscription covers at most ${MAX_URIS} resources. Subscribe to the table of contents of a space to be notified of its pages.`,
      );
    }
    const subjects = [...new Set(uris)].map((uri) => subjectOf(uri, subscriber));
    await this.#requireWithin(subjects, subscriber);
    if (this.#watches >= MAX_WATCHES) {
      throw new WatchLimitError(
        'This server has reached its limit of subscriptions. Try again later.',
      );
    }
    this.#watches += 1;
    const leave: (() => void)[] = [];
    let isOpen = true;
    const close = (): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#watches -= 1;
      for (const step of leave) step();
    };
    try {
      const groups = groupByTopic(subjects);
      let left = groups.length;
      let refusal: SubscriptionRefusal | undefined;
      let hasBegun = false;
      const lost = (reason: SubscriptionRefusal) => {
        left -= 1;
        if (left > 0 || !isOpen) return;
        close();
        refusal = reason;
        if (hasBegun) listener.ended(reason);
      };
      for (const group of groups) {
        const handlers = { updated: (uri: string) => listener.updated(uri), ended: lost };
        leave.push(await this.#enter(group, subscriber, handlers));
      }
      if (refusal) throw refusal;
      hasBegun = true;
    } catch (error) {
      close();
      throw error;
    }
    return { close };
  }

  /** Stops all polling. */
  async close(): Promise<void> {
    const all = [...this.#topics.values()].flatMap((topics) => [...topics.values()]);
    this.#topics.clear();
    await Promise.all(all.map((topic) => topic.close()));
  }

  /** Adds a watcher to a topic, which the first one starts. The returned function removes it. */
  async #enter(
    [topic, subjects]: [Topic, [WatchedResource, ...WatchedResource[]]],
    subscriber: Subscriber,
    listener: SubscriptionCallbacks,
  ): Promise<() => void> {
    const shared = this.#shared(topic, subscriber);
    const tell = (part: string) => {
      for (const subject of subjects) {
        if (subject.part === part) listener.updated(subject.uri);
      }
    };
    const watcher = {
      changed: (part: string) => {
        if (subscriber.access.scope.pinned.organizationId === undefined) {
          tell(part);
          return;
        }
        // It may have been moved to another organization.
        this.#requireWithin(subjects, subscriber).then(
          () => tell(part),
          (reason) => {
            if (leave()) listener.ended(reason);
          },
        );
      },
      lost: (reason: unknown) => {
        for (const { uri } of subjects) listener.updated(uri);
        listener.ended(new SubscriptionRefusal(subjects[0].uri, subscriber, reason));
      },
    };
    const leave = shared.enter(watcher);
    try {
      await withRefusal(subjects[0].uri, subscriber, () => shared.opened);
      const parts = await shared.parts();
      for (const subject of subjects) {
        // Reads a resource to check that it exists, if it is newer than the last poll or no poll covers it.
        if (subject.isPart && parts.has(subject.part)) continue;
        await withRefusal(subject.uri, subscriber, () => this.#read(subject, subscriber));
      }
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #requireWithin(
    subjects: readonly WatchedResource[],
    subscriber: Subscriber,
  ): Promise<void> {
    const { client } = this.#options;
    const { token, access } = subscriber;
    for (const { uri, address } of subjects) {
      const ids = idsAmong(address.variables);
      await withRefusal(uri, subscriber, () => requireWithin(access.scope, ids, { client, token }));
    }
  }

  async #read({ uri, address }: WatchedResource, { token, access }: Subscriber): Promise<void> {
    const { client, reads } = this.#options;
    await readResource(uri, address, { client, token }, { access, cache: reads });
  }

  #shared(topic: Topic, { token, access }: Subscriber): SharedTopic {
    const { client, reads, replicas, pace, realm, report } = this.#options;
    const by = hash(token);
    const topics = this.#topics.get(by) ?? new Map<string, SharedTopic>();
    const name = hash(JSON.stringify([realm, token, topic]));
    const known = topics.get(name);
    if (known) return known;
    if (topics.size >= MAX_TOPICS_OF_TOKEN) {
      throw new WatchLimitError(
        `With one token, at most ${MAX_TOPICS_OF_TOKEN} spaces and specifications can be watched. End a subscription first.`,
      );
    }
    const caller = { client, token, isExcluded: access.isExcluded };
    const shared = new SharedTopic(topic, caller, {
      ...{ membership: replicas.join(name), pace, report },
      forget: () => reads.forget(topic.of === 'specification' ? undefined : topic.spaceId),
      abandoned: () => {
        if (topics.get(name) === shared) topics.delete(name);
        if (topics.size === 0 && this.#topics.get(by) === topics) this.#topics.delete(by);
      },
    });
    this.#topics.set(by, topics.set(name, shared));
    return shared;
  }
}

function subjectOf(uri: string, subscriber: Subscriber): WatchedResource {
  const { access } = subscriber;
  try {
    const address = resourceAddressOf(uri);
    requireReadable(address.kind, access);
    const interest = interestOf(address);
    const { tool } = POLLED_BY[interest.topic.of];
    if (access.isExcluded(tool)) {
      throw new ResourceRefusal(`This server cannot watch it, because it does not offer ${tool}.`);
    }
    return { uri, address, ...interest };
  } catch (error) {
    throw new SubscriptionRefusal(uri, subscriber, error);
  }
}

function groupByTopic(
  subjects: readonly WatchedResource[],
): [Topic, [WatchedResource, ...WatchedResource[]]][] {
  const groups = new Map<string, [Topic, [WatchedResource, ...WatchedResource[]]]>();
  for (const subject of subjects) {
    const name = JSON.stringify(subject.topic);
    const group = groups.get(name);
    if (group) group[1].push(subject);
    else groups.set(name, [subject.topic, [subject]]);
  }
  return [...groups.values()];
}

async function withRefusal<T>(
  uri: string,
  subscriber: Subscriber,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SubscriptionRefusal(uri, subscriber, error);
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
