import type { ServerResponse } from 'node:http';
import { type ReceivedRequest, startUpstream } from '../../support/upstream.ts';

export const TENANTS = 100;

/** How the platform handles a request for a space, encoded in the space's name. */
export type Fate = 'found' | 'missing' | 'forbidden' | 'cut' | 'held';

export const tokenOf = (tenant: number) => `token-${tenant}-${tenant * 7919}`;
export const secretOf = (tenant: number) => `secret-of-${tenant}.`;
export const spaceOf = (tenant: number, fate: Fate, call: number) =>
  `tenant-${tenant}-${fate}-${call}`;

/** A platform that knows the owner of each space, and records every request with another token. */
export interface TenantPlatform {
  url: string;
  received: number;
  /** Requests with a token other than their owner's. */
  wrong: string[];
  /** Resolves once a held request for this space has arrived. */
  arrived(space: string): Promise<void>;
  /** Held requests that nobody has cancelled. */
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
    const [space = '', tenant, fate] = /tenant-(\d+)-([a-z]+)-\d+/.exec(request.url) ?? [];
    if (tenant !== undefined) platform.received += 1;
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

/** Results contain the secret of the requesting caller. */
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

function line({ method, url }: ReceivedRequest): string {
  return `${method} ${url}`;
}
