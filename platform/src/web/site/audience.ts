import type { IncomingMessage } from 'node:http';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { siteRole } from '../../auth/access.ts';
import { allows } from '../../auth/roles.ts';
import type { User } from '../../auth/schema.ts';
import { notFound } from '../../errors.ts';
import type { SiteRow } from '../../sites/schema.ts';
import { opensSite } from '../../sites/share-links.ts';
import { PREVIEW_AUDIENCE, visitorKey } from '../../sites/visitor-key.ts';
import type { Database } from '../../store/database.ts';
import { cookie, readCookie } from '../cookies.ts';
import { admitVisitor, isAdmitted, isPreviewing, SESSION_MS } from '../sessions.ts';

/** Tolerated clock difference, in seconds. */
const CLOCK_TOLERANCE = 5;

/** The grant of a token: a visit to the published site, or to its preview. */
type VisitorGrant = 'visit' | 'preview';

/**
 * Checks a token signed with the site's key by HS256; returns its expiry in milliseconds. Undefined if it is not valid:
 * forged, expired, without an expiry, for the other grant, or signed in another way.
 */
export async function verifyVisitor(
  token: string,
  key: string,
  grant: VisitorGrant,
): Promise<number | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE,
    });
    return grantOf(payload) === grant ? (payload.exp ?? 0) * 1000 : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Owners may sign the tokens of visitors with any audience except that of previews. */
function grantOf({ aud = [] }: JWTPayload): VisitorGrant {
  return [aud].flat().includes(PREVIEW_AUDIENCE) ? 'preview' : 'visit';
}

const COOKIE = 'docs_visitor';

/** Members of the site's organization see everything on it; all others are its public. */
export type Audience = 'member' | 'public';

/** A site at `base`, and the decoded segments behind it. */
export interface SiteAddress {
  site: SiteRow;
  base: string;
  segments: readonly string[];
}

/** The site at a path below `/docs`, published or not; 404 if there is none. */
export function openAddress(db: Database, path: string): SiteAddress {
  const [, , organization = '', name = '', ...rest] = path.split('/').map(decode);
  const site = db.get<SiteRow>(
    `SELECT * FROM site WHERE organization = ? AND (basename = ? OR id = ?)
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

/** The reader's audience; undefined if the site is not for this reader. A preview shows what the public would see. */
export function audienceOf(
  db: Database,
  request: IncomingMessage,
  user: User | undefined,
  site: SiteRow,
): Audience | undefined {
  const session = readCookie(request, COOKIE);
  if (isPreviewing(db, site, session)) return 'public';
  if (site.published === 0) return undefined;
  if (user && allows(siteRole({ db, user }, site), 'read')) return 'member';
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
  return isOpen || isAdmitted(db, site, session) ? 'public' : undefined;
}

/**
 * The result of a secret in an address: the address without it, and the cookie that replaces it. Undefined if the
 * address has no secret, `refused` if the secret is not valid.
 */
export async function redeem(
  db: Database,
  address: SiteAddress,
  url: URL,
): Promise<{ location: string; cookie?: string } | 'refused' | undefined> {
  const { site, base, segments } = address;
  if (url.searchParams.has('preview')) return await redeemToken(db, address, url, 'preview');
  if (site.published === 0) return undefined;
  const [first, ...rest] = segments;
  if (opensSite(db, site.id, first)) {
    const session = db.write(() => admitVisitor(db, site, { shareLink: linkOf(db, first ?? '') }));
    return { location: sitePath(base, rest) + url.search, cookie: visitorCookie(base, session) };
  }
  if (!url.searchParams.has('jwt_token')) return undefined;
  return await redeemToken(db, address, url, 'jwt_token');
}

/** The grant of a token signed with the site's key. */
async function redeemToken(
  db: Database,
  { site, base, segments }: SiteAddress,
  url: URL,
  name: 'jwt_token' | 'preview',
): Promise<{ location: string; cookie?: string } | 'refused'> {
  const search = new URLSearchParams(url.search);
  const token = search.get(name) ?? '';
  search.delete(name);
  const location = sitePath(base, segments) + (search.size > 0 ? `?${search}` : '');
  const preview = name === 'preview';
  if (!preview && site.visibility !== 'visitor-auth') return { location };
  const key = db.read(() => visitorKey(db, site.id));
  const until = await verifyVisitor(token, key, preview ? 'preview' : 'visit');
  if (until === undefined) return 'refused';
  const session = db.write(() => admitVisitor(db, site, { until, preview }));
  return { location, cookie: visitorCookie(base, session) };
}

/** The path of a part of the site. */
export function sitePath(base: string, segments: readonly string[]): string {
  return [base, ...segments.map(encodeURIComponent)].join('/');
}

function linkOf(db: Database, key: string): string {
  const sql = 'SELECT id FROM share_link WHERE share_key = ?';
  return db.get<{ id: string }>(sql, key)?.id ?? '';
}

/** Also sent when the reader follows a link from another site. */
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
