import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedTimer } from '../../src/server/http/shared-timer.ts';

describe('a timer that many share', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Of each item that was told of, when that was, in milliseconds from the start. */
  function told(again: (item: string, timer: SharedTimer<string>) => void = () => undefined) {
    const start = performance.now();
    const items: [string, number][] = [];
    const timer = new SharedTimer<string>(1000, (item) => {
      items.push([item, performance.now() - start]);
      again(item, timer);
    });
    return { timer, items };
  }

  it('tells of each at its own time', () => {
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

  it('does not tell of what was deleted, and is late for nothing that came after it', () => {
    const { timer, items } = told();
    timer.add('a');
    vi.advanceTimersByTime(400);
    timer.add('b');
    timer.delete('a');
    vi.advanceTimersByTime(5000);
    expect(items).toEqual([['b', 1400]]);
  });

  it('takes its time, however long that is', () => {
    const heard: string[] = [];
    const timer = new SharedTimer<string>(3_000_000_000, (item) => heard.push(item));
    timer.add('a');
    vi.advanceTimersByTime(2_999_999_999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(['a']);
  });

  it('tells again of what is added again, and of the others no later for that', () => {
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
