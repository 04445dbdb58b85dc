import type { IncomingMessage } from 'node:http';
import { h } from 'hastscript';
import type { Profile } from '../auth/context.ts';
import type { User } from '../auth/schema.ts';
import { ApiError } from '../errors.ts';
import { HttpReply } from '../http/reply.ts';
import { asOwner } from '../runtime/owner.ts';
import { pageOfApiAddress } from '../serializers/api-address.ts';
import type { Database } from '../store/database.ts';
import { settleFindings } from '../workers/computed.ts';
import { BRAND } from './app/links.ts';
import { appPage } from './app/routes.ts';
import { icon, style } from './parts/document.ts';
import { headersOf, page, redirect } from './respond.ts';
import { SignIn } from './sign-in.ts';
import { answerSite } from './site/answer.ts';

/** Answers requests of people's browsers; undefined for other paths. */
export type BrowserPages = (request: IncomingMessage, url: URL) => Promise<HttpReply | undefined>;

/** The pages that show people the contents of the API: the application, published sites and their style sheet. */
export function createPages(db: Database, profile: Profile): BrowserPages {
  const signIn = new SignIn(db);

  async function answer(request: IncomingMessage, url: URL): Promise<HttpReply> {
    const form = FORMS[`${request.method} ${url.pathname}`];
    if (form) return await form(signIn, request, url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError(405, 'Pages can only be read', { allow: 'GET, HEAD' });
    }
    const asset = [style, icon].find(({ path }) => path === url.pathname);
    if (asset) return cachedReply(asset);
    if (isSite(url)) return await answerSite(db, signIn, request, url);
    const user = signIn.userOf(request);
    if (!user) return signIn.ask(url);
    // Links are paths, so that they work under any host name.
    const read = () => page({ ...appPage({ db, user, url, profile, origin: '' }), user });
    return await asOwner(user.id, () => settleFindings(() => db.read(read)));
  }

  return async (request, url) => {
    const { pathname } = url;
    if (!/^\/(app|docs)(\/|$)/.test(pathname)) return browserRedirect(request, pathname);
    try {
      return await answer(request, url);
    } catch (error) {
      if (error instanceof ApiError) return errorPage(error, signIn.userOf(request), url);
      throw error;
    }
  };
}

const FORMS: Readonly<
  Record<
    string,
    (signIn: SignIn, request: IncomingMessage, url: URL) => HttpReply | Promise<HttpReply>
  >
> = {
  'GET /app/sign-in': (signIn, request, url) => signIn.form(request, url),
  'HEAD /app/sign-in': (signIn, request, url) => signIn.form(request, url),
  'POST /app/sign-in': (signIn, request, url) => signIn.submit(request, url),
  'POST /app/sign-out': (signIn, request, url) => signIn.leave(request, url),
};

/** A browser sends no token to the API: a person who opens one of its addresses sees the page about the same object. */
function browserRedirect(
  { method, headers }: IncomingMessage,
  path: string,
): HttpReply | undefined {
  const isBrowser = headers.accept?.includes('text/html') && headers.authorization === undefined;
  if (!isBrowser || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const location = path === '/' ? BRAND.href : pageOfApiAddress(path);
  return location === undefined ? undefined : redirect(location);
}

/** Resources that change only with the program. */
function cachedReply({ type, text }: typeof style): HttpReply {
  return HttpReply.text(200, `${type}; charset=utf-8`, [text], {
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  });
}

function errorPage(error: ApiError, user: User | undefined, url: URL): HttpReply {
  const isMissing = error.status === 404;
  const title = isMissing ? 'Not found' : 'This did not work';
  const next = new URLSearchParams({ next: url.pathname });
  const body = [
    h('h1', title),
    h('p', isMissing ? 'There is nothing here, or nothing that you may see.' : error.message),
    isMissing && isSite(url)
      ? h('p', 'A shared site opens with its whole link, key included: ask for it again.')
      : '',
    h('p', h('a', { href: BRAND.href }, 'Start page')),
    user
      ? h('p', `You are signed in as ${user.display_name}. Sign out to use another token.`)
      : h('p', h('a', { href: `/app/sign-in?${next}` }, 'Sign in')),
  ];
  return page(
    { title, brand: BRAND, user, body },
    { status: error.status, headers: headersOf(error) },
  );
}

function isSite({ pathname }: URL): boolean {
  return /^\/docs(\/|$)/.test(pathname);
}
