import { lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors.ts';
import { GrowingBytes } from './growing-bytes.ts';

export const MAX_FETCH_BYTES = 20 * 1024 * 1024;
export const FETCH_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** Whether requests to an IP address are allowed. */
export type AddressRule = (address: string) => boolean;

/** The platform must not give access to the network that it runs in. */
export const isPublic: AddressRule = (address) => {
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || GLOBAL_IPV6.test(address));
};

/** Only 2000::/3 is assigned; beyond it, `::7f00:1` is another form of 127.0.0.1. */
const GLOBAL_IPV6 = /^[23][0-9a-f]{3}:/i;

export const anyAddress: AddressRule = () => true;

/** The content of a URL. */
export interface Bytes {
  bytes: Uint8Array;
  contentType: string | undefined;
}

/** The outcome of fetching a URL. */
export interface Fetched extends Bytes {
  /** The encoding of a text, as the server names it. */
  charset: string | undefined;
  /** The final address, after redirects, without credentials. */
  url: string;
}

/** A URL that could not be fetched, or may not be. */
export class FetchError extends ApiError {
  readonly timedOut: boolean;

  constructor(message: string, timedOut = false) {
    super(422, message);
    this.timedOut = timedOut;
  }
}

/**
 * Fetches a URL over http or https, following redirects, at most `MAX_FETCH_BYTES`. Gives up after
 * `FETCH_TIMEOUT_MS`, or when `signal` says so. Throws `FetchError`.
 */
export async function fetchUrl(
  url: string,
  mayAsk: AddressRule,
  signal: AbortSignal = AbortSignal.timeout(FETCH_TIMEOUT_MS),
): Promise<Fetched> {
  try {
    return await follow(url, mayAsk, signal);
  } catch (error) {
    if (signal.aborted) throw new FetchError(`${withoutSecrets(url)} did not answer in time`, true);
    throw error;
  }
}

async function follow(url: string, mayAsk: AddressRule, signal: AbortSignal): Promise<Fetched> {
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
      throw new FetchError(`${withoutSecrets(url)} answered ${status}`);
    }
    const contentType = headers['content-type']?.split(';')[0]?.trim();
    return {
      bytes: await readLimited(response, url),
      contentType,
      charset: CHARSET.exec(headers['content-type'] ?? '')?.[1],
      url: withoutCredentials(target),
    };
  }
  throw new FetchError(`${withoutSecrets(url)} redirects too often`);
}

/**
 * Requests one URL. The checked address is the one that is connected to, because the name could change in between.
 */
async function reach(url: URL, mayAsk: AddressRule, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!/^https?:$/.test(url.protocol) || (isIP(host) && !mayAsk(host))) throw refused(url);
  if (!isDecodable(url.username + url.password)) {
    throw new FetchError(
      `${withoutSecrets(url)} has credentials that are not valid percent-encoding`,
    );
  }
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
      reject(isPrivate ? refused(url) : new FetchError(`${withoutSecrets(url)} is not reachable`)),
    );
  });
}

/** An address without the user name and password in it. */
export function withoutCredentials(address: string | URL): string {
  const url = new URL(address);
  if (!url.username && !url.password) return String(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** An address for messages and for readers, who may know neither its credentials nor the tokens in its query. */
export function withoutSecrets(address: string | URL): string {
  const url = new URL(withoutCredentials(address));
  if (!url.search && !url.hash) return withoutCredentials(address);
  url.search = '';
  url.hash = '';
  return url.href;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function refused(url: URL): Error {
  return new FetchError(`${withoutSecrets(url)} is not a public http(s) address`);
}

/** Most servers respect that no encoding was requested; some compress anyway. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Content that is encoded more often than this is refused. */
const MAX_ENCODINGS = 2;

/** The content as it was before the server encoded it. */
function decoded(response: IncomingMessage, url: string): AsyncIterable<Buffer> {
  const header = response.headers['content-encoding'] ?? '';
  const names = header
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'identity');
  const decoders = names.flatMap((name) => DECODERS.get(name) ?? []);
  if (decoders.length < names.length || names.length > MAX_ENCODINGS) {
    response.destroy();
    throw new FetchError(
      `${withoutSecrets(url)} is encoded as ${header}, which cannot be read here`,
    );
  }
  return decoders
    .reverse()
    .reduce<Readable>((stream, decoder) => pipeline(stream, decoder(), () => undefined), response);
}

async function readLimited(response: IncomingMessage, url: string): Promise<Uint8Array> {
  const body = new GrowingBytes();
  const length = Number(response.headers['content-length'] ?? 0);
  const content = decoded(response, url);
  try {
    for await (const chunk of content) {
      body.add(chunk, Math.min(length, MAX_FETCH_BYTES));
      if (body.size > MAX_FETCH_BYTES) break;
    }
  } catch {
    throw new FetchError(`${withoutSecrets(url)} broke off`);
  }
  if (body.size > MAX_FETCH_BYTES)
    throw new FetchError(`${withoutSecrets(url)} is larger than ${MAX_FETCH_BYTES} bytes`);
  return body.bytes;
}
