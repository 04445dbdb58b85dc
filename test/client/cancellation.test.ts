import { describe, expect, it } from 'vitest';
import { Canceller } from '../../src/client/cancellation.ts';

describe('a canceller', () => {
  it('notifies all listeners once, with the first reason', () => {
    const canceller = new Canceller();
    const heard: string[] = [];
    const left = () => heard.push('left');
    canceller.addEventListener('abort', () => heard.push(`first: ${canceller.reason}`));
    canceller.addEventListener('abort', left);
    canceller.addEventListener('abort', () => heard.push('last'));
    canceller.removeEventListener('abort', left);
    expect(canceller.aborted).toBe(false);
    canceller.throwIfAborted();
    canceller.abort('why');
    canceller.abort('again');
    expect(heard).toEqual(['first: why', 'last']);
    expect(canceller).toMatchObject({ aborted: true, reason: 'why' });
    expect(() => canceller.throwIfAborted()).toThrow('why');
  });

  it('notifies every listener even if one of them leaves meanwhile', () => {
    const canceller = new Canceller();
    const heard: number[] = [];
    const first = () => {
      heard.push(1);
      canceller.removeEventListener('abort', first);
    };
    canceller.addEventListener('abort', first);
    canceller.addEventListener('abort', () => heard.push(2));
    canceller.abort();
    expect(heard).toEqual([1, 2]);
  });

  it.each(['before', 'after'])('has a signal that was created %s it', (when) => {
    const canceller = new Canceller();
    const early = when === 'before' ? canceller.signal : undefined;
    const reason = new Error('why');
    canceller.abort(reason);
    expect(early ?? canceller.signal).toMatchObject({ aborted: true, reason });
    expect(canceller.signal).toBe(canceller.signal);
  });
});
