import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/platform/routes/index.ts';
import { UNSERVED } from '../../src/platform/routes/unserved.ts';
import { startTestPlatform, type TestPlatform } from './support.ts';

const contract = JSON.parse(
  readFileSync(new URL('../fixtures/contract/operations.json', import.meta.url), 'utf8'),
) as { method: string; path: string }[];

/** Routes that the contract leaves out and the published descriptions have. */
const EXTRAS = [
  'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
];

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ seed: 'demo' });
});

afterAll(() => platform.close());

describe('routes', () => {
  it('are those of the contract and two more', () => {
    const all = routes.map(({ method, template }) => `${method} ${template}`);
    const expected = [...contract.map(({ method, path }) => `${method} ${path}`), ...EXTRAS];
    expect(expected).toHaveLength(129);
    expect(all.sort()).toEqual(expected.sort());
  });

  it.each(UNSERVED)('%s is answered with 501', async (text) => {
    const [method = '', template = ''] = text.split(' ');
    const path = template.replace('/v1', '').replaceAll(/\{\w+\}/g, 'any');
    const answer = await platform.admin(method, path);
    expect(answer.status).toBe(501);
    expect(answer.json).toEqual({
      error: { code: 501, message: `The embedded platform does not offer ${text}` },
    });
  });
});
