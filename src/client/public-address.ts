import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name or an address leads into a network that is not public. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/** Whether a host given by its address is one that everybody reaches; a host given by its name is looked up later. */
export function mayBePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isPublic(host);
}

/**
 * Looks a name up and refuses it with a `PrivateAddressError` unless all its addresses are public. Given to a
 * connection, what is checked is what is connected to: the name cannot change in between.
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
  return ipaddr.process(address).range() === 'unicast';
}
