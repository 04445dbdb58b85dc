import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  propose,
  DEV_GUIDE as spaceId,
  startTestPlatform,
  type TestPlatform,
} from '../../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';
import { unfenced } from '../../support/untrusted.ts';

const [client] = linkedClient('2026');

const TABS =
  '{% tabs %}\n{% tab title="A" %}\nalpha\n{% endtab %}\n\n{% tab title="B" %}\nbeta\n{% endtab %}\n{% endtabs %}';
const STEPS = [
  'Before.\n\n{% stepper %}',
  '{% step %}\n### First\n\nDo.\n{% endstep %}\n',
  `{% step %}\n### Second\n\nDo more.\n\n${TABS}\n{% endstep %}`,
  '{% endstepper %}\n\nAfter.\n\n## Next\n\n```js\ncode\n```\n\nEnd.',
].join('\n');
const NEWS =
  '{% updates %}\n{% update date="2026-02-01" %}\n## Later\n\nb\n{% endupdate %}\n\n{% update date="2026-01-01" %}\n## Sooner\n\na\n{% endupdate %}\n{% endupdates %}';
const BROKEN = 'Start.\n\n{% hint style="info" %}\nNever closed.\n\n## More\n\nText.';

const step = (title: string) => `{% step %}\n### ${title}\n\nDo it.\n{% endstep %}`;
const tab = '{% tab title="C" %}\ngamma\n{% endtab %}';
const update = '{% update date="2026-03-01" %}\n## Latest\n\nc\n{% endupdate %}';

const page = 'Blocks';
const insert = (text: string, place: object = {}) => ({
  ...{ operation: 'insert_text', page, new: text },
  ...place,
});
const replace = (old: string, text: string) => ({
  ...{ operation: 'replace_text', page, old, new: text },
});
const replaceSection = (section: string, markdown: string) => ({
  ...{ operation: 'replace_section', page, section, document: { markdown } },
});
const replaceWhole = (markdown: string) => ({
  ...{ operation: 'update_page', page, document: { markdown } },
});

describe.each(shareOf(['current', 'contract'] as const))('blocks on the %s service', (profile) => {
  let platform: TestPlatform;
  let connection: McpConnection;

  beforeAll(async () => {
    platform = await startTestPlatform({ profile });
    connection = await client.stdio({
      args: ['serve', '--api', 'auto', '--toolsets', 'all', '--confirm', 'never'],
      env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
    });
  });

  afterAll(async () => {
    await connection.close();
    await platform.close();
  });

  /** A change request with a page that has this text. */
  const requestWith = async (text: string) => {
    const change = { operation: 'insert_page', title: page, document: { markdown: text } };
    const { path } = await propose(platform.admin, `/spaces/${spaceId}`, [change]);
    return path.slice(path.lastIndexOf('/') + 1);
  };
  const textOf = async (changeRequestId: string) => {
    const where = { spaceId, changeRequestId, pageId: page };
    const { markdown } = await connection.facts('get_change_request_page', where);
    return unfenced(String(markdown))
      .replace(/^# .*\n+/, '')
      .trim();
  };
  const call = (name: string, args: object) => connection.call(name, { spaceId, ...args });
  /** The text of the page after these changes. */
  const edited = async (text: string, ...changes: object[]) => {
    const existing = await requestWith(text);
    const done = await call('open_change_request_with_edits', { existing, changes });
    expect(done.isError, done.content[0]?.text).toBeFalsy();
    return textOf(existing);
  };
  /** The message of changes that are refused, and change nothing. */
  const refused = async (text: string, ...changes: object[]) => {
    const existing = await requestWith(text);
    const stored = await textOf(existing);
    const done = await call('open_change_request_with_edits', { existing, changes });
    expect(done.isError).toBe(true);
    expect(await textOf(existing)).toBe(stored);
    return unfenced(done.content[0]?.text ?? '');
  };

  it.each([
    [
      'a block without its end',
      insert('{% hint %}\na', { section: 'Next' }),
      '{% hint %} has no end, {% endhint %}',
    ],
    [
      'an end without its block',
      insert('a\n\n{% endhint %}'),
      '{% endhint %} has no beginning, {% hint %}',
    ],
    ['an expandable without its end', insert('<details>\n\na'), '<details> has no end, </details>'],
    [
      'a step without its end',
      replace('Do.\n{% endstep %}', 'Do.'),
      'line 6: {% step %} has no end, {% endstep %}',
    ],
    ['code without its end', replace('code\n```', 'code'), 'the code has no end, a line of ```'],
    [
      'a step in a step',
      replace('Do.', `Do.\n\n${step('Third')}`),
      'line 11: the block around {% step %} has to be {% stepper %}, and is that of line 6',
    ],
    [
      'a section with the step around it, and another step',
      replaceSection('First', `${step('First')}\n\n${step('Third')}`),
      'the block around {% step %} has to be {% stepper %}',
    ],
    [
      'a whole text',
      replaceWhole('{% tabs %}\n\na'),
      'line 1: {% tabs %} has no end, {% endtabs %}',
    ],
  ])('refuses %s', async (_, change, message) => {
    const told = await refused(STEPS, change);
    expect(told).toContain(
      'Nothing was written. changes[0]: blocks of the new text would not match',
    );
    expect(told).toContain(message);
  });

  it('refuses all changes of a call for one of them, and a new page', async () => {
    await refused(STEPS, replace('After.', 'Afterwards.'), replace('Do.\n{% endstep %}', 'Do.'));
    const document = { markdown: '{% hint %}\na' };
    const changes = [{ operation: 'insert_page', title: 'New', document }];
    const { content } = await call('open_change_request_with_edits', { subject: 'N', changes });
    expect(content[0]?.text).toContain('line 1: {% hint %} has no end');
    const { items } = await connection.facts('list_change_requests', { spaceId, status: 'all' });
    expect((items as { subject: string }[]).map(({ subject }) => subject)).not.toContain('N');
  });

  it('refuses replacements on many pages, and says how to leave a page out', async () => {
    const changeRequestId = await requestWith(STEPS);
    const told = await call('replace_in_pages', {
      ...{ changeRequestId, old: '{% endstep %}', new: '' },
    });
    expect(told.isError).toBe(true);
    expect(told.content[0]?.text).toContain('{% step %} has no end, {% endstep %}');
    expect(told.content[0]?.text).toContain('exceptPages');
  });

  it('accepts several changes that match together', async () => {
    expect(
      await edited(
        STEPS,
        replace('Before.', '{% hint %}\nBefore.'),
        replace('After.', 'After.\n{% endhint %}'),
      ),
    ).toBe(
      STEPS.replace('Before.', '{% hint %}\nBefore.').replace('After.', 'After.\n{% endhint %}'),
    );
  });

  it('accepts edits elsewhere on a page that was broken before, and its mending', async () => {
    expect(await edited(BROKEN, insert('End.', { section: 'More' }))).toBe(`${BROKEN}\n\nEnd.`);
    expect(await edited(BROKEN, replace('Never closed.', 'Closed.\n{% endhint %}'))).toContain(
      'Closed.\n{% endhint %}',
    );
    expect(await refused(BROKEN, insert('{% hint %}\na'))).toContain('line 12: {% hint %}');
  });

  it('copies a page that was broken before to a new one', async () => {
    const existing = await requestWith(BROKEN);
    const changes = [{ operation: 'insert_page', copy: page, title: 'The copy' }];
    const done = await call('open_change_request_with_edits', { existing, changes });
    expect(done.isError, done.content[0]?.text).toBeFalsy();
    const again = await call('edit_change_request_content', {
      changeRequestId: existing,
      changes: [{ operation: 'insert_page', copy: page, title: 'Another copy' }],
    });
    expect(again.isError, again.content[0]?.text).toBeFalsy();
  });

  it.each([
    [
      'after the one of a heading',
      STEPS,
      insert(step('New'), { after: 'First' }),
      STEPS.replace('Do.\n{% endstep %}\n', `Do.\n{% endstep %}\n\n${step('New')}\n`),
    ],
    [
      'after the last, whatever that ends with',
      STEPS,
      insert(step('New'), { section: 'Second' }),
      STEPS.replace(
        '{% endstep %}\n{% endstepper %}',
        `{% endstep %}\n\n${step('New')}\n{% endstepper %}`,
      ),
    ],
    [
      'before the one of a heading',
      STEPS,
      insert(`${step('New')}\n\n${step('Newer')}`, { before: 'Second' }),
      STEPS.replace(
        '{% step %}\n### Second',
        `${step('New')}\n\n${step('Newer')}\n\n{% step %}\n### Second`,
      ),
    ],
    [
      'before the first',
      NEWS,
      insert(update, { before: 'Later' }),
      NEWS.replace('{% updates %}\n', `{% updates %}\n${update}\n\n`),
    ],
    [
      'beside the one of its kind around another',
      STEPS.replace('alpha', '#### Alpha'),
      insert(tab, { after: 'Alpha' }),
      STEPS.replace('alpha\n{% endtab %}\n', `#### Alpha\n{% endtab %}\n\n${tab}\n`),
    ],
    [
      'first in the only block',
      NEWS,
      insert(update, { at: 'start' }),
      NEWS.replace('{% updates %}\n', `{% updates %}\n${update}\n\n`),
    ],
    [
      'last in the only block of a section',
      `${STEPS}\n\n${TABS}`,
      insert(tab, { section: 'Second' }),
      `${STEPS.replace('beta\n{% endtab %}', `beta\n{% endtab %}\n\n${tab}`)}\n\n${TABS}`,
    ],
  ])('adds a part of a block %s', async (_, text, change, expected) => {
    expect(await edited(text, change)).toBe(expected);
  });

  it.each([
    [
      'above several blocks',
      `${STEPS}\n\n{% stepper %}\n{% endstepper %}`,
      insert(step('New'), { at: 'start' }),
      '{% step %} belongs in {% stepper %}, and this place is in none. Give {% stepper %} around it, name a heading in one as before or after, such as "First", or replace_text the end of another {% step %}, as in line 26, with that end and the new text.',
    ],
    ['below a block', STEPS, insert(step('New'), { section: 'Next' }), 'such as "Second"'],
    ['before changelogs', `${NEWS}\n\n${NEWS}`, insert(update), 'such as "#sooner-1"'],
    [
      'in a section without any',
      STEPS,
      insert(tab, { section: 'Next' }),
      'Give {% tabs %} around it, or replace_text the end of another {% tab %}, as in line 24',
    ],
    ['on a page without any', 'Words.', insert(tab), 'Give {% tabs %} around it.'],
  ])('does not add one %s', async (_, text, change, message) => {
    expect(await refused(text, change)).toContain(message);
  });

  it('adds a whole block anywhere', async () => {
    expect(await edited(STEPS, insert(TABS, { section: 'First' }))).toBe(
      STEPS.replace('Do.\n', `Do.\n\n${TABS}\n`),
    );
  });

  it('removes a step whose whole text moves, and the stepper with the last one', async () => {
    const cut = (copy: string, after: string) => ({
      ...{ operation: 'insert_text', page, copy, cut: true, section: after },
    });
    const second = STEPS.slice(
      STEPS.indexOf('### Second'),
      STEPS.indexOf('\n{% endstep %}\n{% endstepper %}'),
    );
    const without = STEPS.replace(`{% step %}\n${second}\n{% endstep %}\n`, '');
    expect(await edited(STEPS, cut('Blocks#Second', 'Next'))).toBe(`${without}\n\n${second}`);
    expect(await edited(STEPS, cut('Blocks#First#Second', 'Next'))).toBe(
      `Before.\n\nAfter.\n\n## Next\n\n\`\`\`js\ncode\n\`\`\`\n\nEnd.\n\n### First\n\nDo.\n\n${second}`,
    );
  });

  it('leaves a block with other text when a section of it moves', async () => {
    const text = STEPS.replace('### Second', 'Prepare.\n\n### Second');
    const change = insert('', { copy: 'Blocks#Second', cut: true, section: 'Next' });
    const { new: _, ...cut } = change;
    expect(await edited(text, cut)).toContain('{% step %}\nPrepare.\n\n{% endstep %}');
  });
});
