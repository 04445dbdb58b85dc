import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedClient, type McpConnection, type Person } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';
const questions: string[] = [];
const declining: Person = (question) => {
  questions.push(question);
  return 'decline';
};

let connection: McpConnection;
let changeRequestId: string;

beforeAll(async () => {
  connection = await generation.stdio({
    args: ['--profile', 'current', '--toolsets', 'all'],
    person: declining,
  });
  const draft = await connection.facts('open_change_request_with_edits', {
    ...{ spaceId, subject: 'Rooks' },
    changes: [{ operation: 'insert_page', title: 'Rooks', document: { markdown: 'Rooks.' } }],
  });
  changeRequestId = String(draft.changeRequestId);
});

afterAll(() => connection.close());

it('asks about a merge without a word of reviews that nobody gave', async () => {
  await connection.call('merge_change_request', { spaceId, changeRequestId });
  expect(questions.at(-1)).not.toContain('asked for changes');
  const review = await connection.facts('review_change_request', { spaceId, changeRequestId });
  expect(review).not.toHaveProperty('verdicts');
});

it('shows who asked for changes, in a review and to the person who merges', async () => {
  await connection.facts('submit_change_request_review', {
    ...{ spaceId, changeRequestId, status: 'changes-requested' },
    comment: { markdown: 'Not yet.' },
  });
  const { verdicts } = await connection.facts('review_change_request', {
    ...{ spaceId, changeRequestId },
  });
  expect(JSON.parse(unfenced(JSON.stringify(verdicts)))).toMatchObject([
    { status: 'changes-requested', outdated: false, reviewer: 'Mara Lindqvist' },
  ]);
  await connection.call('merge_change_request', { spaceId, changeRequestId });
  expect(questions.at(-1)).toContain('"Mara Lindqvist" asked for changes.');
  await connection.call('open_change_request_with_edits', {
    ...{ spaceId, existing: changeRequestId, merge: true },
    changes: [{ operation: 'insert_page', title: 'Crows', document: { markdown: 'Crows.' } }],
  });
  expect(questions.at(-1)).toContain('asked for changes.');
});

it('says that an earlier revision was meant, and nothing once the reviewer approves', async () => {
  await connection.facts('open_change_request_with_edits', {
    ...{ spaceId, existing: changeRequestId },
    changes: [{ operation: 'insert_page', title: 'Jays', document: { markdown: 'Jays.' } }],
  });
  await connection.call('merge_change_request', { spaceId, changeRequestId });
  expect(questions.at(-1)).toContain('asked for changes of an earlier revision.');
  await connection.facts('submit_change_request_review', {
    ...{ spaceId, changeRequestId, status: 'approved' },
  });
  await connection.call('merge_change_request', { spaceId, changeRequestId });
  expect(questions.at(-1)).not.toContain('asked for changes');
});
