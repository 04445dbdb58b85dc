import type { PlatformAddress } from './address.ts';
import type { RawResponse } from './answer.ts';
import type { ClientCall } from './calls.ts';
import { errorOfResponse } from './error-response.ts';
import { header } from './headers.ts';
import { mayBePublic } from './public-address.ts';
import type { Download } from './types.ts';

/** How a URL that the platform named may be fetched. */
export type DownloadNetwork = 'platform' | 'public';

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'];

/**
 * Decides how to fetch a URL from an answer, which may be hostile. The platform's own address uses the platform's
 * connections. Any other host is reached over https only and at a public address only, so that an answer cannot reach
 * into the network of this process. Behind a proxy, other hosts are not fetched at all, because the proxy would resolve
 * the name unchecked.
 * @throws {PlatformError} `invalid_request` for every other URL.
 */
export function downloadTarget(
  url: string,
  platform: PlatformAddress,
  { fail }: ClientCall,
): { target: URL; network: DownloadNetwork } {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const refuse = (why: string) => fail('invalid_request', `the file is not fetched: ${why}`);
  if (!target || !/^https?:$/.test(target.protocol)) throw refuse('it has no http(s) address');
  if (target.username || target.password) throw refuse('its address carries credentials');
  if (target.origin === platform.origin) return { target, network: 'platform' };
  if (target.protocol !== 'https:') throw refuse('it is on another host, without encryption');
  if (!mayBePublic(target.hostname)) throw refuse('it is on another host, which is not public');
  if (PROXIES.some((name) => process.env[name])) {
    throw refuse('it is on another host, and a proxy is configured');
  }
  return { target, network: 'public' };
}

/**
 * Returns the downloaded file.
 * @throws {PlatformError} the failure of the answer, or `too_large` beyond `maxBytes`.
 */
export function toDownload(
  answer: RawResponse,
  { maxBytes, now }: { maxBytes: number; now: number },
  { fail }: ClientCall,
): Download {
  const { status, headers, bytes, complete } = answer;
  if (status >= 400) throw errorOfResponse(answer, bytes.toString('utf8'), now, fail);
  if (status !== 200) throw fail('http', `the file's address answered ${status}`, { status });
  if (!complete) throw fail('too_large', `the file is larger than ${maxBytes} bytes`, { status });
  const contentType = header(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  return { bytes, contentType };
}
