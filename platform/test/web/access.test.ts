import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform.ts';
import { DEV_GUIDE, HANDBOOK, ROADMAP, startTestPlatform, type TestPlatform } from '../support.ts';
import { attributes, textOf, textsOf, WebReader, WebReaders } from './support.ts';

let platform: TestPlatform;
let readers: WebReaders;

beforeAll(async () => {
  platform = await startTestPlatform();
  readers = new WebReaders(platform.url);
});

afterAll(() => platform.close());

const SPACE = `/app/s/${DEV_GUIDE}`;
const SECRET = `/app/s/${ROADMAP}`;

describe('signing in', () => {
  it('is required, and returns to the requested page', async () => {
    const person = new WebReader(platform.url);
    const asked = await person.request(`${SPACE}/quickstart?q=a`);
    expect(asked.status).toBe(303);
    expect(asked.headers.get('location')).toBe(
      `/app/sign-in?next=%2Fapp%2Fs%2F${DEV_GUIDE}%2Fquickstart%3Fq%3Da`,
    );
    const form = await person.open(`${SPACE}/quickstart`);
    expect(form.status).toBe(200);
    expect(textOf(form, 'label[for=token]')).toBe('Access token');
    const [next = ''] = attributes(form, 'input[name=next]', 'value');
    const opened = await person.signIn('demo-reader-token', next);
    expect([opened.status, opened.path]).toEqual([200, `${SPACE}/quickstart`]);
    expect(textOf(opened, 'h1')).toBe('Quickstart');
  });

  it('sets a cookie that scripts and other sites cannot read, and that is not the token', async () => {
    const { headers } = await new WebReader(platform.url).request('/app/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: 'demo-reader-token', next: '/app' }),
    });
    expect(headers.get('set-cookie')).toMatch(
      /^docs_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect(headers.get('location')).toBe('/app');
  });

  it('refuses an invalid token, and says so', async () => {
    const person = new WebReader(platform.url);
    const refused = await person.signIn('demo-reader-tokem');
    expect(refused.status).toBe(403);
    expect(textOf(refused, '[role=alert]')).toBe(
      'This token is not valid. Check that all of it was copied.',
    );
    expect(refused.html).not.toContain('demo-reader-tokem');
    expect(person.cookiesFor('/app')).toBe('');
  });

  it.each([
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example/app',
    'javascript:alert(1)',
    '/v1/orgs',
    '/application',
  ])('never leads to %s', async (next) => {
    const person = new WebReader(platform.url);
    const answer = await person.request('/app/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ token: 'demo-reader-token', next }),
    });
    expect(answer.headers.get('location')).toBe('/app');
  });

  it.each(['https://evil.example', 'null'])('refuses a form of %s', async (origin) => {
    const person = new WebReader(platform.url);
    expect((await person.signIn('demo-reader-token', '/app', origin)).status).toBe(403);
    expect(person.cookiesFor('/app')).toBe('');
  });

  it.each([
    '//evil.example/app/sign-in',
    '///evil.example/app/sign-in',
    '/\\evil.example/app/sign-in',
    'http://evil.example/app/sign-in',
  ])('takes no form of another site for its own because of the path %j', async (path) => {
    const { hostname, port } = new URL(platform.url);
    const headers = {
      origin: 'http://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = request({ hostname, port, method: 'POST', path, headers });
    sent.end('token=demo-reader-token');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('accepts only forms, and no large ones', async () => {
    const person = new WebReader(platform.url);
    const post = (body: string, type: string) =>
      person.open('/app/sign-in', { method: 'POST', headers: { 'content-type': type }, body });
    expect((await post('{}', 'application/json')).status).toBe(415);
    const large = `token=${'x'.repeat(20_000)}`;
    expect((await post(large, 'application/x-www-form-urlencoded')).status).toBe(413);
  });

  it('is skipped for people who are signed in', async () => {
    const person = await readers.as('reader');
    const opened = await person.open(`/app/sign-in?next=${SPACE}`);
    expect(opened.path).toBe(SPACE);
  });

  it('redirects a browser from another site once more, now with its cookie', async () => {
    const person = new WebReader(platform.url);
    const from = (site: string) =>
      person.open('/app/sign-in', { headers: { 'sec-fetch-site': site } });
    expect((await from('cross-site')).headers.get('refresh')).toBe('0');
    expect((await from('same-origin')).headers.get('refresh')).toBeNull();
  });

  it('ends permanently on sign-out', async () => {
    const person = await readers.another('reader');
    const copied = person.cookiesFor('/app');
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } };
    expect((await person.open('/app/sign-out', foreign)).status).toBe(403);
    expect((await person.open(SPACE)).path).toBe(SPACE);
    await person.open('/app/sign-out', { method: 'POST' });
    expect(person.cookiesFor('/app')).toBe('');
    const again = await fetch(platform.url + SPACE, {
      headers: { cookie: copied },
      redirect: 'manual',
    });
    expect(again.status).toBe(303);
  });
});

describe('signing in too often', () => {
  it('is refused for the rest of the minute, whatever the token', async () => {
    const other = await startTestPlatform();
    const person = new WebReader(other.url);
    let last = await person.signIn('guessed');
    for (let attempt = 2; attempt <= 31; attempt += 1) last = await person.signIn('guessed');
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await person.signIn('demo-reader-token')).status).toBe(429);
    await other.close();
  });
});

describe('a stored session', () => {
  it('expires with its time and its token, and is a hash', async () => {
    const { db, session, signedIn, signIn } = await sessions();
    db.run("INSERT INTO user VALUES ('u', 'u', 'U', NULL, NULL)");
    db.run("INSERT INTO token VALUES (?, 'u', '')", await hashOf('secret'));
    expect(signIn(db, 'other')).toBeUndefined();
    const first = signIn(db, 'secret') ?? '';
    expect(signedIn(db, first)?.id).toBe('u');
    expect(JSON.stringify(session(db))).not.toContain(first);
    db.run("UPDATE web_session SET expires_at = '2020-01-01T00:00:00.000Z'");
    expect(signedIn(db, first)).toBeUndefined();
    const second = signIn(db, 'secret') ?? '';
    expect(session(db)).toHaveLength(1);
    db.run('DELETE FROM token');
    expect(signedIn(db, second)).toBeUndefined();
    db.close();
  });

  async function sessions() {
    const { signIn, signedIn } = await import('../../src/web/sessions.ts');
    const db = openDatabase(undefined);
    const session = (from: typeof db) => from.all('SELECT * FROM web_session');
    return { db, session, signedIn, signIn };
  }

  async function hashOf(text: string): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Buffer.from(digest).toString('hex');
  }
});

describe('the rules of the API', () => {
  it.each([
    [SPACE, 'Developer Guide'],
    [`/app/s/${HANDBOOK}/incidents/severity-levels`, 'Severity levels'],
  ])('let members read %s', async (path, title) => {
    const opened = await (await readers.as('reader')).open(path);
    expect([opened.status, textOf(opened, 'h1')]).toEqual([200, title]);
  });

  it.each([
    SECRET,
    `${SECRET}/pricing`,
    `${SECRET}/comments`,
    `${SECRET}/change-requests`,
    `/app/s/nobodys/quickstart`,
    `${SPACE}/change-requests/999`,
    `${SPACE}/no-such-page`,
    `${SPACE}/%E0%A4%A`,
    '/app/users/nobody',
    '/app/nothing',
  ])('hide %s from a reader, with an explanation', async (path) => {
    const opened = await (await readers.as('reader')).open(path);
    expect(opened.status).toBe(404);
    expect(textOf(opened, 'main')).toBe(
      'Not found There is nothing here, or nothing that you may see. Start page You are signed in as Joris Achterberg. Sign out to use another token.',
    );
  });

  it('show guests only that an organization exists', async () => {
    const guest = await readers.as('guest');
    const opened = await guest.open('/app/o/orgNorthwind00000001');
    expect(textsOf(opened, 'h2')).toEqual(['Spaces']);
    expect(textOf(opened, 'main section')).toBe('Spaces No spaces');
    expect((await guest.open('/app/o/orgNorthwind00000001/sites/x')).status).toBe(403);
    expect((await guest.open(SPACE)).status).toBe(404);
  });

  it('find nothing in spaces that the reader may not see', async () => {
    const search = '/app/o/orgNorthwind00000001?q=Quillfeather';
    const titles = async (role: string) =>
      textsOf(await (await readers.as(role)).open(search), 'section:first-of-type li a');
    expect(await titles('admin')).toContain('Project Quillfeather');
    expect(await titles('reader')).not.toContain('Project Quillfeather');
  });
});

describe('every page', () => {
  it.each(['/app/sign-in', SPACE, '/app/nothing', '/docs/nothing/here'])(
    'forbids scripts and frames: %s',
    async (path) => {
      const person =
        path === '/app/sign-in' ? new WebReader(platform.url) : await readers.as('reader');
      const { headers } = await person.request(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy.split('; ').sort()).toEqual([
        "base-uri 'none'",
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' https:",
        "style-src 'self'",
      ]);
    },
  );

  it('answers HEAD like GET without its body, and other methods with 405', async () => {
    const person = await readers.as('reader');
    const head = await person.request(SPACE, { method: 'HEAD' });
    const get = await person.request(SPACE);
    expect([head.status, head.html]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.html)));
    const put = await person.request(SPACE, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('has a style sheet that is served', async () => {
    const person = new WebReader(platform.url);
    const [href = ''] = attributes(
      await person.open('/app/sign-in'),
      'link[rel=stylesheet]',
      'href',
    );
    const sheet = await person.request(href);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ]);
  });
});

describe('the API', () => {
  it('is unchanged for programs', async () => {
    const plain = await fetch(`${platform.url}/v1/orgs`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
    const asking = await fetch(`${platform.url}/v1/orgs`, {
      headers: { accept: 'text/html', authorization: 'Bearer demo-reader-token' },
    });
    expect(asking.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each(['GET', 'POST', 'HEAD', 'OPTIONS'])(
    'lets no cache keep an answer to %s',
    async (method) => {
      for (const token of ['demo-admin-token', 'demo-guest-token', 'wrong']) {
        for (const path of ['/v1/orgs', `/v1/spaces/${ROADMAP}/content`, '/v1/nothing']) {
          const headers = { authorization: `Bearer ${token}` };
          const answer = await fetch(platform.url + path, { method, headers });
          expect(answer.headers.get('cache-control'), path).toBe('private, no-store');
        }
      }
    },
  );

  it('accepts no cookie as a token', async () => {
    const person = await readers.as('admin');
    const answer = await person.request('/v1/orgs', { headers: { accept: '*/*' } });
    expect(answer.status).toBe(401);
  });

  it('redirects a browser to the corresponding page', async () => {
    const person = new WebReader(platform.url);
    const location = async (path: string) => (await person.request(path)).headers.get('location');
    expect(await location('/')).toBe('/app');
    expect(await location(`/v1/spaces/${DEV_GUIDE}/change-requests/abc`)).toBe(
      `${SPACE}/change-requests/abc`,
    );
    expect(await location('/v1/users/u1')).toBe('/app/users/u1');
    expect(await location(`/v1/spaces/${DEV_GUIDE}/comments/c1/replies/r1`)).toBe(
      `${SPACE}/comments/c1#comment:r1`,
    );
  });
});
