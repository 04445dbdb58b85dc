import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSite, newSite, read } from '../sites/support.ts';
import {
  DEV_GUIDE,
  HANDBOOK,
  request,
  type Send,
  sender,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
});

afterAll(() => platform.close());

const send: Send = (...call) => platform.admin(...call);

const docs = (): Promise<string> =>
  newSite(send, { title: 'Docs', spaces: [DEV_GUIDE, HANDBOOK], visibility: 'public' });

const addressOf = (site: string) =>
  `${platform.url}/docs/orgNorthwind00000001/${site.slice(site.lastIndexOf('/') + 1)}`;

/** The page that a new browser session shows; it follows redirects with the cookies that it receives. */
async function open(address: string): Promise<{ status: number; url: string; text: string }> {
  const first = await fetch(address, { redirect: 'manual' });
  if (first.status !== 303) {
    return { status: first.status, url: address, text: await first.text() };
  }
  const url = new URL(first.headers.get('location') ?? '', address).href;
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { status, text } = await request(url, { headers: { cookie } });
  return { status, url, text };
}

async function preview(site: string, query = '', by = send): Promise<string> {
  const { text } = await by('GET', `${site}/publishing/preview${query}`);
  return (JSON.parse(text) as { url: string }).url;
}

describe('publishing', () => {
  it('makes a site public, and unpublishing takes it offline', async () => {
    const site = await docs();
    expect((await open(addressOf(site))).status).toBe(404);
    const published = await send('POST', `${site}/publish`);
    expect(published).toMatchObject({
      status: 200,
      json: { object: 'site', published: true, urls: { published: addressOf(site) } },
    });
    expect((await open(addressOf(site))).status).toBe(200);
    expect((await send('POST', `${site}/publish`)).json).toEqual(published.json);
    const unpublished = await send('POST', `${site}/unpublish`);
    expect(unpublished.json).toMatchObject({ object: 'site', published: false });
    expect(unpublished.text).not.toContain('"published":"');
    expect((await open(addressOf(site))).status).toBe(404);
  });

  it('returns a checkout if the plan has to be paid first', async () => {
    const labs = '/orgs/orgNorthwindLabs0001/sites';
    const make = async (type: string) =>
      `${labs}/${(await send('POST', labs, { title: 'Labs', type })).json.id}`;
    const paid = await make('ultimate');
    const answer = await send('POST', `${paid}/publish`);
    expect(answer).toMatchObject({
      status: 200,
      json: { type: 'checkout', sessionId: expect.stringMatching(/^\w{20}$/) },
    });
    expect((await send('GET', paid)).json).toMatchObject({ published: false });
    expect((await send('POST', `${await make('basic')}/publish`)).json).toMatchObject({
      published: true,
    });
  });

  it.each(['publish', 'unpublish'])('needs the role admin on the site: %s', async (action) => {
    const site = await docs();
    const refused = await platform.editor('POST', `${site}/${action}`);
    expect(refused.json.error).toEqual({
      code: 403,
      message: 'This needs the role admin on the site; yours is edit',
    });
    expect((await platform.guest('POST', `${site}/${action}`)).status).toBe(403);
  });
});

describe('a preview', () => {
  it('shows an unpublished site to everybody who has its address', async () => {
    const site = await docs();
    const url = await preview(site, '', platform.reader);
    const token = new URL(url).searchParams.get('preview') ?? '';
    expect(url).toBe(`${addressOf(site)}?preview=${token}`);
    const shown = await open(url);
    expect(shown.status).toBe(200);
    expect(shown.url).toBe(addressOf(site));
    expect(shown.text).toContain('Northwind Queue');
    expect((await open(addressOf(site))).status).toBe(404);
  });

  it('expires after an hour', async () => {
    const url = await preview(await docs());
    const [, payload = ''] = (new URL(url).searchParams.get('preview') ?? '').split('.');
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
    expect(Math.abs(exp - Date.now() / 1000 - 3600)).toBeLessThan(60);
  });

  it('shows what readers without attributes see', async () => {
    const site = await demoSite(send);
    const shown = await open(await preview(site));
    expect(shown.text).toContain('/northwind/developers');
    expect(shown.text).not.toContain('/northwind/operations');
    const member = await open(await preview(site, '?claims=(operator:!t)&draft=false'));
    expect(member.status).toBe(200);
  });

  it('leads to a space, or to an address of the site', async () => {
    const site = await docs();
    const [, handbook] = (await read(send, `${site}/site-spaces`)).items;
    const space = await open(await preview(site, `?siteSpace=${handbook?.id}`));
    expect(space.url).toBe(`${addressOf(site)}/operations-handbook`);
    expect(space.text).toContain('Operations Handbook');
    const target = `${addressOf(site)}/developer-guide/guides/retries`;
    const page = await open(await preview(site, `?target=${encodeURIComponent(target)}`));
    expect(page).toMatchObject({ status: 200, url: target });
  });

  it.each(['siteSpace=nowhere', 'target=https://example.com/', 'target=words', 'draft=perhaps'])(
    'answers 400 to %s',
    async (query) => {
      const answer = await send('GET', `${await docs()}/publishing/preview?${query}`);
      expect(answer.status).toBe(400);
    },
  );

  it.each(['x', '/../../../v1/orgs'])('never leads out of its site: <site>%s', async (suffix) => {
    const site = await docs();
    const query = `target=${encodeURIComponent(addressOf(site) + suffix)}`;
    const answer = await send('GET', `${site}/publishing/preview?${query}`);
    expect(answer.status).toBe(400);
  });

  it('is refused with a forged token or one of another site', async () => {
    const [one, two] = [await docs(), await docs()];
    const token = new URL(await preview(one)).searchParams.get('preview') ?? '';
    expect((await open(`${addressOf(two)}?preview=${token}`)).status).toBe(403);
    expect((await open(`${addressOf(one)}?preview=${token}x`)).status).toBe(403);
  });

  it('is available to those who may read the site', async () => {
    const site = await docs();
    expect((await platform.guest('GET', `${site}/publishing/preview`)).status).toBe(403);
    const stranger = sender(platform.url, 'no-token');
    expect((await stranger('GET', `${site}/publishing/preview`)).status).toBe(401);
  });
});
