import { isLoopback } from '../loopback.ts';

/** Where the platform is. */
export interface PlatformAddress {
  origin: string;
  /** Path prefix without a trailing slash; empty at the root. */
  prefix: string;
  /** Whether the host is this machine, which no proxy can reach. */
  loopback: boolean;
}

/** The configured address cannot be used. The message says what it must be and never quotes it. */
export class AddressError extends Error {}

/**
 * Reads the platform's address.
 * @throws {AddressError} unless it is http(s) and bare.
 */
export function parsePlatformAddress(text: string): PlatformAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    `${url.username}${url.password}${url.search}${url.hash}` !== ''
  ) {
    throw new AddressError(
      'the address of the platform must be an http(s) URL without credentials, query and fragment',
    );
  }
  return {
    origin: url.origin,
    // Each route begins with `/v1`, and the published address of the API ends with it.
    prefix: url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, ''),
    loopback: isLoopback(url.hostname),
  };
}
