import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name or an address that leads into a network that is not public. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/** Whether a host given as an address is public. A host given as a name is looked up later. */
export function mayBePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublic(host);
}

/**
 * Looks up a name and refuses it with a `PrivateAddressError` unless all its addresses are public. The connection
 * itself uses this lookup, so the name cannot change between check and connect.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address))) {
      return done(new PrivateAddressError('the host is not a public one'), []);
    }
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || GLOBAL_IPV6.test(address));
}

/** Only 2000::/3 is assigned; beyond it, `::7f00:1` is another form of 127.0.0.1. */
const GLOBAL_IPV6 = /^[23][0-9a-f]{3}:/i;
