import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/operations/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { unmarked } from '../support/untrusted.ts';
import { json, useUpstream } from '../support/upstream.ts';

const platform = useUpstream();

async function call(name: string, args: object, answer: object, maxResultTokens = 10_000) {
  platform.upstream.answer(json(200, answer));
  const surface = surfaceOf({ toolsets: ['all'], api: 'current', maxResultTokens });
  const outcome = await surface.call(name, args, { client: platform.client, token: 't' });
  if (!outcome || 'question' in outcome) throw new Error('no result');
  return outcome;
}

const site = { organizationId: 'o', siteId: 's' };
const destination = { kind: 'external', url: 'https://example.com' };
const from = (...sources: string[]) => ({
  ...site,
  redirects: sources.map((source) => ({ source, destination })),
});

describe('a call whose items succeed or fail individually', () => {
  it('is an error that names the failed ones, and keeps the others', async () => {
    const results = [
      { status: 'created', source: '/a', draft: false, id: 'r1' },
      { status: 'error', source: '/b', draft: false, error: 'The page is gone' },
      { status: 'error', source: '/c', draft: true },
    ];
    const result = await call('set_site_redirects', from('/a', '/b', '/c'), { results });
    const structured = {
      failed:
        '2 of 3 items failed. /b: The page is gone; /c (draft): the service gives no reason. Done, so not to be repeated: /a (created).',
      results: [
        { status: 'created', source: '/a', id: 'r1' },
        { status: 'error', source: '/b', error: 'The page is gone' },
        { status: 'error', source: '/c', draft: true },
      ],
    };
    expect(result).toMatchObject({ isError: true });
    expect(unmarked(result.structured)).toEqual(structured);
    expect(JSON.parse(result.text)).toEqual(result.structured);
  });

  it('says so if nothing was done at all', async () => {
    const results = [{ status: 'error', source: '/a', draft: false, error: 'No' }];
    const { isError, structured } = await call('set_site_redirects', from('/a'), { results });
    expect(isError).toBe(true);
    expect(structured?.failed).toBe('1 of 1 item failed. /a: No. Nothing else was to be done.');
  });

  it('is no error if every item succeeded', async () => {
    const results = [{ status: 'published', source: '/a', draft: false, id: 'r1' }];
    const result = await call('set_site_redirects', from('/a'), { results });
    expect(result.isError).toBeUndefined();
    expect(unmarked(result.structured)).toEqual({
      results: [{ status: 'published', source: '/a', id: 'r1' }],
    });
  });

  it('begins with the failed ones if the answer does not fit', async () => {
    const sources = Array.from({ length: 60 }, (_, index) => `/${index}`);
    const results = sources.map((source, index) =>
      index === 59
        ? { status: 'error', source, draft: false, error: 'The page is gone' }
        : { status: 'created', source, draft: false, id: `r${index}` },
    );
    const { isError, text } = await call('set_site_redirects', from(...sources), { results }, 400);
    expect(isError).toBe(true);
    expect(text).toContain('1 of 60 items failed. /59: The page is gone.');
  });

  it('names those who were invited without single sign-on', async () => {
    const emails = ['a@example.com', 'b@example.com'];
    const answer = { users: ['u1', 'u2'], invited: 2, failedSSOEmails: ['b@example.com'] };
    const args = { organizationId: 'o', emails, sso: true };
    const { isError, structured } = await call('invite_members', args, answer);
    expect(isError).toBe(true);
    expect(unmarked(structured)).toEqual({
      failed:
        '1 of 2 items failed. b@example.com: no user of single sign-on: is in another organization. Done, so not to be repeated: a@example.com (invited).',
      ...answer,
    });
    const well = { users: ['u1', 'u2'], invited: 2 };
    expect((await call('invite_members', args, well)).isError).toBeUndefined();
  });

  it('covers every tool with outcomes by item', () => {
    const tools = allOperations.filter(({ outcomes }) => outcomes).map(({ tool }) => tool);
    expect(tools.toSorted()).toEqual(['invite_members', 'set_site_redirects']);
  });
});
