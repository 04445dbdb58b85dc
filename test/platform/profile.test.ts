import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../../platform/src/routes/profiles.ts';
import {
  DEV_GUIDE,
  ORGANIZATION,
  request,
  startTestPlatform,
  type TestPlatform,
} from '../../platform/test/support.ts';
import {
  CURRENT,
  installed,
  publishedOperations,
  readDescription,
} from '../../scripts/published.ts';
import { createClient } from '../../src/client/index.ts';
import { serviceOf } from '../../src/operations/index.ts';
import { UNPUBLISHED } from '../support/unpublished.ts';

/** Operations of the contract that are no longer in the current description. */
const GONE = [
  'POST /orgs/{}/sites/{}/section-groups/{}/sections',
  'DELETE /orgs/{}/sites/{}/section-groups/{}/sections/{}',
  'POST /spaces/{}/content/import',
  'POST /spaces/{}/change-requests/{}/content/import',
  'GET /spaces/{}/content/files/{}/backlinks',
  'GET /spaces/{}/change-requests/{}/content/files/{}/backlinks',
  'GET /spaces/{}/content/page/{}/links',
  'GET /spaces/{}/change-requests/{}/content/page/{}/links',
  'GET /spaces/{}/custom-fields',
  'PATCH /spaces/{}/custom-fields',
  'GET /orgs/{}/custom-fields',
  'POST /orgs/{}/custom-fields',
  'GET /orgs/{}/custom-fields/{}',
  'DELETE /orgs/{}/custom-fields/{}',
  'PATCH /orgs/{}/custom-fields/{}',
];

/** The methods and paths of the published description, below `/v1`. */
const described = () =>
  publishedOperations(readDescription(installed(CURRENT))).map(({ route }) =>
    route.replace(' /', ' /v1/'),
  );

let contract: TestPlatform;
let current: TestPlatform;

beforeAll(async () => {
  contract = await startTestPlatform();
  current = await startTestPlatform({ profile: 'current' });
});

afterAll(async () => {
  await contract.close();
  await current.close();
});

describe('the profile of the platform', () => {
  it('reports its release at the root of the API, only the current one and without a token', async () => {
    const told = await request(`${current.url}/v1/`);
    expect(told.status).toBe(200);
    expect(told.json).toEqual({ version: '0.202.0', build: '2026-09-23T11:36:20.471Z' });
    expect((await contract.admin('GET', '/')).status).toBe(404);
  });

  it('is detected by the client', async () => {
    const learn = async ({ url }: TestPlatform) => {
      const client = createClient({ baseUrl: url, userAgent: 'test' });
      const service = await serviceOf({ client, token: 'demo-admin-token' });
      await client.close();
      return service;
    };
    expect(await learn(contract)).toBe('contract');
    expect(await learn(current)).toBe('current');
  });

  it('current has every route of the published description, and no other without a reason', () => {
    const routes = routesOf('current')
      .map(({ method, template }) => `${method} ${template}`)
      .filter((route) => !(route in UNPUBLISHED));
    expect(described()).toHaveLength(377);
    expect(['GET /v1/', ...routes].sort()).toEqual(described().sort());
  });

  it.each(GONE)('current has no %s', async (route) => {
    const [method = '', template = ''] = route.split(' ');
    const path = template
      .replace('/orgs/{}', `/orgs/${ORGANIZATION}`)
      .replace('/spaces/{}', `/spaces/${DEV_GUIDE}`)
      .replaceAll('{}', '1');
    const missing = { code: 404, message: `Route /v1${path} not found` };
    const body = method === 'GET' ? undefined : {};
    const answer = await current.admin(method, path, body);
    expect(answer.status).toBe(404);
    expect(answer.json.error).toEqual(missing);
    expect((await contract.admin(method, path, body)).text).not.toContain(missing.message);
  });

  it('current answers 501 for missing published operations', async () => {
    for (const [method, path] of [
      ['GET', '/orgs/any/audit-events'],
      ['POST', '/orgs'],
      ['DELETE', '/git/installations/any'],
      ['GET', `/orgs/${ORGANIZATION}/translations`],
    ] as const) {
      const answer = await current.admin(method, path);
      expect(answer.status).toBe(501);
      expect(answer.json.error.code).toBe(501);
      expect(answer.json.error.message).toContain(`${method} /v1`);
    }
    expect((await contract.admin('GET', '/orgs/any/audit-events')).status).toBe(404);
    expect((await request(`${current.url}/v1/orgs/any/audit-events`)).status).toBe(401);
  });
});
