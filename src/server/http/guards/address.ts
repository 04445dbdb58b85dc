import ipaddr from 'ipaddr.js';

/** Parts of an IPv6 address that a provider gives to one customer, who then has all addresses in there. */
const NETWORK_PARTS = 4;

/** What counts as one address: one of IPv4, or a network of IPv6. */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
