import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';

const [generation] = linkedClient('2025');
const spaceId = 'Developer Guide';

describe.each(shareOf(['contract', 'current']))('a review on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile, '--confirm', 'never'] });
  });
  afterAll(() => connection.close());

  const open = (changes: object[], more: object = {}) =>
    connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'A change', changes },
      ...more,
    });
  const review = (changeRequestId: unknown) =>
    connection.facts('review_change_request', { spaceId, changeRequestId });

  it('shows the broken links that it adds, and counts those that were there before', async () => {
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

  it('counts the broken links of a page that it moves as old ones', async () => {
    const document = { markdown: 'See [this](../gone/for-good.md).' };
    const page = { operation: 'insert_page', title: 'To move', document };
    await open([page], { merge: true, allowPlainLinks: true });
    const moved = await open([{ operation: 'update_page', page: 'to-move', into: 'guides' }]);
    expect(moved).not.toHaveProperty('badLinks');
    expect(await review(moved.changeRequestId)).toMatchObject({ badLinks: [] });
  });

  it('names and counts a changed icon', async () => {
    const { changeRequestId } = await open([
      { operation: 'update_page', page: 'release-notes', icon: 'bolt' },
    ]);
    expect(await review(changeRequestId)).toMatchObject({
      pages: '1 with changed settings; none deleted',
      changes: [{ change: 'icon changed' }],
    });
  });

  it('shows the links that a renamed heading breaks, on changed pages, too', async () => {
    const { changeRequestId } = await open([
      {
        ...{ operation: 'replace_text', page: 'guides/publishing' },
        ...{ old: '## Scheduled messages', new: '## Messages for later' },
      },
      { operation: 'insert_text', page: 'release-notes', new: 'Ask us.', at: 'end' },
    ]);
    const told = await review(changeRequestId);
    expect(told.brokenElsewhere).toMatchObject([
      { title: 'Release notes', target: expect.stringMatching(/#scheduled-messages$/), line: 26 },
    ]);
    expect(told).toMatchObject({ badLinks: [] });
    expect(told).not.toHaveProperty('oldBadLinks');
  });
});
