import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/long-run.ts';
import { DEV_GUIDE, HANDBOOK, ROADMAP, startTestPlatform, type TestPlatform } from '../support.ts';
import { idOf, newSite, newSpace, read, titles } from './support.ts';

let platform: TestPlatform;
let spare: string[];

beforeAll(async () => {
  platform = await startTestPlatform();
  spare = [await newSpace(send, 'API'), await newSpace(send, 'SDKs')];
});

afterAll(() => platform.close());

const send: TestPlatform['admin'] = (...call) => platform.admin(...call);

/** A site with the sections Guide, Handbook, API and SDKs. */
async function sectioned(): Promise<string> {
  const site = await newSite(send);
  const shown = [DEV_GUIDE, HANDBOOK, ...spare];
  for (const [index, title] of ['Guide', 'Handbook', 'API', 'SDKs'].entries()) {
    await send('POST', `${site}/sections`, { spaceId: shown[index], title });
  }
  return site;
}

const group = async (site: string, title: string, sections: string[]): Promise<string> =>
  (await send('POST', `${site}/section-groups`, { title, sections })).json.id;

describe('sections', () => {
  it('begin with the root in a default section', async () => {
    const site = await newSite(send, { spaces: [DEV_GUIDE, HANDBOOK] });
    const answer = await send('POST', `${site}/sections`, { spaceId: ROADMAP });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(
      `${platform.url}/v1${site}/sections/${answer.json.id}`,
    );
    const { items } = await read(send, `${site}/sections`);
    expect(items).toMatchObject([
      {
        object: 'site-section',
        title: 'Developer Guide',
        path: 'developer-guide',
        default: true,
        siteSpaces: [
          { title: 'Developer Guide', section: items[0]?.id, default: true },
          { title: 'Operations Handbook', section: items[0]?.id, default: false },
        ],
      },
      {
        title: 'Internal Roadmap',
        path: 'internal-roadmap',
        default: false,
        siteSpaces: [{ title: 'Internal Roadmap', section: answer.json.id, default: true }],
      },
    ]);
  });

  it('get unique paths, and refuse one that is taken', async () => {
    const site = await newSite(send);
    for (const spaceId of spare) {
      await send('POST', `${site}/sections`, { spaceId, title: 'Café & Bar' });
    }
    const { items } = await read(send, `${site}/sections`);
    expect(items.map(({ path }) => path)).toEqual(['café-and-bar', 'café-and-bar-1']);
    const change = await send('PATCH', `${site}/sections/${items[1]?.id}`, {
      path: 'café-and-bar',
    });
    expect(change.status).toBe(409);
    const own = await send('PATCH', `${site}/sections/${items[0]?.id}`, { path: 'café-and-bar' });
    expect(own.status).toBe(200);
  });

  it('refuse a space that the site already shows', async () => {
    const site = await sectioned();
    const answer = await send('POST', `${site}/sections`, { spaceId: DEV_GUIDE });
    expect(answer.status).toBe(409);
    expect(await titles(send, `${site}/sections`)).toHaveLength(4);
  });

  it('are changed, and remove optional fields with null', async () => {
    const site = await sectioned();
    const path = `${site}/sections/${await idOf(send, `${site}/sections`, 'API')}`;
    const optional = { description: 'Calls', condition: 'visitor.claims.beta', icon: 'gear' };
    const set = await send('PATCH', path, { title: 'Reference', path: 'ref', ...optional });
    expect(set.json).toMatchObject({ title: 'Reference', path: 'ref', ...optional });
    const removed = { description: null, condition: null, icon: null };
    const bare = (await send('PATCH', path, removed)).json;
    expect(bare).toMatchObject({ title: 'Reference', path: 'ref' });
    for (const name of Object.keys(optional)) expect(bare).not.toHaveProperty(name);
  });

  it.each([
    { title: 'A' },
    { title: 'A'.repeat(129) },
    { path: '' },
    { path: 'a'.repeat(101) },
    { condition: '' },
    { condition: 'a'.repeat(1025) },
    { icon: 'a'.repeat(51) },
    { description: 'a'.repeat(257) },
  ])('answer 400 to %j', async (body) => {
    const site = await sectioned();
    const id = await idOf(send, `${site}/sections`, 'API');
    expect((await send('PATCH', `${site}/sections/${id}`, body)).status).toBe(400);
  });

  it('limit titles to 64 characters', async () => {
    const site = await newSite(send);
    const add = (title: string) => send('POST', `${site}/sections`, { spaceId: DEV_GUIDE, title });
    expect((await add('A'.repeat(65))).status).toBe(400);
    expect((await add('A'.repeat(64))).status).toBe(201);
  });

  it('have a default site-space among their own', async () => {
    const site = await sectioned();
    const sections = `${site}/sections`;
    const api = await idOf(send, sections, 'API');
    await send('POST', `${site}/site-spaces`, { spaceId: ROADMAP, sectionId: api });
    const roadmap = await idOf(send, `${site}/site-spaces`, 'Internal Roadmap');
    const set = (id: string) => send('PATCH', `${sections}/${id}`, { defaultSiteSpace: roadmap });
    expect((await set(await idOf(send, sections, 'Guide'))).status).toBe(400);
    expect(JSON.parse((await set(api)).text).siteSpaces).toMatchObject([
      { title: 'API', default: false },
      { title: 'Internal Roadmap', default: true },
    ]);
  });

  it('are removed with their spaces, and the next one becomes the default', async () => {
    const site = await sectioned();
    const guide = await idOf(send, `${site}/sections`, 'Guide');
    expect((await send('DELETE', `${site}/sections/${guide}`)).status).toBe(204);
    expect((await send('DELETE', `${site}/sections/${guide}`)).status).toBe(404);
    const { items } = await read(send, `${site}/sections`);
    expect(items.map((section) => [section.title, section.default])).toEqual([
      ['Handbook', true],
      ['API', false],
      ['SDKs', false],
    ]);
    expect((await read(send, `${site}/site-spaces`)).count).toBe(3);
  });

  it('are listed page by page, with groups in place', async () => {
    const site = await sectioned();
    const sections = `${site}/sections`;
    const id = await group(site, 'Code', [
      await idOf(send, sections, 'SDKs'),
      await idOf(send, sections, 'API'),
    ]);
    await send('POST', `${site}/section-groups/${id}/move`, {
      position: { before: { type: 'site-section', id: await idOf(send, sections, 'Handbook') } },
    });
    const first = await read(send, `${sections}?limit=2`);
    const second = await read(send, `${sections}?limit=2&page=${first.next?.page}`);
    expect([first, second].map((page) => page.items.map(({ title }) => title))).toEqual([
      ['Guide', 'SDKs'],
      ['API', 'Handbook'],
    ]);
    expect(second.count).toBe(4);
  });
});

describe('moving', () => {
  const beside = (place: string, siteSection: string) => ({
    position: { [place]: { type: 'site-section', siteSection } },
  });

  it('matches a model for any sequence of moves', async () => {
    const site = await sectioned();
    const path = `${site}/sections`;
    const names = await titles(send, path);
    const ids = new Map((await read(send, path)).items.map(({ title, id }) => [title, id]));
    const move = fc.record({
      moving: fc.constantFrom(...names),
      place: fc.constantFrom('before', 'after', 'end'),
      target: fc.constantFrom(...names),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 6 }), async (moves) => {
        let order = await titles(send, path);
        for (const { moving, place, target } of moves) {
          const others = order.filter((name) => name !== moving);
          const index = others.indexOf(target) + (place === 'before' ? 0 : 1);
          const at = place === 'end' ? others.length : index;
          const wanted = [...others.slice(0, at), moving, ...others.slice(at)];
          const body = place === 'end' ? {} : beside(place, ids.get(target) ?? '');
          const { status } = await send('POST', `${path}/${ids.get(moving)}/move`, body);
          const unchanged = wanted.join() === order.join() ? 409 : 200;
          expect(status).toBe(moving === target && place !== 'end' ? 400 : unchanged);
          if (status === 200) order = wanted;
        }
        expect(await titles(send, path)).toEqual(order);
      }),
      { numRuns: runs(25) },
    );
  });

  it('refuses a position that is not next to a sibling', async () => {
    const site = await sectioned();
    const path = `${site}/sections`;
    const [guide, api] = [await idOf(send, path, 'Guide'), await idOf(send, path, 'API')];
    await group(site, 'Code', [api]);
    const other = await idOf(send, `${await sectioned()}/sections`, 'Guide');
    const before = { type: 'site-section', siteSection: guide };
    for (const body of [
      beside('before', 'nowhere'),
      beside('after', other),
      beside('after', api),
      { position: { before, after: before } },
      { position: { before: { type: 'site-space', siteSpace: guide } } },
    ]) {
      const answer = await send('POST', `${path}/${await idOf(send, path, 'SDKs')}/move`, body);
      expect(answer.status).toBe(400);
    }
    expect((await send('POST', `${path}/nowhere/move`, {})).status).toBe(404);
    expect(await titles(send, path)).toEqual(['Guide', 'Handbook', 'SDKs', 'API']);
  });

  it('sorts site-spaces within their section', async () => {
    const site = await newSite(send, { spaces: [DEV_GUIDE, HANDBOOK, ...spare] });
    const path = `${site}/site-spaces`;
    const api = await idOf(send, path, 'API');
    const place = { type: 'site-space', siteSpace: await idOf(send, path, 'Developer Guide') };
    const moved = await send('POST', `${path}/${api}/move`, { position: { before: place } });
    expect(moved).toMatchObject({ status: 200, json: { object: 'site-space', id: api } });
    const again = await send('POST', `${path}/${api}/move`, { position: { before: place } });
    expect(again.status).toBe(409);
    const order = ['API', 'Developer Guide', 'Operations Handbook', 'SDKs'];
    expect(await titles(send, path)).toEqual(order);
    expect((await send('POST', `${path}/${api}/move`)).status).toBe(200);
    expect(await titles(send, path)).toEqual([...order.slice(1), 'API']);
    await send('POST', `${site}/sections`, { spaceId: ROADMAP });
    const roadmap = { type: 'site-space', siteSpace: await idOf(send, path, 'Internal Roadmap') };
    const across = await send('POST', `${path}/${api}/move`, { position: { after: roadmap } });
    expect(across.status).toBe(400);
  });
});

describe('section groups', () => {
  it('contain sections in the given order, which leave their former groups', async () => {
    const site = await sectioned();
    const sections = `${site}/sections`;
    const [api, sdks] = [await idOf(send, sections, 'API'), await idOf(send, sections, 'SDKs')];
    const first = await group(site, 'Code', [sdks, api]);
    const answer = await send('POST', `${site}/section-groups`, {
      title: 'More',
      icon: 'gear',
      sections: [api],
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      object: 'site-section-group',
      title: 'More',
      icon: 'gear',
      sections: [{ id: api, sectionGroup: answer.json.id }],
    });
    const { items } = await read(send, `${site}/section-groups`);
    expect(items).toMatchObject([
      { id: first, title: 'Code', sections: [{ id: sdks }] },
      { id: answer.json.id },
    ]);
  });

  it('are changed, and remove their icon with null', async () => {
    const site = await sectioned();
    const path = `${site}/section-groups/${await group(site, 'Code', [])}`;
    const change = { title: 'Tools', icon: 'hammer' };
    expect((await send('PATCH', path, change)).json).toMatchObject(change);
    const bare = await send('PATCH', path, { icon: null });
    expect(bare.json).toMatchObject({ title: 'Tools' });
    expect(bare.json).not.toHaveProperty('icon');
    for (const body of [{ title: '' }, { title: 'A'.repeat(101) }, { icon: 'a'.repeat(51) }]) {
      expect((await send('PATCH', path, body)).status).toBe(400);
    }
  });

  it('take a section in, once, and release it to the end', async () => {
    const site = await sectioned();
    const sections = `${site}/sections`;
    const [guide, api] = [await idOf(send, sections, 'Guide'), await idOf(send, sections, 'API')];
    const path = `${site}/section-groups/${await group(site, 'Code', [guide])}/sections`;
    const added = await send('POST', path, { sectionId: api });
    expect(added.status).toBe(201);
    expect(added.json.sections).toMatchObject([{ id: guide }, { id: api }]);
    expect((await send('POST', path, { sectionId: api })).status).toBe(409);
    expect((await send('POST', path, { sectionId: 'nowhere' })).status).toBe(404);
    expect((await send('DELETE', `${path}/${guide}`)).status).toBe(204);
    expect((await send('DELETE', `${path}/${guide}`)).status).toBe(404);
    expect(await titles(send, sections)).toEqual(['Handbook', 'SDKs', 'API', 'Guide']);
  });

  it('leave their sections in place when deleted', async () => {
    const site = await sectioned();
    const sections = `${site}/sections`;
    const members = [await idOf(send, sections, 'SDKs'), await idOf(send, sections, 'API')];
    const path = `${site}/section-groups/${await group(site, 'Code', members)}`;
    const place = { type: 'site-section', id: await idOf(send, sections, 'Handbook') };
    const moved = await send('POST', `${path}/move`, { position: { before: place } });
    expect(moved).toMatchObject({ status: 200, json: { title: 'Code' } });
    const again = await send('POST', `${path}/move`, { position: { before: place } });
    expect(again.status).toBe(409);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('DELETE', path)).status).toBe(404);
    const { items } = await read(send, sections);
    expect(items.map(({ title }) => title)).toEqual(['Guide', 'SDKs', 'API', 'Handbook']);
    for (const section of items) expect(section).not.toHaveProperty('sectionGroup');
  });

  it('move beside groups', async () => {
    const site = await sectioned();
    const [first, second] = [await group(site, 'One', []), await group(site, 'Two', [])];
    const position = { before: { type: 'site-section-group', id: first } };
    await send('POST', `${site}/section-groups/${second}/move`, { position });
    expect(await titles(send, `${site}/section-groups`)).toEqual(['Two', 'One']);
  });

  it('refuse duplicate and missing sections', async () => {
    const site = await sectioned();
    const api = await idOf(send, `${site}/sections`, 'API');
    const add = (sections: string[]) =>
      send('POST', `${site}/section-groups`, { title: 'Code', sections });
    expect((await add([api, api])).status).toBe(400);
    expect((await add([api, 'nowhere'])).status).toBe(404);
    expect((await read(send, `${site}/section-groups`)).count).toBe(0);
  });
});

describe('site-spaces', () => {
  it('go to the default section, or to the one named', async () => {
    const site = await newSite(send);
    const add = (path: string, body: object) => send('POST', `${site}/${path}`, body);
    await add('sections', { spaceId: DEV_GUIDE, title: 'Guide' });
    const other = (await add('sections', { spaceId: HANDBOOK, title: 'Handbook' })).json.id;
    const first = await add('site-spaces', { spaceId: spare[0] });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({
      object: 'site-space',
      title: 'API',
      path: 'api',
      default: false,
      section: await idOf(send, `${site}/sections`, 'Guide'),
    });
    const second = await add('site-spaces', { spaceId: spare[1], sectionId: other });
    expect(second.json).toMatchObject({ section: other });
    expect((await add('site-spaces', { spaceId: ROADMAP, sectionId: 'no' })).status).toBe(404);
    expect((await add('site-spaces', { spaceId: spare[1] })).status).toBe(409);
    expect(await titles(send, `${site}/site-spaces`)).toEqual([
      'Developer Guide',
      'API',
      'Operations Handbook',
      'SDKs',
    ]);
  });

  it('pass the default on to the next one', async () => {
    const site = await newSite(send, { spaces: [DEV_GUIDE, ...spare] });
    const path = `${site}/site-spaces`;
    const guide = await idOf(send, path, 'Developer Guide');
    expect((await send('DELETE', `${path}/${guide}`)).status).toBe(204);
    expect((await send('DELETE', `${path}/${guide}`)).status).toBe(404);
    expect(await titles(send, `${path}?default=true`)).toEqual(['API']);
    expect((await read(send, site)).siteSpaces).toBe(2);
  });

  it('are changed, and remove their condition with null', async () => {
    const site = await newSite(send, { spaces: spare });
    const path = `${site}/site-spaces/${await idOf(send, `${site}/site-spaces`, 'API')}`;
    const change = { path: 'reference', condition: 'visitor.claims.beta' };
    expect((await send('PATCH', path, change)).json).toMatchObject(change);
    const bare = (await send('PATCH', path, { condition: null })).json;
    expect(bare).toMatchObject({ path: 'reference' });
    expect(bare).not.toHaveProperty('condition');
    expect((await send('PATCH', path, { path: 'sdks' })).status).toBe(409);
    expect((await send('PATCH', path, { condition: '' })).status).toBe(400);
  });
});
