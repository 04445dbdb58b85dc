import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { pathToFileURL } from 'node:url';
import { unprocessable } from '../errors.ts';
import type { AddressRule } from '../runtime/outbound.ts';
import { SSH } from './environment.ts';

/** A remote repository. */
export interface GitRemote {
  /** Its address without credentials; the only form that is kept or handed to git as an argument. */
  url: string;
  /** `user:password` of the address it was given by. */
  credentials: string | undefined;
}

/**
 * Options of `git fetch` for a remote. A local repository serves single files only on request; otherwise it sends all
 * of them.
 */
export function fetchOptions({ url }: GitRemote): string[] {
  const uploadPack = 'git -c uploadpack.allowFilter=true upload-pack';
  return [
    ...['--quiet', '--no-tags', '--filter=blob:none'],
    ...(url.startsWith('file:') ? ['--upload-pack', uploadPack] : []),
  ];
}

/** Which remotes are allowed: addresses that the rule permits, and local folders if all addresses are permitted. */
export interface RemoteRule {
  mayAsk: AddressRule;
}

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };
/** A folder on a Windows drive, not a one-letter host. */
const ON_DRIVE = /^[a-z]:[\\/]/i;
const SCP_LIKE = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/|:)\S+$/;

/** Parses any address that Git accepts; 422 otherwise. */
export function parseRemote(given: string): GitRemote {
  const url = given.trim();
  if (ON_DRIVE.test(url)) {
    return { url: pathToFileURL(url, { windows: true }).href, credentials: undefined };
  }
  if (SCP_LIKE.test(url)) return { url, credentials: undefined };
  if (!URL.canParse(url) || !/^(https?|ssh|git|file):$/.test(new URL(url).protocol)) {
    throw unprocessable(
      'url: is not the address of a Git repository; use https://…, ssh://…, git://… or git@host:path',
    );
  }
  const parsed = new URL(url);
  const { username, password } = parsed;
  if (parsed.protocol === 'ssh:') {
    parsed.password = '';
    return { url: parsed.href, credentials: undefined };
  }
  parsed.username = '';
  parsed.password = '';
  const credentials = username || password ? decoded(`${username}:${password}`) : undefined;
  return { url: parsed.href, credentials };
}

function decoded(credentials: string): string {
  try {
    return decodeURIComponent(credentials);
  } catch {
    throw unprocessable('url: its user name or password is not valid percent-encoding');
  }
}

/** The display name of a repository. */
export function repositoryName({ url }: GitRemote): string {
  const path = SCP_LIKE.test(url) ? url.slice(url.indexOf(':') + 1) : new URL(url).pathname;
  return path
    .replace(/^\/|\.git\/?$/g, '')
    .split('/')
    .slice(-2)
    .join('/');
}

/**
 * Settings with which git connects to a remote. Its name is looked up once and git gets the result, so that it cannot
 * change in between; credentials go through the environment, which only the owner can read. 422 if connecting to the
 * remote is not allowed.
 */
export async function remoteConfig(
  { url, credentials }: GitRemote,
  { mayAsk }: RemoteRule,
): Promise<{ protocols: string; settings: Record<string, string> }> {
  const isLocalAllowed = mayAsk('127.0.0.1');
  const scp = SCP_LIKE.exec(url);
  const parsed = scp ? undefined : new URL(url);
  if (parsed?.protocol === 'file:') {
    if (!isLocalAllowed) throw refusedRemote(url);
    return { protocols: 'file', settings: {} };
  }
  const host = (scp?.[1] ?? parsed?.hostname ?? '').replace(/^\[|\]$/g, '');
  const addresses = await addressesOf(host, url);
  if (!addresses.every(mayAsk)) throw refusedRemote(url);
  const protocol = parsed?.protocol ?? 'ssh:';
  const settings: Record<string, string> = {};
  if (credentials !== undefined) {
    const basic = Buffer.from(credentials).toString('base64');
    settings[`http.${parsed?.origin}/.extraHeader`] = `Authorization: Basic ${basic}`;
  }
  if (parsed && protocol in PORTS) {
    const port = parsed.port || PORTS[protocol];
    if (!isIP(host)) settings['http.curloptResolve'] = `${host}:${port}:${addresses.join(',')}`;
  }
  const [address] = addresses;
  if (address !== undefined && !isIP(host)) {
    if (protocol === 'ssh:') settings['core.sshCommand'] = `${SSH} -oHostName=${address}`;
    if (parsed && protocol === 'git:') {
      const port = parsed.port && `:${parsed.port}`;
      settings[`url.git://${inUrl(address)}${port}/.insteadOf`] = `git://${parsed.host}/`;
    }
  }
  return { protocols: protocol.slice(0, -1), settings };
}

function inUrl(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}

async function addressesOf(host: string, url: string): Promise<string[]> {
  if (isIP(host)) return [host];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw unprocessable(`${url} is not reachable`);
  }
}

function refusedRemote(url: string): Error {
  return unprocessable(`${url} is not a public repository address`);
}
