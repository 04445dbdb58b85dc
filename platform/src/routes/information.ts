import { HttpReply } from '../http/reply.ts';

/** Where the current service publishes its release, without a token. */
export const INFORMATION = '/v1/';

/** The release whose published description this platform follows. */
const RELEASE = { version: '0.202.0', build: '2026-09-23T11:36:20.471Z' };

/** The answer at the root of the API; undefined for other paths. */
export function openInformation(path: string): HttpReply | undefined {
  return path === INFORMATION ? HttpReply.ok(RELEASE) : undefined;
}
