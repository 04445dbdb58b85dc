import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Guard } from './guard.ts';

/** A network, as `ipaddr.js` parses it. */
type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/** Whether an address belongs to a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

/** Prefix length of the IPv6 network that a provider gives to one customer, who then has every address in it. */
const NETWORK_PARTS = 4;

/** Some proxies append the port. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/**
 * Parses the networks of proxies, such as `10.0.0.0/8` or a single address.
 * @throws {Error} for the first invalid one.
 */
export function trustNetworks(texts: readonly string[]): IsTrusted {
  const networks = texts.map(networkOf);
  if (networks.length === 0) return () => false;
  return (address) => {
    const parsed = ipaddr.process(address);
    return networks.some(([start, length]) => {
      return parsed.kind() === start.kind() && parsed.match(start, length);
    });
  };
}

/** The same clients come again and again, and parsing an address takes longer than looking it up. */
const MAX_KEYS = 10_000;

/** Determines the client IP of a request. */
export function findAddress(trustedProxies: readonly string[]): Guard {
  const isTrusted = trustNetworks(trustedProxies);
  const keys = new LRUCache<string, string>({ max: MAX_KEYS });
  return (context) => {
    const address = callerAddress(context.request, isTrusted);
    if (address === undefined) return;
    let key = keys.get(address);
    if (key === undefined) {
      key = addressKey(address);
      keys.set(address, key);
    }
    context.address = key;
  };
}

/**
 * The client IP of a request. Behind trusted proxies it is the address that the outermost of them saw: anybody can
 * add to `X-Forwarded-For`, but only to the left of it.
 */
export function callerAddress(
  { socket, headers }: IncomingMessage,
  isTrusted: IsTrusted,
): string | undefined {
  let address = socket.remoteAddress;
  if (address === undefined || !isTrusted(address)) return address;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  while (address !== undefined && isTrusted(address)) {
    const before = withoutPort(forwarded.pop()?.trim() ?? '');
    if (!isIP(before)) break;
    address = before;
  }
  return address;
}

/** What counts as one address: an IPv4 address or an IPv6 network. */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

function networkOf(text: string): Network {
  const [start = '', length] = text.split('/');
  // Short forms such as 10.1 are ambiguous.
  if (!isIP(start)) throw new Error(`${text} is neither an address nor a network`);
  if (length !== undefined) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(start);
  return [address, address.toByteArray().length * 8];
}

function withoutPort(text: string): string {
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  return v6 ?? v4 ?? text;
}
