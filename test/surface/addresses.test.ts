import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const spaceId = 'spaceDevGuide0000001';
const organizationId = 'orgNorthwind00000001';
const pageId = 'kmBrcfIkSeuVCGDS9fXr';

describe.each(linkedClient('2026'))('addresses for people with $name', (generation) => {
  let connection: McpConnection;
  let siteId: string;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--toolsets', 'all', '--profile', 'current'] });
    const { items } = await connection.facts('list_sites', { organizationId });
    siteId = (items as { id: string }[])[0]?.id ?? '';
  });

  afterAll(() => connection.close());

  const addressesOf = async (name: string, args: Record<string, unknown>) =>
    (await connection.facts(name, args)).urls;

  it('come with one change request, page, space or site', async () => {
    const created = await connection.facts('create_change_request', { spaceId, subject: 'One' });
    const changeRequest = { spaceId, changeRequestId: created.id };
    const app = (path: string) => expect.stringMatching(new RegExp(`^http://[^/]+/app/${path}`));
    const ofRequest = { app: app('s/spaceDevGuide0000001/change-requests/\\d+$') };
    expect(created.urls).toEqual(ofRequest);
    expect(await addressesOf('get_change_request', changeRequest)).toEqual(ofRequest);
    const update = { ...changeRequest, subject: 'Two' };
    expect(await addressesOf('update_change_request', update)).toEqual(ofRequest);
    const ofPage = { pageId, fields: ['urls'] };
    expect(await addressesOf('get_change_request_page', { ...changeRequest, ...ofPage })).toEqual({
      app: app('s/spaceDevGuide0000001/change-requests/\\w+/guides/retries$'),
    });
    expect(await addressesOf('get_page', { spaceId, ...ofPage })).toEqual({
      app: app('s/spaceDevGuide0000001/guides/retries$'),
    });
    expect(await addressesOf('get_space', { spaceId })).toMatchObject({
      app: app('s/spaceDevGuide0000001'),
    });
    const site = { organizationId, siteId, visibility: 'public' };
    expect(await addressesOf('update_site', site)).toEqual({
      published: expect.stringMatching(/^http:\/\/[^/]+\/docs\/orgNorthwind00000001\/northwind$/),
    });
  });

  it('of published pages may have a percent-encoding that is not valid', async () => {
    const { urls } = await connection.facts('get_site', { organizationId, siteId });
    const { published } = urls as { published: string };
    const { isError, content } = await connection.call('get_page', { pageId: `${published}/%zz` });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('Nothing was sent');
  });

  it.each([
    ['list_change_requests', { spaceId }],
    ['list_pages', { spaceId }],
    ['get_page', { spaceId, pageId }],
    ['list_sites', { organizationId }],
    ['search_space', { spaceId, query: 'retries' }],
    ['list_open_threads', { spaceId }],
  ])('do not come with %s', async (name, args) => {
    const facts = await connection.facts(name, args);
    expect(JSON.stringify(facts)).not.toContain('"urls"');
  });
});
