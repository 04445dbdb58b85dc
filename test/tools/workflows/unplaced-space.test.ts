import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

const [generation] = linkedClient('2025');

const SPACE = 'space000000000000001';
const USER = 'user0000000000000001';

let upstream: Upstream;
let connection: McpConnection;
let organizations = 51;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://platform');
    const known = pathname === '/v1/' || pathname === '/v1' ? 404 : 200;
    response.writeHead(known, { 'content-type': 'application/json' });
    const items = Array.from({ length: organizations }, (_, number) => ({
      id: `org${String(number).padStart(17, '0')}`,
      title: `Customer ${number}`,
    }));
    response.end(JSON.stringify({ items: pathname === '/v1/orgs' ? items : [] }));
  });
  connection = await generation.stdio({
    env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'token' },
    args: ['--toolsets', 'all', '--api', 'contract'],
  });
});
afterAll(async () => {
  await connection.close();
  await upstream.close();
});

const notTold = async (args: object) => {
  const read = { name: 'explain_access', arguments: { spaceId: SPACE, ...args } };
  return (await connection.facts('read_operation', read)).notTold;
};

const MANY =
  'the organization of the space, and with it its title, organization roles, default teams and default levels: it was not looked up, because this token reaches 51 organizations and at most 50 are read; a server started with --organization reads that one';

it('access on the legacy service says what too many organizations hide', async () => {
  expect(await notTold({ userId: USER })).toContain(MANY);
  expect(await notTold({})).toContain(MANY);
});

it('access on the legacy service says what an unlisted space hides', async () => {
  organizations = 1;
  const other = await generation.stdio({
    env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'other' },
    args: ['--toolsets', 'all', '--api', 'contract'],
  });
  const read = { name: 'explain_access', arguments: { spaceId: SPACE, userId: USER } };
  expect((await other.facts('read_operation', read)).notTold).toContain(
    'the organization of the space, and with it its title, organization roles, default teams and default levels: no list that this token may read contains the space',
  );
  await other.close();
});
