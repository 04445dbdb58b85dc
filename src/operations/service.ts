import { PlatformError } from '../client/index.ts';
import type { Service } from './api-versions.ts';
import type { Caller } from './send.ts';

const RELEASE = { route: 'GET /v1/', effect: 'read' } as const;

/** The cached service behind each client's address. */
const learnt = new WeakMap<Caller['client'], Promise<Service | undefined>>();

/**
 * Determines which service answers, once for each address: the current one states its release at the root of the API,
 * where the legacy one has nothing. Undefined if the answer fits neither; then it is asked again next time.
 */
export function serviceOf(caller: Caller): Promise<Service | undefined> {
  const { client } = caller;
  const known = learnt.get(client);
  if (known) return known;
  const asked = ask(caller).then((service) => {
    if (service === undefined) learnt.delete(client);
    return service;
  });
  learnt.set(client, asked);
  return asked;
}

async function ask({ client, token, watch }: Caller): Promise<Service | undefined> {
  try {
    const { data } = await client.request(RELEASE, { token, watch });
    return typeof data === 'object' && data !== null && 'version' in data ? 'current' : undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.status === 404 ? 'contract' : undefined;
  }
}
