import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../client/index.ts';
import type { Service } from './api-versions.ts';
import type { Caller } from './send.ts';

const RELEASE = { route: 'GET /v1/', effect: 'read' } as const;

/** Maximum number of tokens per address whose service is remembered. */
const MAX_TOKENS = 10_000;

/** How long to wait before asking again in the background, after an answer that did not reveal the service. */
const PAUSE_MS = 60_000;

/** What is known about one token at one address. */
interface KnownToken {
  service?: Service;
  asking?: Promise<Service | undefined>;
  /** When the platform may be asked again in the background, after it did not reveal its service. */
  askAgainAt?: number;
}

/** Called with the service that answers a token, once that is known. */
type ServiceListener = (token: string, service: Service) => void;

/** What is known about one address. */
interface KnownAddress {
  readonly tokens: LRUCache<string, KnownToken>;
  readonly listeners: Set<ServiceListener>;
  /** The token that asked last. It usually asks again, and hashing it takes longer than everything else here. */
  last?: { token: string; known: KnownToken };
}

type Asker = Pick<Caller, 'client' | 'token' | 'watch'>;

const addresses = new WeakMap<Caller['client'], KnownAddress>();

function addressOf(client: Caller['client']): KnownAddress {
  const known = addresses.get(client);
  if (known) return known;
  const address: KnownAddress = { tokens: new LRUCache({ max: MAX_TOKENS }), listeners: new Set() };
  addresses.set(client, address);
  return address;
}

function knownOf({ client, token }: Asker): KnownToken {
  const address = addressOf(client);
  if (address.last?.token === token) return address.last.known;
  const { tokens } = address;
  const key = hash('sha256', token, 'base64url');
  const known = tokens.get(key) ?? {};
  tokens.set(key, known);
  address.last = { token, known };
  return known;
}

/**
 * Which service answers this token, requested once for each: the current one reports its release at the root of the
 * API, the legacy one has nothing there. Undefined if the answer fits neither; the next call asks again.
 */
export function serviceOf(caller: Asker): Promise<Service | undefined> {
  const known = knownOf(caller);
  known.asking ??= ask(caller).then(
    (service) => {
      if (service === undefined) forget(known);
      else if (known.service === undefined) {
        known.service = service;
        for (const tell of addressOf(caller.client).listeners) tell(caller.token, service);
      }
      return service;
    },
    (error: unknown) => {
      forget(known);
      throw error;
    },
  );
  return known.asking;
}

function forget(known: KnownToken): void {
  delete known.asking;
  known.askAgainAt = Date.now() + PAUSE_MS;
}

/** Which service answers this token, if that is already known. */
export function knownServiceOf(caller: Asker): Service | undefined {
  return knownOf(caller).service;
}

/** Learns in the background which service answers a token. Nobody waits for it, and failures are ignored. */
export function learnService({ client, token }: Asker): void {
  const known = knownOf({ client, token });
  if (known.asking || (known.askAgainAt ?? 0) > Date.now()) return;
  serviceOf({ client, token }).catch(() => undefined);
}

/** Calls back whenever the service behind a token becomes known. The returned function unsubscribes. */
export function onServiceLearned(client: Caller['client'], listener: ServiceListener): () => void {
  const { listeners } = addressOf(client);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function ask({ client, token, watch }: Asker): Promise<Service | undefined> {
  try {
    const { data } = await client.request(RELEASE, { token, watch });
    return typeof data === 'object' && data !== null && 'version' in data ? 'current' : undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.status === 404 ? 'contract' : undefined;
  }
}
