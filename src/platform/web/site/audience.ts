import type { IncomingMessage } from 'node:http';
import { membership } from '../../auth/access.ts';
import { allows } from '../../auth/roles.ts';
import type { User } from '../../auth/users.ts';
import { notFound } from '../../errors.ts';
import type { SiteRow } from '../../sites/schema.ts';
import { opensSite } from '../../sites/share-links.ts';
import type { Database } from '../../store/database.ts';
import { cookie, readCookie } from '../cookies.ts';
import { admitVisitor, isAdmitted, SESSION_MS, visitorKey } from '../sessions.ts';
import { verifyVisitor } from './visitors.ts';

const COOKIE = 'docs_visitor';

/** Members of the site's organization see what it shows to anybody; the others are the public of the site. */
export type Audience = 'member' | 'public';

/** A published site at `base`, and the decoded segments behind it. */
export interface SiteAddress {
  site: SiteRow;
  base: string;
  segments: readonly string[];
}

/** The published site that a path below `/docs` leads to; 404 when there is none. */
export function openAddress(db: Database, path: string): SiteAddress {
  const [, , organization = '', name = '', ...rest] = path.split('/').map(decode);
  const site = db.get<SiteRow>(
    `SELECT * FROM site WHERE organization = ? AND published = 1 AND (basename = ? OR id = ?)
     ORDER BY basename IS ? DESC LIMIT 1`,
    organization,
    name,
    name,
    name,
  );
  if (!site) throw notFound('Site');
  const base = `/docs/${encodeURIComponent(organization)}/${encodeURIComponent(name)}`;
  return { site, base, segments: rest.filter((segment) => segment !== '') };
}

/** Who is reading; undefined when the site is not for them. */
export function audienceOf(
  db: Database,
  request: IncomingMessage,
  user: User | undefined,
  site: SiteRow,
): Audience | undefined {
  const role = user && membership(db, site.organization, user.id)?.role;
  if (role && allows(role, 'read')) return 'member';
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
  return isOpen || isAdmitted(db, site, readCookie(request, COOKIE)) ? 'public' : undefined;
}

/**
 * What a secret in an address grants: the address without it, and the cookie that takes its place. Undefined when
 * the address has no secret, `refused` when the one it has is not valid.
 */
export async function redeem(
  db: Database,
  { site, base, segments }: SiteAddress,
  url: URL,
): Promise<{ location: string; cookie?: string } | 'refused' | undefined> {
  const [first, ...rest] = segments;
  if (opensSite(db, site.id, first)) {
    const session = db.write(() => admitVisitor(db, site, { shareLink: linkOf(db, first ?? '') }));
    return { location: pathOf(base, rest) + url.search, cookie: visitorCookie(base, session) };
  }
  const token = url.searchParams.get('jwt_token');
  if (token === null) return undefined;
  const search = new URLSearchParams(url.search);
  search.delete('jwt_token');
  const location = pathOf(base, segments) + (search.size > 0 ? `?${search}` : '');
  if (site.visibility !== 'visitor-auth') return { location };
  const until = await verifyVisitor(
    token,
    db.read(() => visitorKey(db, site.id)),
  );
  if (until === undefined) return 'refused';
  const session = db.write(() => admitVisitor(db, site, { until }));
  return { location, cookie: visitorCookie(base, session) };
}

/** The path of a part of the site. */
export function pathOf(base: string, segments: readonly string[]): string {
  return [base, ...segments.map(encodeURIComponent)].join('/');
}

function linkOf(db: Database, key: string): string {
  const sql = 'SELECT id FROM share_link WHERE share_key = ?';
  return db.get<{ id: string }>(sql, key)?.id ?? '';
}

/** Sent along when the reader comes by a link on another site, too. */
function visitorCookie(path: string, session: string): string {
  return cookie(COOKIE, session, { path, sameSite: 'Lax', maxAge: SESSION_MS / 1000 });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound('Page');
  }
}
