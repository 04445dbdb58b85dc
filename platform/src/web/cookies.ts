import type { IncomingMessage } from 'node:http';

interface CookieOptions {
  path: string;
  sameSite: 'Strict' | 'Lax';
  /** In seconds; 0 takes the cookie away. */
  maxAge: number;
}

/** The value of a cookie of a request. */
export function readCookie(
  { headers }: Pick<IncomingMessage, 'headers'>,
  name: string,
): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/** A `Set-Cookie` that no script can read. The value has letters, digits, `-` and `_` alone. */
export function cookie(name: string, value: string, options: CookieOptions): string {
  const { path, sameSite, maxAge } = options;
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}`;
}
