import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/long-run.ts';
import { DEV_GUIDE, HANDBOOK, ORGANIZATION, ROADMAP, type TestPlatform } from '../support.ts';
import {
  deleteSites,
  error,
  INTERNAL,
  LABS,
  LEADERSHIP,
  OPERATIONS,
  PRODUCT,
  titlesIn,
} from './collections.ts';
import { useFreshPlatforms } from './copies.ts';

let platform: TestPlatform;

useFreshPlatforms((fresh) => {
  platform = fresh;
});

const collection = (id: string) => ({ type: 'collection', collection: id });

async function create(title: string, parent?: string): Promise<string> {
  const path = `/orgs/${ORGANIZATION}/collections`;
  return (await platform.admin('POST', path, { title, parent })).json.id;
}

describe('creating a collection', () => {
  it('puts it at the end of its parent and returns its location', async () => {
    const answer = await platform.admin('POST', `/orgs/${ORGANIZATION}/collections`, {
      title: 'Archive',
      parent: INTERNAL,
    });
    expect(answer.status).toBe(201);
    const address = `${platform.url}/v1/collections/${answer.json.id}`;
    expect(answer.headers.get('location')).toBe(address);
    expect(answer.json).toEqual({
      object: 'collection',
      id: answer.json.id,
      title: 'Archive',
      organization: ORGANIZATION,
      parent: INTERNAL,
      defaultLevel: 'inherit',
      urls: { location: address, app: `${platform.url}/app/c/${answer.json.id}` },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
    expect(await titlesIn(platform, INTERNAL)).toEqual(['Operations', 'Leadership', 'Archive']);
  });

  it('needs no body', async () => {
    const answer = await platform.admin('POST', `/orgs/${ORGANIZATION}/collections`);
    expect(answer.status).toBe(201);
    expect(answer.json.title).toBe('Untitled');
    expect(await titlesIn(platform)).toEqual(['Product documentation', 'Internal', 'Untitled']);
  });

  it('accepts the longest title and refuses a longer one', async () => {
    const path = `/orgs/${ORGANIZATION}/collections`;
    expect((await platform.admin('POST', path, { title: 'a'.repeat(50) })).status).toBe(201);
    expect((await platform.admin('POST', path, { title: 'a'.repeat(51) })).status).toBe(400);
  });

  it('refuses an unknown parent', async () => {
    const labs = await platform.admin('POST', `/orgs/${LABS}/collections`, { parent: INTERNAL });
    expect(labs.status).toBe(400);
    expect(labs.json).toEqual(
      error(400, `body.parent: the organization has no collection ${INTERNAL}`),
    );
  });

  it('requires the right to create content', async () => {
    const path = `/orgs/${ORGANIZATION}/collections`;
    const refused = await platform.editor('POST', path, { title: 'Mine' });
    expect(refused.status).toBe(403);
    expect(refused.json).toEqual(
      error(403, 'This needs the role create on the organization; yours is edit'),
    );
    const within = await platform.editor('POST', path, { title: 'Mine', parent: INTERNAL });
    expect(within.json).toEqual(
      error(403, 'This needs the role create on the collection; yours is edit'),
    );
    const outside = await platform.editor('POST', `/orgs/${LABS}/collections`, { title: 'Mine' });
    expect(outside.json).toEqual(error(404, 'Organization not found'));
  });
});

describe('changing a collection', () => {
  it('changes only the given fields', async () => {
    const answer = await platform.admin('PATCH', `/collections/${PRODUCT}`, { title: 'Docs' });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      title: 'Docs',
      description: 'Everything customers read',
      defaultLevel: 'inherit',
    });
    const described = await platform.admin('PATCH', `/collections/${PRODUCT}`, {
      description: '',
    });
    expect(described.json).toMatchObject({ title: 'Docs', description: '' });
  });

  it('denies access to everybody but administrators with a level of null', async () => {
    expect((await platform.reader('GET', `/spaces/${DEV_GUIDE}/content`)).status).toBe(200);
    const answer = await platform.admin('PATCH', `/collections/${PRODUCT}`, { defaultLevel: null });
    expect(answer.json).toMatchObject({ defaultLevel: null });
    expect((await platform.reader('GET', `/spaces/${DEV_GUIDE}/content`)).status).toBe(404);
    expect((await platform.admin('GET', `/spaces/${DEV_GUIDE}/content`)).status).toBe(200);
    await platform.admin('PATCH', `/collections/${PRODUCT}`, { defaultLevel: 'inherit' });
    expect((await platform.reader('GET', `/spaces/${DEV_GUIDE}/content`)).status).toBe(200);
  });

  it('gives its default level to members, and not to guests', async () => {
    const path = `/collections/${PRODUCT}`;
    await platform.admin('PATCH', path, { defaultLevel: 'create' });
    expect((await platform.reader('GET', path)).json).toMatchObject({
      permissions: { create: true },
    });
    expect((await platform.guest('GET', path)).status).toBe(404);
    expect((await platform.guest('GET', `/spaces/${DEV_GUIDE}`)).status).toBe(404);
    await platform.admin('PATCH', path, { defaultLevel: 'inherit' });
  });

  it('lets creators rename it, and only administrators share it', async () => {
    const path = `/collections/${PRODUCT}`;
    await platform.admin('PATCH', path, { defaultLevel: 'create' });
    expect((await platform.reader('PATCH', path, { title: 'Docs' })).status).toBe(200);
    const refused = await platform.reader('PATCH', path, { defaultLevel: 'admin' });
    expect(refused.json).toEqual(
      error(403, 'This needs the role admin on the collection; yours is create'),
    );
  });

  it.each([
    [{ title: 'a'.repeat(51) }],
    [{ description: 'a'.repeat(101) }],
    [{ defaultLevel: 'owner' }],
  ])('refuses %j', async (body) => {
    expect((await platform.admin('PATCH', `/collections/${PRODUCT}`, body)).status).toBe(400);
  });
});

describe('deleting a collection', () => {
  it('deletes everything in it', async () => {
    await deleteSites(platform);
    const answer = await platform.admin('DELETE', `/collections/${INTERNAL}`);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    for (const id of [INTERNAL, OPERATIONS, LEADERSHIP]) {
      expect((await platform.admin('GET', `/collections/${id}`)).status).toBe(404);
    }
    for (const id of [HANDBOOK, ROADMAP]) {
      expect((await platform.admin('GET', `/spaces/${id}/content`)).status).toBe(404);
    }
    expect((await platform.admin('GET', `/spaces/${DEV_GUIDE}/content`)).status).toBe(200);
    expect(await titlesIn(platform)).toEqual(['Product documentation']);
    const hits = await platform.admin('GET', `/orgs/${ORGANIZATION}/search?query=handover`);
    expect(hits.json.items).toEqual([]);
  });

  it('requires an administrator of the collection', async () => {
    const path = `/collections/${PRODUCT}`;
    expect((await platform.editor('DELETE', path)).status).toBe(403);
    expect((await platform.guest('DELETE', path)).status).toBe(404);
    expect((await platform.admin('DELETE', '/collections/nowhere')).status).toBe(404);
  });

  it('is refused while one of its spaces is on a site', async () => {
    const answer = await platform.admin('DELETE', `/collections/${INTERNAL}`);
    expect(answer.status).toBe(409);
    expect(answer.json).toEqual(
      error(
        409,
        'The collection holds "Operations Handbook", which is on a site; remove it from there first',
      ),
    );
  });

  it('is refused to callers who cannot see everything in it', async () => {
    await deleteSites(platform);
    await platform.admin('PATCH', `/collections/${INTERNAL}`, { defaultLevel: 'admin' });
    const refused = await platform.reader('DELETE', `/collections/${INTERNAL}`);
    expect(refused.json).toEqual(
      error(403, 'This needs the role admin on everything in the collection'),
    );
    const open = await platform.reader('DELETE', `/collections/${OPERATIONS}`);
    expect(open.status).toBe(204);
    expect((await platform.admin('GET', `/spaces/${ROADMAP}/content`)).status).toBe(200);
  });
});

describe('moving a collection', () => {
  const move = (id: string, body: object) =>
    platform.admin('POST', `/collections/${id}/move`, body);

  it('puts it at the end of another one', async () => {
    const answer = await move(OPERATIONS, { parent: PRODUCT });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id: OPERATIONS, parent: PRODUCT });
    expect(await titlesIn(platform, PRODUCT)).toEqual(['Operations']);
    expect(await titlesIn(platform, INTERNAL)).toEqual(['Leadership']);
  });

  it('cannot nest collections deeper than 20 levels, and nor can creating', async () => {
    let deepest = INTERNAL;
    for (let level = 2; level <= 20; level += 1) deepest = await create('Deep', deepest);
    const refusal = (levels: number) =>
      error(422, `Collections nest ${levels} levels deep here; at most 20 are possible`);
    const path = `/orgs/${ORGANIZATION}/collections`;
    expect((await platform.admin('POST', path, { parent: deepest })).json).toEqual(refusal(21));
    await create('Part', PRODUCT);
    expect((await move(PRODUCT, { parent: deepest })).json).toEqual(refusal(22));
    expect((await move(OPERATIONS, { position: { after: collection(LEADERSHIP) } })).status).toBe(
      200,
    );
  });

  it('puts it at the top with a parent of null', async () => {
    const answer = await move(LEADERSHIP, { parent: null });
    expect(answer.json).not.toHaveProperty('parent');
    expect(await titlesIn(platform)).toEqual(['Product documentation', 'Internal', 'Leadership']);
  });

  it('puts it before and after siblings, and at the end by default', async () => {
    await move(INTERNAL, { position: { before: collection(PRODUCT) } });
    expect(await titlesIn(platform)).toEqual(['Internal', 'Product documentation']);
    await move(LEADERSHIP, { parent: null, position: { after: collection(INTERNAL) } });
    expect(await titlesIn(platform)).toEqual(['Internal', 'Leadership', 'Product documentation']);
    await move(INTERNAL, {});
    expect(await titlesIn(platform)).toEqual(['Leadership', 'Product documentation', 'Internal']);
  });

  it('uses one order for spaces and collections', async () => {
    const space = { type: 'space', space: DEV_GUIDE };
    const first = await create('First', PRODUCT);
    const second = await create('Second', PRODUCT);
    expect((await move(second, { position: { before: space } })).status).toBe(200);
    expect((await move(first, { position: { before: space } })).status).toBe(200);
    expect(await titlesIn(platform, PRODUCT)).toEqual(['Second', 'First']);
    const between = await move(first, { position: { after: collection(second) } });
    expect(between.status).toBe(409);
    expect((await move(first, { position: { after: space } })).status).toBe(200);
    expect((await move(first, {})).status).toBe(409);
  });

  it.each([
    ['before the one behind it', OPERATIONS, { position: { before: collection(LEADERSHIP) } }],
    ['after the one in front of it', LEADERSHIP, { position: { after: collection(OPERATIONS) } }],
    ['to the end where it is', LEADERSHIP, { parent: INTERNAL }],
    ['to the end of the top where it is', INTERNAL, { parent: null }],
  ])('changes nothing %s', async (_case, id, body) => {
    const answer = await move(id, body);
    expect(answer.status).toBe(409);
    expect(answer.json).toEqual(error(409, 'It is already in this place'));
  });

  it.each([
    ['itself', { parent: INTERNAL }, 'body.parent: a collection cannot be moved into itself'],
    [
      'what it holds',
      { parent: OPERATIONS },
      'body.parent: a collection cannot be moved into itself',
    ],
    ['nowhere', { parent: 'none' }, 'body.parent: the organization has no collection none'],
    [
      'a place beside itself',
      { position: { before: collection(INTERNAL) } },
      `body.position: no other collection ${INTERNAL} is where it is moved to`,
    ],
    [
      'a place beside what lies elsewhere',
      { position: { after: { type: 'space', space: DEV_GUIDE } } },
      `body.position: no other space ${DEV_GUIDE} is where it is moved to`,
    ],
    [
      'two places',
      { position: { before: collection(PRODUCT), after: collection(PRODUCT) } },
      'body.position: give before or after, not both',
    ],
    [
      'what is neither space nor collection',
      { position: { before: { type: 'space', collection: PRODUCT } } },
      'body.position.before: must be {"type": "space", "space": its id} or {"type": "collection", "collection": its id}',
    ],
  ])('cannot go to %s', async (_case, body, message) => {
    const answer = await move(INTERNAL, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(error(400, message));
  });

  it('requires the right to create at both locations', async () => {
    const path = `/collections/${OPERATIONS}/move`;
    const away = await platform.reader('POST', path, { parent: PRODUCT });
    expect(away.json).toEqual(
      error(403, 'This needs the role create on the collection; yours is read'),
    );
    await platform.admin('PATCH', `/collections/${INTERNAL}`, { defaultLevel: 'create' });
    expect((await platform.reader('POST', path, { parent: PRODUCT })).status).toBe(403);
    expect((await platform.reader('POST', path, {})).status).toBe(200);
    expect((await platform.guest('POST', path, {})).status).toBe(404);
  });

  it('does not give more access', async () => {
    await platform.admin('PATCH', `/collections/${INTERNAL}`, { defaultLevel: 'create' });
    await platform.admin('PATCH', `/collections/${PRODUCT}`, { defaultLevel: 'admin' });
    const path = `/collections/${OPERATIONS}/move`;
    const refused = await platform.reader('POST', path, { parent: PRODUCT });
    expect(refused.json).toEqual(
      error(403, 'This would give you the role admin on the collection; yours is create'),
    );
    expect(await titlesIn(platform, INTERNAL)).toEqual(['Operations', 'Leadership']);
  });

  it('produces the same order as a list with the same moves', async () => {
    const moves = fc.array(
      fc.record({ moved: fc.nat(4), beside: fc.nat(4), side: fc.constantFrom('before', 'after') }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(moves, async (given) => {
        const parent = await create('Parent');
        const titles = ['a', 'b', 'c', 'd', 'e'];
        const ids: string[] = [];
        for (const title of titles) ids.push(await create(title, parent));
        const model = [...titles];
        for (const { moved, beside, side } of given) {
          const body = { position: { [side]: collection(ids[beside] ?? '') } };
          const { status } = await move(ids[moved] ?? '', body);
          const title = titles[moved] ?? '';
          const rest = model.filter((other) => other !== title);
          const at = rest.indexOf(titles[beside] ?? '') + (side === 'after' ? 1 : 0);
          const expected = [...rest.slice(0, at), title, ...rest.slice(at)];
          const same = expected.join() === model.join();
          expect(status).toBe(moved === beside ? 400 : same ? 409 : 200);
          if (moved !== beside) model.splice(0, model.length, ...expected);
        }
        expect(await titlesIn(platform, parent)).toEqual(model);
      }),
      { numRuns: runs(15) },
    );
  });
});
