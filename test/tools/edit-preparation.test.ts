import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let client: PlatformClient;

beforeAll(async () => {
  upstream = await startUpstream();
  client = createClient({ baseUrl: upstream.url, userAgent: 'test/1', timeoutMs: 500 });
});

afterAll(async () => {
  await client.close();
  await upstream.close();
});

/** The body of the single write request. */
function written(): unknown {
  const [write] = upstream.received.filter(({ method }) => method !== 'GET');
  return JSON.parse(write?.body ?? 'null');
}

const MARK = 'untrusted-012345678901';

describe('the written text', () => {
  it.each([
    [
      'update_space_comment',
      { body: { markdown: `<${MARK} comment by Mara>\nHi\n</${MARK}>\n\nAnd more.` } },
      { body: { markdown: 'Hi\n\nAnd more.' } },
    ],
    [
      'post_space_comment',
      { body: { markdown: `They say:\n\n<${MARK} page "A">\nHi\n</${MARK}>` } },
      { body: { markdown: 'They say:\n\nHi' } },
    ],
  ])('contains no marks of %s', async (name, given, sent) => {
    upstream.received.length = 0;
    upstream.answer(json(200, { object: 'comment', id: 'c' }));
    const args = name.startsWith('update') ? { spaceId: 's', commentId: 'c' } : { spaceId: 's' };
    const result = await surfaceOf({ toolsets: ['all'] }).call(
      name,
      { ...args, ...given },
      { client, token: 't' },
    );
    expect(result).not.toMatchObject({ isError: true });
    expect(written()).toEqual(sent);
  });

  it('contains no marks in fields other than markdown, either', async () => {
    upstream.received.length = 0;
    upstream.answer(json(200, { object: 'change-request', id: 'c' }));
    const subject = `Fix <${MARK} question by a reader>\nHow?\n</${MARK}>`;
    await surfaceOf({ toolsets: ['all'] }).call(
      'create_change_request',
      { spaceId: 's', subject },
      { client, token: 't' },
    );
    expect(written()).toEqual({ subject: 'Fix How?' });
  });
});
