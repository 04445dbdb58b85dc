import { describe, expect, it } from 'vitest';
import { shareOf } from '../support/long-run.ts';
import { type Conflict, mergingOn, modern, RETRIES, spaceId, text } from './merging.ts';

const DEAD_LETTERS = 'oOOtfmo44X8b89vnW61R';
const GUIDES = 'kjrGqZhUgUVZvzH3uVzh';

describe.each(shareOf(['current', 'contract']))('merges on the profile %s', (profile) => {
  const given = mergingOn(profile);

  const drafts = async () =>
    (await given.connection.facts('list_change_requests', { spaceId, status: 'draft' })).count;

  it('name the pages that changed, and show both sides of each conflict so that one call settles it', async () => {
    const sentence = 'The service waits before each new attempt';
    const first = await given.open([
      text(sentence, 'The service pauses before each new attempt'),
      { operation: 'update_page', page: DEAD_LETTERS, title: 'Dead messages' },
    ]);
    const second = await given.open([
      text(sentence, 'The service rests before each new attempt'),
      { operation: 'update_page', page: DEAD_LETTERS, title: 'Lost messages' },
    ]);
    const merged = await given.merge('merge_change_request', first.changeRequestId);
    expect(merged.result).toBe('merge');
    expect(merged.pages).toEqual([
      expect.objectContaining({
        id: RETRIES,
        title: 'Retries and backoff',
        change: 'edited',
        address: expect.stringMatching(/\/guides\/retries$/),
      }),
      expect.objectContaining({
        id: DEAD_LETTERS,
        title: 'Dead messages',
        change: 'renamed from "Dead-letter queues"',
      }),
    ]);

    const updated = await given.merge('update_change_request_from_primary', second.changeRequestId);
    expect(updated.result).toBe('conflicts');
    expect(updated.settle).toContain(`existing "${second.number}"`);
    const [conflict, setting] = updated.conflicts ?? [];
    expect(conflict).toMatchObject({ page: RETRIES, section: 'Backoff' });
    expect(conflict?.marked).toMatch(
      /^<{7} [\s\S]*The service pauses[\s\S]*\n={7}\n[\s\S]*The service rests[\s\S]*\n>{7} .*$/,
    );
    if (profile === 'current') {
      expect(setting).toEqual({
        page: DEAD_LETTERS,
        title: 'Lost messages',
        setting: 'title',
        primary: 'Dead messages',
        changeRequest: 'Lost messages',
        now: 'Lost messages',
      });
    } else expect(setting).toBeUndefined();

    const { outlook, warning } = await given.connection.facts('review_change_request', {
      ...{ spaceId, changeRequestId: second.changeRequestId },
    });
    expect(outlook).toBeUndefined();
    expect(warning).toMatch(/^Both sides of conflicts are still in .*Retries and backoff/);

    const early = await given.connection.call('merge_change_request', {
      spaceId,
      changeRequestId: second.changeRequestId,
    });
    expect(early.isError).toBe(true);
    expect(early.content[0]?.text).toMatch(/both sides of a conflict are still in .* line \d+/);
    expect(early.content[0]?.text).toContain('merge with expectedRevision ');
    const { unsettled } = await given.open([text('Ordered messages', 'Messages in order')], {
      existing: second.changeRequestId,
      subject: undefined,
    });
    expect(unsettled).toEqual([{ page: RETRIES, lines: [conflict?.line] }]);

    const settled = await given.open(
      [text(conflict?.marked ?? '', `${sentence}, and doubles the wait every time:`)],
      { existing: second.changeRequestId, subject: undefined, merge: true },
    );
    expect(settled).toMatchObject({ status: 'merged', merged: 'merge' });
    expect(settled.pages).toContainEqual(
      expect.objectContaining({ id: RETRIES, outcome: 'edited' }),
    );
    expect(settled.alsoLive).toMatchObject([{ title: 'Lost messages' }]);
    const page = await given.connection.facts('get_page', { spaceId, pageId: RETRIES });
    expect(String(page.markdown)).toContain(`${sentence}, and doubles`);
    expect(String(page.markdown)).not.toMatch(/<{7}|>{7}|^={7}$/m);
  });

  it('are not stopped by conflict marks that a page shows as code', async () => {
    const markdown = '```diff\n<<<<<<< main\none\n=======\ntwo\n>>>>>>> branch\n```';
    const { changeRequestId } = await given.connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Explain conflicts' },
      changes: [{ operation: 'insert_page', title: 'Conflicts', document: { markdown } }],
    });
    const review = await given.connection.facts('review_change_request', {
      spaceId,
      changeRequestId,
    });
    expect(review).not.toHaveProperty('warning');
  });

  it('publish no side of a conflict, and show both sides so that one call settles and merges it', async () => {
    const [, , line = ''] = (await given.sections(RETRIES))['## Choosing values'] ?? [];
    const mine = await given.open([text(line, 'What the change request says.')]);
    const behind = await given.open([{ operation: 'update_page', page: GUIDES, icon: 'compass' }]);
    await given.open([text(line, 'What is live.')], { merge: true });

    const clean = await given.open(
      [{ operation: 'update_page', page: GUIDES, description: 'All.' }],
      {
        existing: behind.changeRequestId,
        subject: undefined,
        merge: true,
      },
    );
    expect(clean).toMatchObject({ status: 'merged', merged: 'merge' });

    const held = await given.open([{ operation: 'update_page', page: GUIDES, icon: 'map' }], {
      existing: mine.changeRequestId,
      subject: undefined,
      merge: true,
    });
    expect(held).toMatchObject({ status: 'draft', merged: false });
    const [conflict] = held.conflicts as Conflict[];
    expect(conflict?.marked).toMatch(/What is live\.\s+={7}\s+What the change request says\./);
    expect(held.settle).toContain('Nothing is live: both sides changed these passages');
    expect((await given.sections(RETRIES))['## Choosing values']).toContain('What is live.');

    const settled = await given.open([text(conflict?.marked ?? '', line)], {
      existing: mine.changeRequestId,
      subject: undefined,
      merge: true,
    });
    expect(settled).toMatchObject({ status: 'merged', merged: 'merge' });
    expect((await given.sections(RETRIES))['## Choosing values']).toContain(line);
  });

  it('stop a confirmed merge that would publish both sides of a conflict', async () => {
    const asking = await modern.stdio({ args: ['--profile', profile], person: () => 'accept' });
    const edit = async (replacement: string, more: object = {}) =>
      (await asking.facts('open_change_request_with_edits', {
        ...{ spaceId, subject: 'Merges', ...more },
        changes: [text('The service waits', replacement)],
      })) as { changeRequestId: string };
    const merged = (changeRequestId: string) =>
      asking.facts('merge_change_request', { spaceId, changeRequestId });
    const mine = await edit('The service rests');
    const clean = (await asking.facts('create_change_request', { spaceId })) as { id: string };
    await edit('The service pauses', { merge: true });
    expect(await merged(clean.id)).toMatchObject({ result: 'merge' });
    const held = await merged(mine.changeRequestId);
    expect(held).toMatchObject({
      result: 'conflicts',
      merged: false,
      conflicts: [{ page: RETRIES, section: 'Backoff' }],
      settle: expect.stringContaining('Nothing is live'),
    });
    const { markdown } = await asking.facts('get_page', { spaceId, pageId: RETRIES });
    expect(String(markdown)).toContain('The service pauses');
    expect(String(markdown)).not.toContain('<<<<<<<');
    await asking.close();
  });

  it('list a few of the pages that an update brings in, and count many', async () => {
    const takenOver = async (pages: readonly string[], title: string) => {
      const behind = await given.open([
        { operation: 'update_page', page: RETRIES, title: 'Retries' },
      ]);
      await given.open(
        pages.map((page) => ({ operation: 'update_page', page, title: `${title} ${page}` })),
        { merge: true },
      );
      return given.merge('update_change_request_from_primary', behind.changeRequestId);
    };
    const few = await takenOver([GUIDES], 'First');
    expect(few.pages).toEqual([
      { id: GUIDES, title: `First ${GUIDES}`, change: 'renamed from "Guides"' },
    ]);
    const titles = ['A', 'B', 'C', 'D'].map((letter) => `Taken over ${letter}`);
    await given.open(
      titles.map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: 'Text.' },
      })),
      { merge: true },
    );
    const many = await takenOver(titles, 'Then');
    expect(many).toMatchObject({ result: 'update', pulledIn: 4 });
    expect(many).not.toHaveProperty('pages');
  });

  it('refuse to update a change request that moved on', async () => {
    const { changeRequestId } = await given.open([
      { operation: 'update_page', page: GUIDES, icon: 'book' },
    ]);
    const args = { spaceId, changeRequestId, expectedRevision: 'another' };
    const { isError, content } = await given.connection.call(
      'update_change_request_from_primary',
      args,
    );
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('moved on, nothing was sent');
  });

  it('report the links that a deletion breaks, and count those that follow a moved page', async () => {
    const deleted = await given.open([{ operation: 'delete_page', page: DEAD_LETTERS }]);
    const { toThese: count, nowhere } = deleted.links as {
      toThese: number;
      nowhere: { page: string }[];
    };
    expect(deleted.links).toMatchObject({ broken: count });
    expect(nowhere.length).toBe(count);
    expect(new Set(nowhere.map(({ page }) => page))).toContain(GUIDES);
    const moved = await given.open([
      { operation: 'update_page', page: DEAD_LETTERS, into: 'concepts', at: 0 },
    ]);
    expect(moved.links).toEqual({ toThese: count, broken: 0 });
    expect(moved.pages).toEqual([
      expect.objectContaining({
        outcome: 'moved, text unchanged',
        position: '1 of 3 under Core concepts',
      }),
    ]);
  });

  it('leave no draft behind if an edit is refused', async () => {
    const before = await drafts();
    const refused = [
      ['restore_page', { pageId: 'no-such-page', revision: 'DF6xloc5ktF5cfPIv4mN' }],
      [
        'open_change_request_with_edits',
        {
          subject: 'Within itself',
          changes: [{ operation: 'update_page', page: 'guides', into: 'guides/push' }],
        },
      ],
      [
        'open_change_request_with_edits',
        {
          subject: 'Stale',
          expectedRevision: 'another',
          changes: [{ operation: 'delete_page', page: RETRIES }],
        },
      ],
    ] as const;
    for (const [tool, args] of refused) {
      const { isError } = await given.connection.call(tool, { spaceId, ...args });
      expect(isError, tool).toBe(true);
      expect(await drafts(), tool).toBe(before);
    }
  });
});
