import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiAnswer,
  ORGANIZATION,
  propose,
  type Send,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
});

afterAll(() => platform.close());

const rulesOf = ({ json }: ApiAnswer) => (json as unknown as { mergeRules: object }).mergeRules;

describe('merge rules', () => {
  const INES = 'userInes000000000001';
  const MARA = 'userMara000000000001';
  const REVIEW = [{ operation: 'insert_page', title: 'Ruled', document: { markdown: '' } }];

  async function ruled(...rules: object[]): Promise<{ space: string; path: string }> {
    const { id } = (await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`)).json;
    const set = await platform.admin('PATCH', `/spaces/${id}`, {
      mergeRules: { type: 'rules', rules },
    });
    expect(rulesOf(set)).toEqual({ type: 'rules', rules });
    expect(rulesOf(await platform.admin('GET', `/spaces/${id}`))).toEqual({ type: 'rules', rules });
    const { path } = await propose(platform.editor, `/spaces/${id}`, REVIEW);
    return { space: id, path };
  }

  const merge = async (path: string, send: Send = platform.editor) => {
    const { status, json } = await send('POST', `${path}/merge`);
    return status === 200 ? json.result : `${status} ${json.error.message}`;
  };

  const REFUSED = '409 The merge rules of the space are not met: change request 1 ';

  it('block a merge until the current state is approved', async () => {
    const { path } = await ruled({ rule: 'require_at_least_one_approved_review' });
    const approve = () => platform.reviewer('POST', `${path}/reviews`, { status: 'approved' });
    expect(await merge(path)).toBe(`${REFUSED}needs an approval of its current state`);
    await approve();
    await platform.editor('POST', `${path}/content`, { changes: REVIEW });
    expect(await merge(path)).toBe(`${REFUSED}needs an approval of its current state`);
    await approve();
    expect(await merge(path)).toBe('merge');
  });

  it('count the last verdict of each reviewer', async () => {
    const { path } = await ruled({ rule: 'require_all_reviews_approved' });
    const say = (status: string) => platform.reviewer('POST', `${path}/reviews`, { status });
    await say('changes-requested');
    await platform.admin('POST', `${path}/reviews`, { status: 'approved' });
    expect(await merge(path)).toBe(`${REFUSED}has a review that asks for changes`);
    await say('approved');
    expect(await merge(path)).toBe('merge');
  });

  it('name required approvers, and who may bypass the rules', async () => {
    const { path } = await ruled(
      { rule: 'require_specific_reviewers', users: [INES, MARA] },
      { rule: 'require_one_of_specific_reviewers', users: [INES] },
    );
    await platform.admin('POST', `${path}/reviews`, { status: 'approved' });
    const ines = `needs the approval of ${INES}`;
    expect(await merge(path)).toBe(`${REFUSED}${ines}; it needs the approval of one of ${INES}`);
    await platform.reviewer('POST', `${path}/reviews`, { status: 'approved' });
    expect(await merge(path)).toBe('merge');
    const free = await ruled(
      { rule: 'require_at_least_one_review' },
      { rule: 'allow_bypass', users: [MARA] },
    );
    expect(await merge(free.path)).toBe(`${REFUSED}needs a review of its current state`);
    expect(await merge(free.path, platform.admin)).toBe('merge');
  });

  it('require a subject, a description, up-to-date content and the author', async () => {
    const { path, space } = await ruled(
      { rule: 'require_change_request_subject' },
      { rule: 'require_change_request_description' },
      { rule: 'require_up_to_date_change_request' },
      { rule: 'require_author_to_merge' },
    );
    const other = await propose(platform.admin, `/spaces/${space}`, REVIEW);
    const described = {
      subject: 'Why',
      description: { object: 'document', data: {}, nodes: [] },
    };
    await platform.admin('PATCH', other.path, described);
    expect(await merge(other.path, platform.admin)).toBe('merge');
    expect(await merge(path, platform.admin)).toBe(
      `${REFUSED}needs a subject; it needs a description; it needs to be updated first; it can be merged only by its author`,
    );
    await platform.editor('PATCH', path, described);
    await platform.editor('POST', `${path}/update`);
    expect(await merge(path)).toBe('merge');
  });

  it('report that they cannot be met here', async () => {
    const { path, space } = await ruled(
      { rule: 'require_agent_review' },
      { rule: 'custom', expression: 'false', message: 'is against the law of today' },
    );
    expect(await merge(path)).toBe(
      `${REFUSED}needs a review by an agent, which this platform does not have; it is against the law of today`,
    );
    await platform.admin('PATCH', `/spaces/${space}`, { mergeRules: { type: 'none' } });
    expect(rulesOf(await platform.admin('GET', `/spaces/${space}`))).toEqual({ type: 'none' });
    expect(await merge(path)).toBe('merge');
    await platform.admin('PATCH', `/spaces/${space}`, { mergeRules: { type: 'inherit' } });
    expect(rulesOf(await platform.admin('GET', `/spaces/${space}`))).toEqual({ type: 'inherit' });
  });
});
