import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { UNPUBLISHED } from '../../test/support/unpublished.ts';
import { servedRoutes } from '../src/routes/profiles.ts';

const contract = JSON.parse(
  readFileSync(new URL('../../test/fixtures/contract/operations.json', import.meta.url), 'utf8'),
) as { method: string; path: string }[];

/** Published routes that the contract omits. */
const EXTRAS = [
  'GET /v1/orgs/{organizationId}/spaces',
  'GET /v1/spaces/{spaceId}',
  'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
];

it('serves exactly the operations of the contract, the named extras and those with a reason', () => {
  const all = servedRoutes('contract').map(({ method, template }) => `${method} ${template}`);
  const expected = [...contract.map(({ method, path }) => `${method} ${path}`), ...EXTRAS];
  const own = all.filter((route) => expected.includes(route) || !(route in UNPUBLISHED));
  expect(contract.length).toBeGreaterThan(100);
  expect(own.sort()).toEqual(expected.sort());
});
