import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../../src/client/index.ts';
import { surfaceOf } from '../../../src/tools/index.ts';
import { json, startUpstream, type Upstream } from '../../support/upstream.ts';

const RELEASE = { version: '10.9.1', build: '2026-11-01' };
const NOT_FOUND = json(404, { error: { code: 404, message: 'Not found' } });
const CHANGE_REQUEST = '/v1/spaces/s1/change-requests/c1';
const READY = {
  id: 'c1',
  revision: 'r1',
  status: 'open',
  subject: 'Say what retries cost',
  description: { object: 'document' },
  createdBy: { id: 'ada' },
};

let upstream: Upstream;
let client: PlatformClient;
let answers: Record<string, unknown>;

beforeEach(async () => {
  upstream = await startUpstream();
  client = createClient({ baseUrl: upstream.url, userAgent: 'test/1', timeoutMs: 500 });
  answers = {
    '/v1/': RELEASE,
    '/v1/user': { id: 'ada' },
    [CHANGE_REQUEST]: READY,
    [`${CHANGE_REQUEST}/reviews`]: { items: [] },
    [`${CHANGE_REQUEST}/merge`]: { revision: 'r2', result: 'merge' },
  };
  upstream.answer((received, response) => {
    const answer = answers[received.url.split('?')[0] ?? ''];
    (answer === undefined ? NOT_FOUND : json(200, answer))(received, response);
  });
});

afterEach(async () => {
  await client.close();
  await upstream.close();
});

const surface = surfaceOf({ toolsets: ['all'], confirm: 'never' });

function rules(...list: object[]): void {
  answers['/v1/spaces/s1'] = { id: 's1', mergeRules: { type: 'rules', rules: list } };
}

const review = (reviewer: string, status: string, outdated = false) => ({
  reviewer: { id: reviewer },
  status,
  outdated,
});

function reviews(...items: object[]): void {
  answers[`${CHANGE_REQUEST}/reviews`] = { items };
}

/** The refusal of the merge; undefined if it was sent. */
async function refusal(): Promise<string | undefined> {
  const outcome = await surface.call(
    'merge_change_request',
    { spaceId: 's1', changeRequestId: 'c1' },
    { client, token: 'secret-token', approval: 'accepted' },
  );
  if (!outcome || 'question' in outcome) throw new Error('No result');
  const sent = upstream.received.some(({ url }) => url.endsWith('/merge'));
  expect(sent).toBe(outcome.isError !== true);
  return outcome.isError ? outcome.text : undefined;
}

describe('the merge rules of a space', () => {
  it.each([
    [{ rule: 'require_at_least_one_review' }, 'it has no review (request_reviewers asks for one)'],
    [{ rule: 'require_at_least_one_approved_review' }, 'no review approves it'],
    [
      { rule: 'require_specific_reviewers', users: ['grace', 'alan'] },
      'these users have to review it: grace, alan',
    ],
    [
      { rule: 'require_one_of_specific_reviewers', users: ['grace', 'alan'] },
      'one of these users has to review it: grace, alan',
    ],
  ])('are read before a merge and name what is missing: %j', async (rule, missing) => {
    rules(rule);
    reviews(review('grace', 'approved', true));
    expect(await refusal()).toContain(
      'The merge rules of the space do not allow this merge, nothing was sent: ',
    );
    expect(await refusal()).toContain(missing);
  });

  it.each([
    ['require_up_to_date_change_request', { outdated: true }, 'it is outdated'],
    ['require_change_request_subject', { subject: '' }, 'it has no subject'],
    ['require_change_request_description', { description: undefined }, 'it has no description'],
    ['require_author_to_merge', { createdBy: { id: 'alan' } }, 'only its author may merge it'],
  ])('check the change request itself: %s', async (rule, fields, missing) => {
    rules({ rule });
    answers[CHANGE_REQUEST] = { ...READY, ...fields };
    expect(await refusal()).toContain(missing);
    answers[CHANGE_REQUEST] = READY;
    expect(await refusal()).toBeUndefined();
  });

  it('name everything that is missing at once, and pass a change request that meets them all', async () => {
    rules(
      { rule: 'require_all_reviews_approved' },
      { rule: 'require_specific_reviewers', users: ['grace', 'alan'] },
    );
    reviews(review('grace', 'changes-requested'));
    expect(await refusal()).toBe(
      'The merge rules of the space do not allow this merge, nothing was sent: a review asks for changes (list_change_request_reviews); these users have to review it: alan.',
    );
    reviews(
      review('grace', 'changes-requested', true),
      review('grace', 'approved'),
      review('alan', 'approved'),
    );
    expect(await refusal()).toBeUndefined();
  });

  it('exempt those who may bypass them, and leave the rest to the service', async () => {
    rules({ rule: 'require_at_least_one_review' }, { rule: 'allow_bypass', users: ['ada'] });
    expect(await refusal()).toBeUndefined();
    rules({ rule: 'custom', expression: 'reviews.size() > 3' }, { rule: 'require_agent_review' });
    expect(await refusal()).toBeUndefined();
  });

  it('apply to those whom a bypass does not name', async () => {
    rules({ rule: 'require_at_least_one_review' }, { rule: 'allow_bypass', users: ['grace'] });
    expect(await refusal()).toContain('it has no review');
  });

  it('are those of the organization if the space inherits them', async () => {
    answers['/v1/spaces/s1'] = { organization: 'o1', mergeRules: { type: 'inherit' } };
    expect(await refusal()).toBeUndefined();
    upstream.received.length = 0;
    answers['/v1/orgs/o1'] = {
      mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] },
    };
    expect(await refusal()).toContain('it has no review');
  });

  it('are not requested if the service has none', async () => {
    delete answers['/v1/'];
    expect(await refusal()).toBeUndefined();
    expect(upstream.received.map(({ url }) => url)).not.toContain('/v1/spaces/s1');
  });
});
