import type { IncomingMessage } from 'node:http';
import { h } from 'hastscript';
import { notFound } from '../../errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { Database } from '../../store/database.ts';
import { page, redirect } from '../respond.ts';
import type { SignIn } from '../sign-in.ts';
import { audienceOf, openAddress, redeem } from './audience.ts';
import { publishedPage } from './published.ts';

/** Readers of sites come and go without a trace of where they read. */
const HEADERS = { 'referrer-policy': 'no-referrer' };

/** A page of a published site, or the way in to it; 404 where there is none for this reader. */
export async function answerSite(
  db: Database,
  signIn: SignIn,
  request: IncomingMessage,
  url: URL,
): Promise<Reply> {
  const address = db.read(() => openAddress(db, url.pathname));
  const granted = await redeem(db, address, url);
  if (granted === 'refused') return refused('This link has expired, or is not valid.');
  if (granted) {
    return redirect(granted.location, granted.cookie ? { 'set-cookie': granted.cookie } : {});
  }
  return db.read(() => {
    const audience = audienceOf(db, request, signIn.userOf(request), address.site);
    if (audience) {
      const query = url.searchParams.get('q') ?? '';
      return page(publishedPage(db, address, audience, query), { headers: HEADERS });
    }
    const { published, visibility } = address.site;
    if (published === 0 || visibility !== 'visitor-auth') throw notFound('Site');
    return refused('This site is for visitors whom its owners know.');
  });
}

function refused(reason: string): Reply {
  const body = [
    h('h1', 'Not signed in'),
    h('p', reason),
    h('p', 'Open the site from where you sign in to the product that it documents.'),
  ];
  const brand = { title: 'Documentation', href: '/app' };
  return page({ title: 'Not signed in', brand, body }, { status: 403, headers: HEADERS });
}
