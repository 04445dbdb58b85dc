import type { ApiError } from '../errors.ts';
import { HttpReply } from '../http/reply.ts';
import { type HtmlDocument, htmlOf } from './parts/document.ts';

/** A page runs no scripts, cannot be framed, and loads only its style sheet and images. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
};

interface PageOptions {
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

/** A page as a reply. The referrer stays within the platform. */
export function page(
  document: HtmlDocument,
  { status = 200, headers = {} }: PageOptions = {},
): HttpReply {
  return HttpReply.text(status, 'text/html; charset=utf-8', htmlOf(document), {
    ...HEADERS,
    'referrer-policy': 'same-origin',
    ...(document.indexed ? {} : { 'x-robots-tag': 'noindex' }),
    ...headers,
  });
}

/** Redirects the browser: with 303, the default, to a path of the platform. */
export function redirect(
  location: string,
  headers: Readonly<Record<string, string>> = {},
  status?: 307 | 308,
): HttpReply {
  return HttpReply.redirect(
    location,
    { ...HEADERS, 'referrer-policy': 'no-referrer', ...headers },
    status,
  );
}

/** The headers of an error that a browser can use. */
export function headersOf({ headers }: ApiError): Record<string, string> {
  const kept = ['allow', 'retry-after'].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}
