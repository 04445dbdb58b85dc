import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { unprocessable } from '../../errors.ts';
import type { Change } from './changes.ts';
import type { Bytes } from './insert-files.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** Fetches every file that changes give by URL; 422 for one that cannot be had or may not be asked for. */
export async function fetchFiles(changes: readonly Change[]): Promise<Map<string, Bytes>> {
  const urls = changes.flatMap((change) =>
    change.operation === 'insert_files' ? change.files.flatMap(({ url }) => url ?? []) : [],
  );
  const fetched = new Map<string, Bytes>();
  for (const url of new Set(urls)) fetched.set(url, await fetchPublic(url));
  return fetched;
}

async function fetchPublic(url: string): Promise<Bytes> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let target = new URL(url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    await requirePublic(target);
    const response = await reach(target, signal);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      target = new URL(location, target);
      continue;
    }
    if (!response.ok) throw unprocessable(`${url} answered ${response.status}`);
    const contentType = response.headers.get('content-type')?.split(';')[0]?.trim();
    return { bytes: await readLimited(response, url), contentType };
  }
  throw unprocessable(`${url} redirects too often`);
}

async function reach(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal });
  } catch {
    throw unprocessable(`${url.href} is not reachable`);
  }
}

/** Only public addresses: the platform must not be a way into the network it stands in. */
async function requirePublic(url: URL): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = ipaddr.isValid(host) ? [host] : await resolveHost(host);
  const isPublic = addresses.every((address) => ipaddr.process(address).range() === 'unicast');
  if (!isPublic || !/^https?:$/.test(url.protocol)) {
    throw unprocessable(`${url.href} is not a public http(s) address`);
  }
}

async function resolveHost(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw unprocessable(`The host ${host} is not known`);
  }
}

async function readLimited(response: Response, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw unprocessable(`${url} broke off`);
  }
  if (size > MAX_BYTES) throw unprocessable(`${url} is larger than ${MAX_BYTES} bytes`);
  return Buffer.concat(chunks);
}
