import type { ChangeHub, Subscriber, SubscriptionRefusal, Watch } from './change-hub.ts';

/** Identifies a subscription: the id of the request that opened it, or its URI. */
type Name = string | number;

interface Subscription {
  isOver: boolean;
  watch?: Watch;
}

interface SubscribingClient {
  subscriber: () => Promise<Subscriber>;
  /** Notifies the client that a resource changed. Resolves when that is sent, and never rejects. */
  updated(uri: string): Promise<void>;
}

/** The subscriptions of one client that stays connected. */
export class Subscriptions {
  readonly #changes: ChangeHub;
  readonly #connection: SubscribingClient;
  readonly #open = new Map<Name, Subscription>();
  readonly #changed = new Set<string>();
  #notified = Promise.resolve();

  constructor(changes: ChangeHub, connection: SubscribingClient) {
    this.#changes = changes;
    this.#connection = connection;
  }

  /**
   * Opens a subscription and replaces one of the same name. Returns false if it was closed or replaced in the
   * meantime. `lost` is called when the token can no longer read any of it, after the last notification was sent.
   * @throws {SubscriptionRefusal} {WatchLimitError}
   */
  async open(
    name: Name,
    uris: readonly string[],
    lost: (reason: SubscriptionRefusal) => void = () => undefined,
  ): Promise<boolean> {
    const replaced = this.#open.get(name);
    const subscription: Subscription = { isOver: false };
    this.#open.set(name, subscription);
    const end = (): void => {
      if (this.#open.get(name) === subscription) this.close(name);
    };
    try {
      const watch = await this.#changes.watch(uris, await this.#connection.subscriber(), {
        updated: (uri) => this.#tell(uri),
        ended: (reason) => {
          end();
          void this.#notified.then(() => lost(reason));
        },
      });
      if (subscription.isOver) watch.close();
      subscription.watch = watch;
    } catch (error) {
      end();
      throw error;
    } finally {
      // Close the old one only now: while it is open, topics that both share need no new poll.
      if (replaced) over(replaced);
    }
    return !subscription.isOver;
  }

  close(name: Name): void {
    const subscription = this.#open.get(name);
    if (!subscription) return;
    over(subscription);
    this.#open.delete(name);
  }

  closeAll(): void {
    for (const name of [...this.#open.keys()]) this.close(name);
  }

  /** A change may reach several subscriptions at once. Notify the client only once. */
  #tell(uri: string): void {
    if (this.#changed.size === 0) this.#notified = Promise.resolve().then(() => this.#flush());
    this.#changed.add(uri);
  }

  async #flush(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    await Promise.all(changed.map((uri) => this.#connection.updated(uri)));
  }
}

function over(subscription: Subscription): void {
  subscription.isOver = true;
  subscription.watch?.close();
}
