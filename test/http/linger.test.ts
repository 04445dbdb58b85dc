import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endAfterBody } from '../../src/server/http/guards/linger.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('refusals wait for bodies that never arrive for two seconds, and at most 256 of them', () => {
  const responses = Array.from({ length: 300 }, () => {
    const request = new IncomingMessage(new Socket());
    const response = new ServerResponse(request);
    endAfterBody(request, response);
    return response;
  });
  const ended = () => responses.map(({ writableEnded }) => writableEnded);
  expect(ended()).toEqual(responses.map((_, index) => index < 44));
  vi.advanceTimersByTime(1_999);
  expect(ended().filter(Boolean)).toHaveLength(44);
  vi.advanceTimersByTime(1);
  expect(ended().filter(Boolean)).toHaveLength(300);
});
