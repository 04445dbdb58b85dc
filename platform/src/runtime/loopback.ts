import { BlockList, isIP } from 'node:net';

const addresses = new BlockList();
addresses.addSubnet('127.0.0.0', 8, 'ipv4');
addresses.addAddress('::1', 'ipv6');

/**
 * Whether a host, as a socket, an option or a parsed URL names it, is this machine: `localhost`, a name below it, which
 * is reserved for that, or an address, also in brackets.
 */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const version = isIP(host);
  // An IPv4 address within an IPv6 one is found as well.
  return version !== 0 && addresses.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
