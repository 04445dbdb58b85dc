import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { unprocessable } from '../../errors.ts';
import type { Change } from './changes.ts';
import type { Bytes } from './insert-files.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** Whether an IP address may be asked. */
export type AddressRule = (address: string) => boolean;

/** The platform must not be a way into the network it stands in. */
const isPublic: AddressRule = (address) => ipaddr.process(address).range() === 'unicast';

/** Fetches every file that changes give by URL; 422 for one that cannot be had or may not be asked for. */
export async function fetchFiles(
  changes: readonly Change[],
  mayAsk: AddressRule = isPublic,
): Promise<Map<string, Bytes>> {
  const urls = changes.flatMap((change) =>
    change.operation === 'insert_files' ? change.files.flatMap(({ url }) => url ?? []) : [],
  );
  const fetched = new Map<string, Bytes>();
  for (const url of new Set(urls)) fetched.set(url, await fetchFile(url, mayAsk));
  return fetched;
}

async function fetchFile(url: string, mayAsk: AddressRule): Promise<Bytes> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let target = new URL(url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await reach(target, mayAsk, signal);
    const { statusCode: status = 0, headers } = response;
    if (
      status >= 300 &&
      status < 400 &&
      headers.location &&
      URL.canParse(headers.location, target.href)
    ) {
      response.destroy();
      target = new URL(headers.location, target);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw unprocessable(`${url} answered ${status}`);
    }
    const contentType = headers['content-type']?.split(';')[0]?.trim();
    return { bytes: await readLimited(response, url), contentType };
  }
  throw unprocessable(`${url} redirects too often`);
}

/** Asks one URL. The address that is checked is the one that is connected to: a name cannot change in between. */
async function reach(url: URL, mayAsk: AddressRule, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!/^https?:$/.test(url.protocol) || (isIP(host) && !mayAsk(host))) throw refused(url);
  const { get } = url.protocol === 'https:' ? https : http;
  let isPrivate = false;
  const checkedLookup: LookupFunction = (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      isPrivate = !error && !addresses.every(({ address }) => mayAsk(address));
      if (error || isPrivate || !first) done(error ?? new Error('No public address'), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
  const headers = { 'accept-encoding': 'identity' };
  return await new Promise((resolve, reject) => {
    get(url, { lookup: checkedLookup, headers, signal, agent: false }, resolve).once('error', () =>
      reject(isPrivate ? refused(url) : unprocessable(`${url.href} is not reachable`)),
    );
  });
}

function refused(url: URL): Error {
  return unprocessable(`${url.href} is not a public http(s) address`);
}

async function readLimited(response: IncomingMessage, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
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
