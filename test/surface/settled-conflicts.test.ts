import { describe, expect, it } from 'vitest';
import { shareOf } from '../support/long-run.ts';
import { unfenced } from '../support/untrusted.ts';
import { mergingOn, RETRIES, spaceId, text } from './merging.ts';

describe.each(shareOf(['current', 'contract']))('conflicts on the profile %s', (profile) => {
  const given = mergingOn(profile);

  it('are settled by naming the side to keep, by section or for the whole page', async () => {
    const padding = 'Words that both sides have. '.repeat(60);
    const title = 'Sides';
    const body = (one: string, two: string, three: string) =>
      `## First\n\n${one}\n\n## Second\n\n${padding}${two} end of it. ${padding}\n\n## Third\n\n${three}\n`;
    await given.open(
      [{ operation: 'insert_page', title, document: { markdown: body('a', 'b', 'c') } }],
      {
        merge: true,
      },
    );
    const write = (words: [string, string, string], more?: object) =>
      given.open(
        [{ operation: 'update_page', page: 'sides', document: { markdown: body(...words) } }],
        more,
      );
    const mine = await write(['mine one', 'mine two', 'mine three']);
    await write(['live one', 'live two', 'live three'], { merge: true });
    const updated = await given.merge('update_change_request_from_primary', mine.changeRequestId);
    const [, second] = updated.conflicts ?? [];
    expect(second).toMatchObject({ section: 'Second', cut: true });
    expect(second?.marked?.length).toBeLessThan(400);
    expect(second?.marked).toMatch(
      /both sides have\. live two end[\s\S]*={7}[\s\S]*have\. mine two end/,
    );
    expect(updated.settle).toContain('take: "primary" or "changeRequest"');
    const again = await given.merge('update_change_request_from_primary', mine.changeRequestId);
    expect(again).toEqual({ ...updated, result: 'update', revision: expect.any(String) });

    const settle = { operation: 'settle', page: 'sides' };
    const existing = { existing: mine.changeRequestId, subject: undefined };
    const part = await given.open([{ ...settle, section: 'First', take: 'primary' }], existing);
    expect(part.unsettled).toMatchObject([{ lines: [expect.any(Number), expect.any(Number)] }]);
    const rest = await given.open(
      [
        { ...settle, take: 'changeRequest' },
        { operation: 'replace_text', page: 'sides', old: 'mine three', new: 'both three' },
      ],
      existing,
    );
    expect(rest.unsettled).toBeUndefined();
    const place = { spaceId, changeRequestId: mine.changeRequestId };
    const { markdown } = await given.connection.facts('get_change_request_page', {
      ...place,
      pageId: 'sides',
    });
    expect(
      unfenced(String(markdown))
        .trim()
        .replace(/^# Sides\s+/, ''),
    ).toBe(body('live one', 'mine two', 'both three').trim().replaceAll(/ +\n/g, '\n'));
    const settled = await given.merge('update_change_request_from_primary', mine.changeRequestId);
    expect(settled).not.toHaveProperty('conflicts');
    const needless = await given.connection.call('open_change_request_with_edits', {
      ...{ spaceId, existing: mine.changeRequestId },
      changes: [{ ...settle, take: 'primary' }],
    });
    expect(needless.content[0]?.text).toContain('the page has no conflict to settle.');
  });

  it.each([
    ['a paragraph', 'Settled in a paragraph.'],
    ['with blank lines around it', '\n\nSettled in a paragraph.\n\n'],
    ['nothing', ''],
  ])('leave no blank lines behind where a conflict is settled with %s', async (_, settlement) => {
    const [, , line = ''] =
      (await given.sections(RETRIES))['## How many delivery attempts a message gets'] ?? [];
    const mine = await given.open([text(line, 'What the change request says.')]);
    await given.open([text(line, 'What is live.')], { merge: true });
    const place = { changeRequestId: mine.changeRequestId };
    const { conflicts } = await given.merge(
      'update_change_request_from_primary',
      mine.changeRequestId,
    );
    const settling = [text(conflicts?.[0]?.marked ?? '', settlement)];
    await given.connection.facts('edit_change_request_content', {
      spaceId,
      ...place,
      changes: settling,
    });
    const after = (await given.sections(RETRIES, place))[
      '## How many delivery attempts a message gets'
    ];
    const kept = settlement.trim();
    expect(after).toEqual([
      '## How many delivery attempts a message gets',
      ...(kept ? ['', kept] : []),
    ]);
    await given.open([text('What is live.', line)], { merge: true });
  });

  it.each([
    ['a table', ['| A | B |', '| - | - |', '| one | 1 |', '| two | 2 |', '| six | 6 |'], 3],
    ['a list', ['* one', '* two', '* six'], 1],
    ['a block', ['{% hint style="info" %}', 'Two.', '{% endhint %}'], 1],
  ])('leave %s whole where a conflict in it is settled', async (title, lines, at) => {
    const line = lines[at] ?? '';
    await given.open(
      [{ operation: 'insert_page', title, document: { markdown: lines.join('\n') } }],
      {
        merge: true,
      },
    );
    const change = (word: string) => ({
      ...{ operation: 'replace_text', page: title.replace(' ', '-') },
      ...{ old: line, new: line.replace(/two/i, word) },
    });
    const mine = await given.open([change('Mine')]);
    await given.open([change('Theirs')], { merge: true });
    const { conflicts } = await given.merge(
      'update_change_request_from_primary',
      mine.changeRequestId,
    );
    const settled = await given.open(
      [{ ...change('Both'), old: conflicts?.[0]?.marked, new: line.replace(/two/i, 'Both') }],
      { existing: mine.changeRequestId, subject: undefined },
    );
    expect(settled.unsettled).toBeUndefined();
    const { markdown } = await given.connection.facts('get_change_request_page', {
      spaceId,
      changeRequestId: mine.changeRequestId,
      pageId: title.replace(' ', '-'),
    });
    expect(unfenced(String(markdown)).replaceAll(/ +/g, ' ')).toContain(
      lines.join('\n').replace(/two/i, 'Both'),
    );
  });
});
