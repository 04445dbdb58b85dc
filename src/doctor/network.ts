import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { parsePlatformAddress } from '../client/index.ts';
import { broken, errorText, type Finding, ok, type Subject, warning } from './finding.ts';

const SUBJECT: Subject = { id: 'address', title: 'Address' };
const TIME_MS = 10_000;
const DAY_MS = 86_400_000;
/** Certificates are usually renewed by this many days before they expire. */
const SOON_DAYS = 14;

/** Whether an address is reachable: name, connection, certificate, and any proxy in between. */
export async function checkAddress(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const target = new URL(url);
  const proxy = proxyFor(target, env);
  if (proxy === undefined) return checkHost(target, target.protocol === 'https:');
  if (!URL.canParse(proxy)) {
    return broken(SUBJECT, {
      text: 'HTTPS_PROXY or HTTP_PROXY is not an address',
      advice: 'Set it to one such as http://proxy.example.com:3128, or unset it.',
    });
  }
  const through = new URL(proxy);
  const finding = await checkHost(through, through.protocol === 'https:');
  const text = `${target.origin} through the proxy ${through.host}. ${finding.text}`;
  const advice = finding.advice && `${finding.advice} Or name ${target.hostname} in NO_PROXY.`;
  return { ...finding, text, advice };
}

async function checkHost(url: URL, isTls: boolean): Promise<Finding> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const addresses = isIP(host) ? [host] : await resolveHost(host);
  if (!Array.isArray(addresses)) {
    return broken(SUBJECT, {
      text: `${host} has no address: ${errorText(addresses)}`,
      advice: `Check the name ${host} for mistakes, and whether this machine can resolve names.`,
    });
  }
  const begun = performance.now();
  try {
    const socket = await openConnection(isTls, host, port);
    const ms = Math.round(performance.now() - begun);
    const facts = { host, port, addresses, tls: isTls, connectMs: ms };
    const finding = isTls
      ? certificateFinding(socket as TLSSocket, host, facts)
      : ok(SUBJECT, `${host}:${port} was reached in ${ms} ms, without TLS`, facts);
    socket.destroy();
    return finding;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return broken(SUBJECT, {
      text: `${host}:${port} could not be reached: ${errorText(error)}`,
      advice: adviceFor(code, host),
      facts: { host, port, addresses, code },
    });
  }
}

async function resolveHost(host: string): Promise<string[] | Error> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    return error as Error;
  }
}

function openConnection(isTls: boolean, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? undefined : host;
    const socket: Socket = isTls
      ? connectTls({ host, port, ...(servername && { servername }) })
      : connectTcp({ host, port });
    socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket));
    socket.once('error', reject);
    socket.setTimeout(TIME_MS, () => {
      socket.destroy();
      reject(Object.assign(new Error('no answer in 10 s'), { code: 'ETIMEDOUT' }));
    });
  });
}

function certificateFinding(
  socket: TLSSocket,
  host: string,
  facts: Record<string, unknown>,
): Finding {
  const { valid_to: end, issuer } = socket.getPeerCertificate();
  const days = Math.floor((Date.parse(end) - Date.now()) / DAY_MS);
  const all = { ...facts, protocol: socket.getProtocol(), validTo: end, issuer: issuer?.O };
  const text = `${host} was reached with ${socket.getProtocol()}; its certificate is valid for ${days} days`;
  if (days >= SOON_DAYS) return ok(SUBJECT, text, all);
  return warning(SUBJECT, {
    text,
    advice: 'Tell its operator that the certificate expires soon.',
    facts: all,
  });
}

function adviceFor(code: string, host: string): string {
  if (code === 'ECONNREFUSED')
    return `Nothing listens there: check the port, and whether ${host} runs.`;
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of ${host} has expired: tell its operator, and check the clock of this machine.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate is for another name: use that name, or have ${host} added to it.`;
  if (/CERT|SIGN|ISSUER/.test(code)) {
    return 'Node does not know the authority that issued the certificate: name a file with that authority in NODE_EXTRA_CA_CERTS.';
  }
  if (/SSL|TLS|EPROTO/.test(code))
    return 'The server there does not speak TLS: check the port and https.';
  return 'Check the network, a firewall, and whether a proxy (HTTPS_PROXY) is needed.';
}

/** The proxy for requests to an address; none for this machine itself. */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): string | undefined {
  if (parsePlatformAddress(url.origin).loopback) return undefined;
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const proxy =
    url.protocol === 'https:'
      ? (variable('HTTPS_PROXY') ?? variable('HTTP_PROXY'))
      : variable('HTTP_PROXY');
  return proxy !== undefined && !bypassesProxy(url, variable('NO_PROXY') ?? '') ? proxy : undefined;
}

function bypassesProxy({ hostname, port, protocol }: URL, list: string): boolean {
  const own = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [name = '', onPort] = entry.toLowerCase().split(':');
    const bare = name.replace(/^\*?\./, '');
    if (bare === '' || (onPort !== undefined && onPort !== own)) return false;
    return hostname === bare || hostname.endsWith(`.${bare}`);
  });
}
