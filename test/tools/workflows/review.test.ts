import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Generation, generations, type McpConnection } from '../../support/clients.ts';

const [generation] = generations as [Generation];
const spaceId = 'Developer Guide';
const edit = { operation: 'replace_text', page: 'guides/retries', old: 'after 5', new: 'after 8' };

describe('the review of a change request', () => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', 'current', '--confirm', 'never'] });
  });
  afterAll(() => connection.close());

  const open = (changes: object[], more: object = {}) =>
    connection.facts('open_change_request_with_edits', {
      spaceId,
      subject: 'A change',
      changes,
      ...more,
    });
  const review = (changeRequestId: unknown) =>
    connection.facts('review_change_request', { spaceId, changeRequestId });

  it('shows its own changes alone after primary content moved on', async () => {
    const own = await open([edit]);
    await open(
      [
        { operation: 'delete_page', page: 'Troubleshooting' },
        { operation: 'update_page', page: 'guides/retries', description: 'Try again' },
      ],
      { merge: true },
    );
    const told = await review(own.changeRequestId);
    const [{ diff = '' } = {}] = told.changes as { diff?: string }[];
    expect(diff.match(/^[-+].*after \d delivery attempts/gm)).toHaveLength(2);
    expect(diff.match(/^[-+]/gm)).toHaveLength(2);
    expect(told).toMatchObject({
      outdated: true,
      outlook: 'Primary content moved on, and this merges cleanly.',
      changes: [{ title: 'Retries and backoff', change: 'edited' }],
      alsoChangedInPrimary: ['Retries and backoff'],
    });
  });

  it('names the places that both sides changed, before a merge', async () => {
    const text = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, document: { markdown } },
    });
    await open([text('Trials', 'A trial lasts 14 days.')], { merge: true });
    const change = (words: string) => ({
      ...{ operation: 'replace_text', page: 'Trials', old: '14 days', new: words },
    });
    const own = await open([change('20 days')]);
    await open([change('30 days')], { merge: true });
    const told = await review(own.changeRequestId);
    expect(told.warning).toContain('both sides changed one place');
    expect(told.conflicts).toMatchObject([
      {
        title: 'Trials',
        both: '<<<<<<< primary content\n\nA trial lasts 30 days.\n\n=======\n\nA trial lasts 20 days.\n\n>>>>>>> change request 6',
      },
    ]);
  });

  it('shows the broken links that it adds, and counts those that were there', async () => {
    const inApp = 'https://app.gitbook.com/o/any/s/space/page';
    const markdown = `See [this](${inApp}-one).`;
    const page = { operation: 'insert_page', title: 'With links', document: { markdown } };
    await open([page], { merge: true });
    const { changeRequestId } = await open([
      {
        ...{ operation: 'insert_text', page: 'With links' },
        new: `And [that](${inApp}-two).`,
      },
    ]);
    expect(await review(changeRequestId)).toMatchObject({
      badLinks: [{ target: `${inApp}-two` }],
      oldBadLinks: 1,
    });
  });

  it('tells of pages that it only moves, renames and hides', async () => {
    const { changeRequestId } = await open(
      [
        { operation: 'update_page', page: 'SDKs', at: 0 },
        { operation: 'update_page', page: 'Limits and quotas', title: 'Limits', hidden: true },
      ],
      { merge: true },
    );
    const { changes } = await review(changeRequestId);
    expect(changes).toEqual([
      expect.objectContaining({ title: 'SDKs', change: 'moved to the top' }),
      expect.objectContaining({
        title: 'Limits',
        change: 'renamed from "Limits and quotas", hidden',
      }),
    ]);
    expect(changes).not.toContainEqual(expect.objectContaining({ diff: expect.anything() }));
  });
});

describe('the review of an outdated change request on the legacy API', () => {
  it('leaves out what only primary content changed', async () => {
    const connection = await generation.stdio({ args: ['--confirm', 'never'] });
    const open = (changes: object[], more: object = {}) =>
      connection.facts('open_change_request_with_edits', {
        ...{ spaceId, subject: 'A change', changes },
        ...more,
      });
    const own = await open([edit]);
    await open([{ ...edit, page: 'guides/consuming', old: '20 seconds', new: '30 seconds' }], {
      merge: true,
    });
    const { changeRequestId } = own as { changeRequestId: string };
    const told = await connection.facts('review_change_request', { spaceId, changeRequestId });
    expect(told).toMatchObject({
      outdated: true,
      warning: expect.stringContaining('Update before merging'),
      changes: [{ title: 'Retries and backoff', change: 'edited' }],
    });
    expect(told.changes).toHaveLength(1);
    await connection.close();
  });
});
