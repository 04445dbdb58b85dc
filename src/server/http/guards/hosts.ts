import { validateHostHeader } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { isLoopback } from '../../../loopback.ts';
import { type Guard, HttpRefusal } from './guard.ts';

/** Maximum number of cached hosts, with their ports, that are allowed. */
const MAX_KNOWN = 100;

/**
 * Passes requests for one of these hosts, on any port; protects against DNS rebinding. On loopback, its own names are
 * allowed too.
 */
export function allowHosts(hosts: readonly string[], isBoundToLoopback: boolean): Guard {
  // The same few hosts come with every request, and parsing one takes longer than looking it up.
  const known = new LRUCache<string, true>({ max: MAX_KNOWN });
  return ({ request: { headers } }) => {
    const { host } = headers;
    if (host !== undefined && known.has(host)) return;
    if (!isServedHost(host, hosts, isBoundToLoopback)) {
      throw new HttpRefusal(
        403,
        'This host is not served here; its operator can allow it (--allow-host).',
      );
    }
    if (host !== undefined) known.set(host, true);
  };
}

/** Whether a `Host` header names one of these hosts, or loopback if the server is bound there. */
export function isServedHost(
  header: string | undefined,
  hosts: readonly string[],
  isBoundToLoopback: boolean,
): boolean {
  const { ok, hostname } = { hostname: undefined, ...validateHostHeader(header, [...hosts]) };
  return ok || (isBoundToLoopback && hostname !== undefined && isLoopback(hostname));
}
