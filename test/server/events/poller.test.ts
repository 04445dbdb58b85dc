import { setImmediate } from 'node:timers/promises';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../src/client/index.ts';
import type { Snapshot } from '../../../src/server/events/poll-topic.ts';
import { Poller } from '../../../src/server/events/poller.ts';
import type { TopicWatch } from '../../../src/server/events/replicas.ts';

const MINUTE = 60_000;

type Answer = string | PlatformError;

/** A poller with a simulated clock, for one page whose text the test sets. */
class Scene {
  readonly polls: number[] = [];
  readonly heard: string[] = [];
  readonly reported: string[] = [];
  lost = 0;
  answers: Answer[] = ['first'];
  leads = true;
  recalled: Snapshot | undefined;
  remembered: Snapshot[] = [];
  #now = 0;
  readonly #sleeping = new Set<{ until: number; wake: () => void }>();
  readonly poller: Poller;

  constructor() {
    const bus = new InMemoryServerEventBus();
    bus.subscribe((event) => this.heard.push('uri' in event ? event.uri : event.kind));
    const membership: TopicWatch = {
      bus,
      retryMs: MINUTE / 4,
      lead: async () => this.leads,
      recall: async () => this.recalled,
      remember: async (snapshot) => {
        this.remembered.push(snapshot);
        return true;
      },
      leave: async () => undefined,
    };
    this.poller = new Poller({
      membership,
      pace: {
        intervalMs: MINUTE,
        now: () => this.#now,
        sleep: (ms, signal) => this.#sleep(ms, signal),
      },
      poll: async () => this.#poll(),
      lost: () => {
        this.lost += 1;
      },
      report: ({ message }) => this.reported.push(message),
    });
  }

  /** Advances the clock, stopping whenever a timer is due. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await setImmediate();
      const [next] = [...this.#sleeping].toSorted((a, b) => a.until - b.until);
      if (!next || next.until > end) break;
      this.#now = next.until;
      this.#sleeping.delete(next);
      next.wake();
    }
    this.#now = end;
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#sleeping.delete(sleeper);
        reject(signal.reason);
      };
      const wake = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { until: this.#now + ms, wake };
      this.#sleeping.add(sleeper);
      signal.addEventListener('abort', stop);
    });
  }

  #poll(): Snapshot {
    this.polls.push(this.#now);
    const answer = (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) as Answer;
    if (typeof answer !== 'string') throw answer;
    return seen(answer);
  }
}

function seen(text: string): Snapshot {
  return { content: { mark: text, parts: { 'docs://page': text } } };
}

function failed(status: number, retryAfterMs?: number): PlatformError {
  return new PlatformError('http', 'GET /v1/x', `answered ${status}`, { status, retryAfterMs });
}

describe('a poller', () => {
  it('polls at once and then in every interval, and reports changes', async () => {
    const scene = new Scene();
    scene.answers = ['first', 'first', 'second', 'second'];
    await scene.poller.open();
    await scene.pass(3 * MINUTE);
    expect(scene.polls).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
    expect(scene.heard).toEqual(['docs://page']);
    await scene.poller.close();
  });

  it('doubles its pause with each failure, reports it once, and recovers', async () => {
    const scene = new Scene();
    scene.answers = ['first', failed(500), failed(503), failed(500), 'second'];
    await scene.poller.open();
    await scene.pass(16 * MINUTE);
    expect(scene.polls.map((at) => at / MINUTE)).toEqual([0, 1, 3, 7, 15, 16]);
    expect(scene.reported).toEqual(['answered 500']);
    expect(scene.heard).toEqual(['docs://page']);
    await scene.poller.close();
  });

  it('waits for as long as the platform asks', async () => {
    const scene = new Scene();
    scene.answers = ['first', failed(429, 30 * MINUTE), 'first'];
    await scene.poller.open();
    await scene.pass(32 * MINUTE);
    expect(scene.polls.map((at) => at / MINUTE)).toEqual([0, 1, 31, 32]);
    await scene.poller.close();
  });

  it.each([401, 403, 404, 410])('ends when the answer is %d', async (status) => {
    const scene = new Scene();
    scene.answers = ['first', failed(status)];
    await scene.poller.open();
    await scene.pass(10 * MINUTE);
    expect(scene.polls).toHaveLength(2);
    expect(scene.lost).toBe(1);
  });

  it('does not start with something unreadable', async () => {
    const scene = new Scene();
    scene.answers = [failed(500)];
    await expect(scene.poller.open()).rejects.toThrow('answered 500');
    await scene.pass(10 * MINUTE);
    expect(scene.polls).toEqual([0]);
  });

  it('does not poll while another server does, and takes over its state', async () => {
    const scene = new Scene();
    scene.leads = false;
    scene.recalled = seen('theirs');
    scene.answers = ['newer'];
    await scene.poller.open();
    await scene.pass(5 * MINUTE);
    expect(scene.polls).toEqual([]);
    expect(await scene.poller.seen()).toEqual(seen('theirs'));
    scene.recalled = seen('last theirs');
    scene.leads = true;
    await scene.pass(MINUTE / 4);
    expect(scene.polls).toHaveLength(1);
    expect(scene.heard).toEqual(['docs://page']);
    expect(scene.remembered).toEqual([seen('newer')]);
    await scene.poller.close();
  });

  it('stops polling after another server has taken over', async () => {
    const scene = new Scene();
    await scene.poller.open();
    scene.leads = false;
    await scene.pass(5 * MINUTE);
    expect(scene.polls).toEqual([0]);
    await scene.poller.close();
  });

  it('does nothing after it is closed', async () => {
    const scene = new Scene();
    await scene.poller.open();
    await scene.poller.close();
    await scene.pass(5 * MINUTE);
    expect(scene.polls).toEqual([0]);
  });
});
