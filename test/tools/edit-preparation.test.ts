import { describe, expect, it } from 'vitest';
import { surfaceOf } from '../../src/tools/index.ts';
import { json, useUpstream } from '../support/upstream.ts';

const platform = useUpstream();

/** The body of the single write request. */
function written(): unknown {
  const [write] = platform.upstream.received.filter(({ method }) => method !== 'GET');
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
    platform.upstream.received.length = 0;
    platform.upstream.answer(json(200, { object: 'comment', id: 'c' }));
    const args = name.startsWith('update') ? { spaceId: 's', commentId: 'c' } : { spaceId: 's' };
    const result = await surfaceOf({ toolsets: ['all'] }).call(
      name,
      { ...args, ...given },
      { client: platform.client, token: 't' },
    );
    expect(result).not.toMatchObject({ isError: true });
    expect(written()).toEqual(sent);
  });

  it('contains no marks in fields other than markdown, either', async () => {
    platform.upstream.received.length = 0;
    platform.upstream.answer(json(200, { object: 'change-request', id: 'c' }));
    const subject = `Fix <${MARK} question by a reader>\nHow?\n</${MARK}>`;
    await surfaceOf({ toolsets: ['all'] }).call(
      'create_change_request',
      { spaceId: 's', subject },
      { client: platform.client, token: 't' },
    );
    expect(written()).toEqual({ subject: 'Fix How?' });
  });
});
