import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { received, startServer } from '../http/server.ts';
import { startUpstream } from '../support/upstream.ts';
import { callBy } from './calls.ts';

test('signs of life keep no exchange alive beyond the time for a request', async () => {
  const upstream = await startUpstream();
  const server = await startServer(upstream.url, { requestTimeoutMs: 2_000 });
  const socket = await server.socket();
  const { headers = {}, body = '' } = callBy('one', 'list_organizations', {}, { era: 'legacy' });
  const head = Object.entries({ ...headers, 'content-length': String(body.length) });
  const text = received(socket);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let dropped: Promise<unknown> | undefined;
    const asked = new Promise<void>((resolve) => {
      upstream.answer((_, response) => {
        dropped = once(response, 'close');
        resolve();
      });
    });
    socket.write('POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n');
    socket.write(`${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
    await asked;
    vi.advanceTimersByTime(31_000);
    await dropped;
    const answered = await text;
    expect(answered.match(/: keepalive/g)).toHaveLength(2);
    expect(answered).not.toContain('event: message');
  } finally {
    vi.useRealTimers();
  }
  await server.close();
  await upstream.close();
});
