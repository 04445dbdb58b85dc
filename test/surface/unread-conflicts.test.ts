import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../platform/test/support.ts';
import type { McpConnection } from '../support/clients.ts';
import { type SeenUpstream, seeUpstream } from '../support/seen-upstream.ts';
import { modern, spaceId, text } from './merging.ts';

const MERGE = /^POST .*\/merge$/;

let platform: TestPlatform;
let upstream: SeenUpstream;
let connection: McpConnection;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  upstream = await seeUpstream(platform.url);
  connection = await modern.stdio({
    args: ['serve', '--toolsets', 'all', '--confirm', 'never'],
    env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
  });
});
afterAll(async () => {
  await connection.close();
  await upstream.close();
  await platform.close();
});

it('a merge is not sent while its pages cannot be read: they may contain both sides of a conflict', async () => {
  const sentence = 'The service waits before each new attempt';
  const open = (replacement: string) =>
    connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: replacement, changes: [text(sentence, replacement)] },
    });
  const [first, second] = [await open('The service pauses'), await open('The service rests')];
  const place = { spaceId, changeRequestId: second.changeRequestId };
  const merge = (changeRequestId: unknown) =>
    connection.call('merge_change_request', { spaceId, changeRequestId });
  expect((await merge(first.changeRequestId)).isError).toBeFalsy();
  const updated = await connection.facts('update_change_request_from_primary', place);
  expect(updated.result).toBe('conflicts');

  const merges = upstream.count(MERGE);
  upstream.intercept((url) => (url.includes('/content/pages') ? { status: 500 } : undefined));
  const failed = await merge(second.changeRequestId);
  expect(failed.isError).toBe(true);
  upstream.intercept(undefined);
  const refused = await merge(second.changeRequestId);
  expect(refused.content[0]?.text).toContain('both sides of a conflict are still in');
  expect(upstream.count(MERGE)).toBe(merges);
});
