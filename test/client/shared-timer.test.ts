import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedTimer } from '../../src/client/shared-timer.ts';

describe('a shared timer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** When each item expired, in milliseconds from the start. */
  function told(again: (item: string, timer: SharedTimer<string>) => void = () => undefined) {
    const start = performance.now();
    const items: [string, number][] = [];
    const timer = new SharedTimer<string>(1000, (item) => {
      items.push([item, performance.now() - start]);
      again(item, timer);
    });
    return { timer, items };
  }

  it('expires each item at its own time', () => {
    const { timer, items } = told();
    timer.add('a');
    vi.advanceTimersByTime(300);
    timer.add('b');
    timer.add('c');
    vi.advanceTimersByTime(5000);
    timer.add('d');
    vi.advanceTimersByTime(5000);
    expect(items).toEqual([
      ['a', 1000],
      ['b', 1300],
      ['c', 1300],
      ['d', 6300],
    ]);
  });

  it('ignores items that left, and expires later items on time', () => {
    const { timer, items } = told();
    const first = timer.add('a');
    vi.advanceTimersByTime(400);
    timer.add('b');
    first.leave();
    vi.advanceTimersByTime(5000);
    expect(items).toEqual([['b', 1400]]);
  });

  it('supports times of any length', () => {
    const heard: string[] = [];
    const timer = new SharedTimer<string>(3_000_000_000, (item) => heard.push(item));
    timer.add('a');
    vi.advanceTimersByTime(2_999_999_999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(['a']);
  });

  it('restarts the time of an item that is added again, and of no others', () => {
    const { timer, items } = told((item, shared) => {
      if (item === 'a') shared.add(item);
    });
    timer.add('a');
    vi.advanceTimersByTime(100);
    timer.add('b');
    vi.advanceTimersByTime(3000);
    expect(items).toEqual([
      ['a', 1000],
      ['b', 1100],
      ['a', 2000],
      ['a', 3000],
    ]);
  });
});
