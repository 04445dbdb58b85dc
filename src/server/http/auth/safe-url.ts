import { isLoopback } from '../../../loopback.ts';

/** Whether secrets may be sent to an address: it is encrypted, or on this machine. */
export function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
