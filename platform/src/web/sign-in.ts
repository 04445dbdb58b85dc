import type { IncomingMessage } from 'node:http';
import { h } from 'hastscript';
import { ApiError, forbidden } from '../errors.ts';
import { readBytes } from '../http/input.ts';
import { RateLimiter } from '../http/rate-limit.ts';
import type { HttpReply } from '../http/reply.ts';
import type { Database } from '../store/database.ts';
import { BRAND } from './app/links.ts';
import { cookie, readCookie } from './cookies.ts';
import { page, redirect } from './respond.ts';
import { SESSION_MS, signedIn, signIn, signOut } from './sessions.ts';

const COOKIE = 'docs_session';
const SIGN_IN = '/app/sign-in';

/** Access tokens are far shorter. */
const MAX_FORM_BYTES = 16 * 1024;

/** Maximum sign-in attempts of one address per minute. */
const MAX_ATTEMPTS = 30;

const STAY = { path: '/', sameSite: 'Strict' } as const;

/** Signs people in with an access token, for a limited time. The token never goes into a cookie or an address. */
export class SignIn {
  readonly #db: Database;
  readonly #attempts = new RateLimiter(MAX_ATTEMPTS);

  constructor(db: Database) {
    this.#db = db;
  }

  /** The sender of the request. */
  userOf(request: IncomingMessage) {
    return signedIn(this.#db, readCookie(request, COOKIE));
  }

  /** Sends a person to the form, and from there back to the page at `url`. */
  ask(url: URL): HttpReply {
    return redirect(`${SIGN_IN}?${new URLSearchParams({ next: url.pathname + url.search })}`);
  }

  /**
   * The form. A browser that comes from another site brings no cookie, so the page makes it send the request again from
   * here: a signed-in person continues to the requested page.
   */
  form(request: IncomingMessage, url: URL): HttpReply {
    const next = nextOf(url.searchParams.get('next'), url.origin);
    if (this.userOf(request)) return redirect(next);
    const again = request.headers['sec-fetch-site'] === 'cross-site';
    return formPage(next, undefined, { headers: again ? { refresh: '0' } : {} });
  }

  async submit(request: IncomingMessage, url: URL): Promise<HttpReply> {
    requireOwnForm(request, url);
    const form = await readForm(request);
    this.#attempts.take(request.socket.remoteAddress ?? '');
    const next = nextOf(form.get('next'), url.origin);
    const token = (form.get('token') ?? '').trim();
    const session = this.#db.write(() => signIn(this.#db, token));
    if (session === undefined) {
      return formPage(next, 'This token is not valid. Check that all of it was copied.', {
        status: 403,
      });
    }
    const set = cookie(COOKIE, session, { ...STAY, maxAge: SESSION_MS / 1000 });
    return redirect(next, { 'set-cookie': set });
  }

  leave(request: IncomingMessage, url: URL): HttpReply {
    requireOwnForm(request, url);
    this.#db.write(() => signOut(this.#db, readCookie(request, COOKIE)));
    return redirect(SIGN_IN, { 'set-cookie': cookie(COOKIE, '', { ...STAY, maxAge: 0 }) });
  }
}

function formPage(next: string, problem: string | undefined, options: Parameters<typeof page>[1]) {
  const body = [
    h('h1', 'Sign in'),
    h('p', 'These pages show what your access token lets you see. Nothing can be changed here.'),
    problem === undefined ? '' : h('p.notice', { role: 'alert', id: 'problem' }, problem),
    h('form.stack', { method: 'post', action: SIGN_IN }, [
      h('input', { type: 'hidden', name: 'next', value: next }),
      h('label', { htmlFor: 'token' }, 'Access token'),
      h('input', {
        type: 'password',
        id: 'token',
        name: 'token',
        required: true,
        autoComplete: 'current-password',
        ariaDescribedBy: problem === undefined ? undefined : 'problem',
      }),
      h('button', { type: 'submit' }, 'Sign in'),
    ]),
  ];
  return page({ title: 'Sign in', brand: BRAND, body }, options);
}

/** Browsers state the origin of a form; other sites may sign nobody in or out. */
function requireOwnForm({ headers }: IncomingMessage, url: URL): void {
  const { origin } = headers;
  if (origin === undefined) return;
  if (URL.canParse(origin) && new URL(origin).host === url.host) return;
  throw forbidden('This form was sent from another site');
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw new ApiError(415, 'Send a form');
  return new URLSearchParams((await readBytes(request, MAX_FORM_BYTES)).toString());
}

/** The page of the platform to continue to; the start page for anything else. */
function nextOf(given: string | null, origin: string): string {
  if (given === null || !URL.canParse(given, origin)) return BRAND.href;
  const { origin: own, pathname, search } = new URL(given, origin);
  return own === origin && /^\/(app|docs)(\/|$)/.test(pathname) ? pathname + search : BRAND.href;
}
