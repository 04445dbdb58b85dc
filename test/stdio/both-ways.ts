import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Connection } from '../../src/connect.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { connectTo, open, type Request, type StdioEndpoint } from './endpoint.ts';

const SPACES = {
  items: [
    { object: 'space', id: 's1', title: 'Größe “quoted” \u2028 🙂', parent: null },
    { object: 'space', id: 's2', title: 'Handbook', urls: { app: 'https://app.example.com' } },
  ],
};

export const CLIENT = { name: 'test', version: '1.0.0' };
export const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

export function initialize(capabilities: unknown = {}, more: object = {}) {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: CLIENT, ...more };
  return { jsonrpc: '2.0', id: 0, method: 'initialize', params };
}

/** The marks of fences are random. */
export function comparable(lines: string[]): string[] {
  return lines.map((line) => line.replaceAll(/untrusted-\d{12}/g, 'untrusted-mark'));
}

/** A platform, and two servers connected to it: one answers over the fast path, the other through the SDK alone. */
export class BothWays {
  upstream!: Upstream;
  connection!: Connection;
  direct!: StdioEndpoint;
  sdk!: StdioEndpoint;

  open(): void {
    this.direct = open(this.connection, { direct: true });
    this.sdk = open(this.connection, { direct: false });
  }

  async close(): Promise<void> {
    await Promise.all([this.direct.end(), this.sdk.end()]);
  }

  /** Sends the same to both, and returns the fast path's answer. */
  async ask(request: Request): Promise<string> {
    const { direct, sdk } = this;
    const [answered, expected] = await Promise.all([direct.ask(request), sdk.ask(request)]);
    expect(comparable(answered)).toEqual(comparable(expected));
    return answered.at(-1) ?? '';
  }

  /** Opens both connections as a client does. */
  async begin(capabilities: unknown = {}): Promise<void> {
    await this.ask(initialize(capabilities));
    for (const endpoint of [this.direct, this.sdk]) endpoint.send(INITIALIZED);
  }
}

/** New servers for each test of a file. */
export function useBothWays(): BothWays {
  const both = new BothWays();
  beforeAll(async () => {
    both.upstream = await startUpstream();
    both.connection = connectTo(both.upstream.url);
  });
  afterAll(async () => {
    await both.connection.close();
    await both.upstream.close();
  });
  beforeEach(() => {
    both.upstream.answer(json(200, SPACES));
    both.open();
  });
  afterEach(async () => {
    await both.close();
    both.upstream.received.length = 0;
  });
  return both;
}
