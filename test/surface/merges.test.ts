import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';
import { unfenced } from '../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const RETRIES = 'kmBrcfIkSeuVCGDS9fXr';
const DEAD_LETTERS = 'oOOtfmo44X8b89vnW61R';
const GUIDES = 'kjrGqZhUgUVZvzH3uVzh';

const [modern] = linkedClient('2026');

interface Conflict {
  page: string;
  line?: number;
  section?: string;
  marked?: string;
  cut?: true;
  setting?: string;
  primary?: string;
  changeRequest?: string;
}

interface Merged {
  result: string;
  pages: { id: string; title: string; change: string; address?: string }[];
  pulledIn?: number;
  conflicts?: Conflict[];
  settle?: string;
}

describe.each(shareOf(['current', 'contract']))('merges on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await modern.stdio({ args: ['--profile', profile, '--toolsets', 'all'] });
  });

  afterAll(() => connection.close());

  const open = (changes: object[], more: object = {}) =>
    connection.facts('open_change_request_with_edits', {
      spaceId,
      subject: 'Merges',
      changes,
      ...more,
    });

  const merge = async (tool: string, changeRequestId: unknown, more: object = {}) =>
    (await connection.facts(tool, { spaceId, changeRequestId, ...more })) as unknown as Merged;

  const text = (old: string, replacement: string) => ({
    operation: 'replace_text',
    page: RETRIES,
    old,
    new: replacement,
  });

  /** The lines of each section of a page, by its heading. */
  const sections = async (pageId: string, place?: object) => {
    const tool = place ? 'get_change_request_page' : 'get_page';
    const { markdown } = await connection.facts(tool, { spaceId, pageId, ...place });
    const all = unfenced(String(markdown))
      .trimEnd()
      .split(/\n(?=## )/);
    return Object.fromEntries(
      all.map((one) => [one.split('\n')[0], one.replace(/\n$/, '').split('\n')]),
    );
  };

  const drafts = async () =>
    (await connection.facts('list_change_requests', { spaceId, status: 'draft' })).count;

  it('name the pages that changed, and show both sides of each conflict so that one call settles it', async () => {
    const sentence = 'The service waits before each new attempt';
    const first = await open([
      text(sentence, 'The service pauses before each new attempt'),
      { operation: 'update_page', page: DEAD_LETTERS, title: 'Dead messages' },
    ]);
    const second = await open([
      text(sentence, 'The service rests before each new attempt'),
      { operation: 'update_page', page: DEAD_LETTERS, title: 'Lost messages' },
    ]);
    const merged = await merge('merge_change_request', first.changeRequestId);
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

    const updated = await merge('update_change_request_from_primary', second.changeRequestId);
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

    const { outlook, warning } = await connection.facts('review_change_request', {
      ...{ spaceId, changeRequestId: second.changeRequestId },
    });
    expect(outlook).toBeUndefined();
    expect(warning).toMatch(/^Both sides of conflicts are still in .*Retries and backoff/);

    const early = await connection.call('merge_change_request', {
      spaceId,
      changeRequestId: second.changeRequestId,
    });
    expect(early.isError).toBe(true);
    expect(early.content[0]?.text).toMatch(/both sides of a conflict are still in .* line \d+/);
    expect(early.content[0]?.text).toContain('merge with expectedRevision ');
    const { unsettled } = await open([text('Ordered messages', 'Messages in order')], {
      existing: second.changeRequestId,
      subject: undefined,
    });
    expect(unsettled).toEqual([{ page: RETRIES, lines: [conflict?.line] }]);

    const settled = await open(
      [text(conflict?.marked ?? '', `${sentence}, and doubles the wait every time:`)],
      { existing: second.changeRequestId, subject: undefined, merge: true },
    );
    expect(settled).toMatchObject({ status: 'merged', merged: 'merge' });
    expect(settled.pages).toContainEqual(
      expect.objectContaining({ id: RETRIES, outcome: 'edited' }),
    );
    expect(settled.alsoLive).toMatchObject([{ title: 'Lost messages' }]);
    const page = await connection.facts('get_page', { spaceId, pageId: RETRIES });
    expect(String(page.markdown)).toContain(`${sentence}, and doubles`);
    expect(String(page.markdown)).not.toMatch(/<{7}|>{7}|^={7}$/m);
  });

  it('are not stopped by conflict marks that a page shows as code', async () => {
    const markdown = '```diff\n<<<<<<< main\none\n=======\ntwo\n>>>>>>> branch\n```';
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Explain conflicts' },
      changes: [{ operation: 'insert_page', title: 'Conflicts', document: { markdown } }],
    });
    const review = await connection.facts('review_change_request', { spaceId, changeRequestId });
    expect(review).not.toHaveProperty('warning');
  });

  it('publish no side of a conflict, and show both sides so that one call settles and merges it', async () => {
    const [, , line = ''] = (await sections(RETRIES))['## Choosing values'] ?? [];
    const mine = await open([text(line, 'What the change request says.')]);
    const behind = await open([{ operation: 'update_page', page: GUIDES, icon: 'compass' }]);
    await open([text(line, 'What is live.')], { merge: true });

    const clean = await open([{ operation: 'update_page', page: GUIDES, description: 'All.' }], {
      existing: behind.changeRequestId,
      subject: undefined,
      merge: true,
    });
    expect(clean).toMatchObject({ status: 'merged', merged: 'merge' });

    const held = await open([{ operation: 'update_page', page: GUIDES, icon: 'map' }], {
      existing: mine.changeRequestId,
      subject: undefined,
      merge: true,
    });
    expect(held).toMatchObject({ status: 'draft', merged: false });
    const [conflict] = held.conflicts as Conflict[];
    expect(conflict?.marked).toMatch(/What is live\.\s+={7}\s+What the change request says\./);
    expect(held.settle).toContain('Nothing is live: both sides changed these passages');
    expect((await sections(RETRIES))['## Choosing values']).toContain('What is live.');

    const settled = await open([text(conflict?.marked ?? '', line)], {
      existing: mine.changeRequestId,
      subject: undefined,
      merge: true,
    });
    expect(settled).toMatchObject({ status: 'merged', merged: 'merge' });
    expect((await sections(RETRIES))['## Choosing values']).toContain(line);
  });

  it('are settled by naming the side to keep, by section or for the whole page', async () => {
    const padding = 'Words that both sides have. '.repeat(60);
    const title = 'Sides';
    const body = (one: string, two: string, three: string) =>
      `## First\n\n${one}\n\n## Second\n\n${padding}${two} end of it. ${padding}\n\n## Third\n\n${three}\n`;
    await open([{ operation: 'insert_page', title, document: { markdown: body('a', 'b', 'c') } }], {
      merge: true,
    });
    const write = (words: [string, string, string], more?: object) =>
      open(
        [{ operation: 'update_page', page: 'sides', document: { markdown: body(...words) } }],
        more,
      );
    const mine = await write(['mine one', 'mine two', 'mine three']);
    await write(['live one', 'live two', 'live three'], { merge: true });
    const updated = await merge('update_change_request_from_primary', mine.changeRequestId);
    const [, second] = updated.conflicts ?? [];
    expect(second).toMatchObject({ section: 'Second', cut: true });
    expect(second?.marked?.length).toBeLessThan(400);
    expect(second?.marked).toMatch(
      /both sides have\. live two end[\s\S]*={7}[\s\S]*have\. mine two end/,
    );
    expect(updated.settle).toContain('take: "primary" or "changeRequest"');

    const settle = { operation: 'settle', page: 'sides' };
    const existing = { existing: mine.changeRequestId, subject: undefined };
    const part = await open([{ ...settle, section: 'First', take: 'primary' }], existing);
    expect(part.unsettled).toMatchObject([{ lines: [expect.any(Number), expect.any(Number)] }]);
    const rest = await open(
      [
        { ...settle, take: 'changeRequest' },
        { operation: 'replace_text', page: 'sides', old: 'mine three', new: 'both three' },
      ],
      existing,
    );
    expect(rest.unsettled).toBeUndefined();
    const place = { spaceId, changeRequestId: mine.changeRequestId };
    const { markdown } = await connection.facts('get_change_request_page', {
      ...place,
      pageId: 'sides',
    });
    expect(
      unfenced(String(markdown))
        .trim()
        .replace(/^# Sides\s+/, ''),
    ).toBe(body('live one', 'mine two', 'both three').trim().replaceAll(/ +\n/g, '\n'));
    const again = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, existing: mine.changeRequestId },
      changes: [{ ...settle, take: 'primary' }],
    });
    expect(again.content[0]?.text).toContain('the page has no conflict to settle.');
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

  it.each([
    ['a paragraph', 'Settled in a paragraph.'],
    ['with blank lines around it', '\n\nSettled in a paragraph.\n\n'],
    ['nothing', ''],
  ])('leave no blank lines behind where a conflict is settled with %s', async (_, settlement) => {
    const [, , line = ''] =
      (await sections(RETRIES))['## How many delivery attempts a message gets'] ?? [];
    const mine = await open([text(line, 'What the change request says.')]);
    await open([text(line, 'What is live.')], { merge: true });
    const place = { changeRequestId: mine.changeRequestId };
    const { conflicts } = await merge('update_change_request_from_primary', mine.changeRequestId);
    const settling = [text(conflicts?.[0]?.marked ?? '', settlement)];
    await connection.facts('edit_change_request_content', {
      spaceId,
      ...place,
      changes: settling,
    });
    const after = (await sections(RETRIES, place))['## How many delivery attempts a message gets'];
    const kept = settlement.trim();
    expect(after).toEqual([
      '## How many delivery attempts a message gets',
      ...(kept ? ['', kept] : []),
    ]);
    await open([text('What is live.', line)], { merge: true });
  });

  it.each([
    ['a table', ['| A | B |', '| - | - |', '| one | 1 |', '| two | 2 |', '| six | 6 |'], 3],
    ['a list', ['* one', '* two', '* six'], 1],
    ['a block', ['{% hint style="info" %}', 'Two.', '{% endhint %}'], 1],
  ])('leave %s whole where a conflict in it is settled', async (title, lines, at) => {
    const line = lines[at] ?? '';
    await open([{ operation: 'insert_page', title, document: { markdown: lines.join('\n') } }], {
      merge: true,
    });
    const change = (word: string) => ({
      ...{ operation: 'replace_text', page: title.replace(' ', '-') },
      ...{ old: line, new: line.replace(/two/i, word) },
    });
    const mine = await open([change('Mine')]);
    await open([change('Theirs')], { merge: true });
    const { conflicts } = await merge('update_change_request_from_primary', mine.changeRequestId);
    const settled = await open(
      [{ ...change('Both'), old: conflicts?.[0]?.marked, new: line.replace(/two/i, 'Both') }],
      { existing: mine.changeRequestId, subject: undefined },
    );
    expect(settled.unsettled).toBeUndefined();
    const { markdown } = await connection.facts('get_change_request_page', {
      spaceId,
      changeRequestId: mine.changeRequestId,
      pageId: title.replace(' ', '-'),
    });
    expect(unfenced(String(markdown)).replaceAll(/ +/g, ' ')).toContain(
      lines.join('\n').replace(/two/i, 'Both'),
    );
  });

  it('list a few of the pages that an update brings in, and count many', async () => {
    const takenOver = async (pages: readonly string[], title: string) => {
      const behind = await open([{ operation: 'update_page', page: RETRIES, title: 'Retries' }]);
      await open(
        pages.map((page) => ({ operation: 'update_page', page, title: `${title} ${page}` })),
        { merge: true },
      );
      return merge('update_change_request_from_primary', behind.changeRequestId);
    };
    const few = await takenOver([GUIDES], 'First');
    expect(few.pages).toEqual([
      { id: GUIDES, title: `First ${GUIDES}`, change: 'renamed from "Guides"' },
    ]);
    const titles = ['A', 'B', 'C', 'D'].map((letter) => `Taken over ${letter}`);
    await open(
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
    const { changeRequestId } = await open([
      { operation: 'update_page', page: GUIDES, icon: 'book' },
    ]);
    const args = { spaceId, changeRequestId, expectedRevision: 'another' };
    const { isError, content } = await connection.call('update_change_request_from_primary', args);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('moved on, nothing was sent');
  });

  it('report the links that a deletion breaks, and count those that follow a moved page', async () => {
    const deleted = await open([{ operation: 'delete_page', page: DEAD_LETTERS }]);
    const { toThese: count, nowhere } = deleted.links as {
      toThese: number;
      nowhere: { page: string }[];
    };
    expect(deleted.links).toMatchObject({ broken: count });
    expect(nowhere.length).toBe(count);
    expect(new Set(nowhere.map(({ page }) => page))).toContain(GUIDES);
    const moved = await open([
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
      const { isError } = await connection.call(tool, { spaceId, ...args });
      expect(isError, tool).toBe(true);
      expect(await drafts(), tool).toBe(before);
    }
  });
});
