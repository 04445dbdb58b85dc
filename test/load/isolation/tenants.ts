import type { ServerResponse } from 'node:http';
import { type Received, startUpstream } from '../../support/upstream.ts';

export const TENANTS = 100;

/** What the platform does with a request for a space, which is named after it. */
export type Fate = 'found' | 'missing' | 'forbidden' | 'cut' | 'held';

export const tokenOf = (tenant: number) => `token-${tenant}-${tenant * 7919}`;
export const secretOf = (tenant: number) => `secret-of-${tenant}.`;
export const spaceOf = (tenant: number, fate: Fate, call: number) =>
  `tenant-${tenant}-${fate}-${call}`;

/** A platform that knows whose each space is, and notes every request that has not its owner's token. */
export interface TenantPlatform {
  url: string;
  received: number;
  /** Requests that came with another token than their owner's. */
  wrong: string[];
  /** Resolves once a held request for this space has arrived. */
  arrived(space: string): Promise<void>;
  /** Requests that are still held: nobody has cancelled them. */
  held(): number;
  close(): Promise<void>;
}

export async function startTenantPlatform(): Promise<TenantPlatform> {
  const upstream = await startUpstream();
  const tokens = new Set(
    Array.from({ length: TENANTS }, (_, tenant) => `Bearer ${tokenOf(tenant)}`),
  );
  const waiting = new Map<string, () => void>();
  const held = new Set<ServerResponse>();
  const platform: TenantPlatform = {
    url: upstream.url,
    received: 0,
    wrong: [],
    arrived: (space) => new Promise((resolve) => waiting.set(space, resolve)),
    held: () => held.size,
    close: upstream.close,
  };
  upstream.answer((request, response) => {
    upstream.received.length = 0;
    platform.received += 1;
    const [space = '', tenant, fate] = /tenant-(\d+)-([a-z]+)-\d+/.exec(request.url) ?? [];
    const { authorization = '' } = request.headers;
    const expected = tenant === undefined ? undefined : `Bearer ${tokenOf(Number(tenant))}`;
    const isRight = expected ? authorization === expected : tokens.has(authorization);
    if (!isRight) platform.wrong.push(`${line(request)} ${authorization}`);
    if (fate === 'held') {
      held.add(response);
      response.once('close', () => held.delete(response));
      waiting.get(space)?.();
      waiting.delete(space);
    } else {
      answer(response, fate as Fate, authorization);
    }
  });
  return platform;
}

/** What is found carries the secret of whoever asked. */
function answer(response: ServerResponse, fate: Fate | undefined, authorization: string): void {
  if (fate === 'cut') {
    response.socket?.destroy();
    return;
  }
  const status = fate === 'found' ? 200 : fate === 'forbidden' ? 403 : 404;
  const tenant = Number(/token-(\d+)-/.exec(authorization)?.[1]);
  const found = { id: 'x', number: 1, title: secretOf(tenant), markdown: secretOf(tenant) };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? found : { error: { code: status, message: 'No' } }));
}

function line({ method, url }: Received): string {
  return `${method} ${url}`;
}
