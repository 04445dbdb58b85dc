import { describe, expect, it } from 'vitest';
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

describe('transferring a collection', () => {
  const transfer = (id: string, organization: string) =>
    platform.admin('POST', `/collections/${id}/transfer`, { organization });

  it('transfers it with everything in it', async () => {
    await deleteSites(platform);
    const answer = await transfer(INTERNAL, LABS);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id: INTERNAL, organization: LABS });
    expect(answer.json).not.toHaveProperty('parent');
    expect(await titlesIn(platform)).toEqual(['Product documentation']);
    const { json } = await platform.admin('GET', `/orgs/${LABS}/collections`);
    expect(json.items.map(({ id }) => id)).toEqual([INTERNAL, OPERATIONS, LEADERSHIP]);
    const spaces = await platform.admin('GET', `/collections/${OPERATIONS}/spaces`);
    expect(spaces.json.items).toMatchObject([{ id: HANDBOOK, organization: LABS }]);
    expect((await platform.editor('GET', `/spaces/${HANDBOOK}/content`)).status).toBe(404);
    const hits = await platform.admin('GET', `/orgs/${LABS}/search?query=handover`);
    expect(hits.json.items.length).toBeGreaterThan(0);
  });

  it('removes it from its parent collection', async () => {
    await deleteSites(platform);
    expect((await transfer(OPERATIONS, LABS)).json).not.toHaveProperty('parent');
    expect(await titlesIn(platform, INTERNAL)).toEqual(['Leadership']);
  });

  it('drops the values of custom fields', async () => {
    await deleteSites(platform);
    await transfer(PRODUCT, LABS);
    const path = `/spaces/${DEV_GUIDE}/custom-fields`;
    expect((await platform.admin('GET', path)).json).toEqual([]);
    await transfer(PRODUCT, ORGANIZATION);
    expect((await platform.admin('GET', path)).json).toEqual([]);
  });

  it('keeps roles of members and drops those of others', async () => {
    await transfer(LEADERSHIP, LABS);
    await transfer(LEADERSHIP, ORGANIZATION);
    // The roles that restricted the space belonged to people outside the other organization.
    expect((await platform.reader('GET', `/spaces/${ROADMAP}/content`)).status).toBe(200);
  });

  it('is refused while one of its spaces is on a site', async () => {
    const answer = await transfer(PRODUCT, LABS);
    expect(answer.status).toBe(412);
    expect(answer.json).toEqual(
      error(
        412,
        'The collection holds "Developer Guide", which is on a site of its organization; remove it from there first',
      ),
    );
  });

  it('changes nothing within one organization', async () => {
    const answer = await transfer(PRODUCT, ORGANIZATION);
    expect(answer.status).toBe(409);
    expect(answer.json).toEqual(error(409, 'The collection belongs to this organization already'));
  });

  it('needs an organization in which the caller may create', async () => {
    await deleteSites(platform);
    const nowhere = await transfer(PRODUCT, 'nowhere');
    expect(nowhere.status).toBe(412);
    expect(nowhere.json).toEqual(
      error(412, 'The collection cannot go to nowhere: Organization not found'),
    );
    await platform.admin('PATCH', `/collections/${PRODUCT}`, { defaultLevel: 'admin' });
    const path = `/collections/${PRODUCT}/transfer`;
    const outside = await platform.reader('POST', path, { organization: LABS });
    expect(outside.json).toEqual(
      error(412, `The collection cannot go to ${LABS}: Organization not found`),
    );
  });

  it('requires an administrator of the collection', async () => {
    const path = `/collections/${PRODUCT}/transfer`;
    const body = { organization: LABS };
    expect((await platform.editor('POST', path, body)).status).toBe(403);
    expect((await platform.guest('POST', path, body)).status).toBe(404);
    expect((await transfer('nowhere', LABS)).status).toBe(404);
    expect((await platform.admin('POST', path, {})).status).toBe(400);
  });
});
