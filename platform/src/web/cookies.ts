import type { IncomingMessage } from 'node:http';

interface CookieOptions {
  path: string;
  sameSite: 'Strict' | 'Lax';
  /** In seconds; 0 deletes the cookie. */
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

/** A `Set-Cookie` that scripts cannot read. The value has only letters, digits, `-` and `_`. */
export function cookie(name: string, value: string, options: CookieOptions): string {
  const { path, sameSite, maxAge } = options;
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}`;
}
