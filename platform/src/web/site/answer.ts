import type { IncomingMessage } from 'node:http';
import { h } from 'hastscript';
import { ApiError, notFound } from '../../errors.ts';
import type { HttpReply } from '../../http/reply.ts';
import { redirectTarget } from '../../serializers/redirect.ts';
import { redirectOf } from '../../sites/redirects.ts';
import type { Database } from '../../store/database.ts';
import { settleFindings } from '../../workers/computed.ts';
import { page, redirect } from '../respond.ts';
import type { SignIn } from '../sign-in.ts';
import { type Audience, audienceOf, openAddress, redeem, type SiteAddress } from './audience.ts';
import { publicAddress, publishedPage } from './published.ts';

/** Links reveal nothing about the page that a reader came from. */
const HEADERS = { 'referrer-policy': 'no-referrer' };

/** A page of a published site, or its sign-in; 404 if there is none for this reader. */
export async function answerSite(
  db: Database,
  signIn: SignIn,
  request: IncomingMessage,
  url: URL,
): Promise<HttpReply> {
  const address = db.read(() => openAddress(db, url.pathname));
  const granted = await redeem(db, address, url);
  if (granted === 'refused') return refusedPage('This link has expired, or is not valid.');
  if (granted) {
    return redirect(granted.location, granted.cookie ? { 'set-cookie': granted.cookie } : {});
  }
  return await settleFindings(() =>
    db.read(() => {
      const audience = audienceOf(db, request, signIn.userOf(request), address.site);
      if (audience) {
        return showOrRedirect(db, { ...address, audience }, url.origin, () => {
          const query = url.searchParams.get('q') ?? '';
          return page(publishedPage(db, address, audience, query), { headers: HEADERS });
        });
      }
      const { published, visibility } = address.site;
      if (published === 0 || visibility !== 'visitor-auth') throw notFound('Site');
      return refusedPage('This site is for visitors whom its owners know.');
    }),
  );
}

/** The page or, if there is none, the target of a redirect of the site or of its space. */
function showOrRedirect(
  db: Database,
  address: SiteAddress & { audience: Audience },
  origin: string,
  show: () => HttpReply,
): HttpReply {
  const { site, segments, audience } = address;
  try {
    return show();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const path = `/${segments.map(encodeURIComponent).join('/')}`;
    const row = redirectOf(db, site.id, path);
    const target = row && redirectTarget({ db, origin, site }, row, path);
    if (!target) {
      const location = publicAddress(db, address, audience);
      if (location === undefined) throw error;
      return redirect(location, HEADERS, 307);
    }
    // Browsers remember permanent redirects, so they must be valid for every reader.
    const isLasting = row.permanent === 1 && site.published === 1 && site.visibility === 'public';
    return redirect(target, HEADERS, isLasting ? 308 : 307);
  }
}

function refusedPage(reason: string): HttpReply {
  const body = [
    h('h1', 'Not signed in'),
    h('p', reason),
    h('p', 'Open the site from where you sign in to the product that it documents.'),
  ];
  const brand = { title: 'Documentation', href: '/app' };
  return page({ title: 'Not signed in', brand, body }, { status: 403, headers: HEADERS });
}
