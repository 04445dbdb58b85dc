import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';
const HANDBOOK = 'Operations Handbook';

interface Edited {
  number: number;
  pages: {
    id: string;
    title: string;
    path: string;
    diff?: string;
    position?: string;
    copied?: string;
  }[];
  notCopied?: string[];
}

describe.each(shareOf(['current', 'contract']))('copies of pages on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile, '--confirm', 'never'] });
    await edited(spaceId, [
      {
        operation: 'insert_page',
        title: 'Tours',
        ref: 'tours',
        markdown:
          'See [one](./one.md).\n\n{% content-ref url="./one.md" %}\n[one](./one.md)\n{% endcontent-ref %}',
      },
      {
        ...{ operation: 'insert_page', title: 'Tour one', ref: 'one', into: 'tours' },
        slug: 'first',
        description: 'The first tour.',
        markdown: [
          'Before you go, read [the other](./two.md#pack), [retries](/guides/retries#backoff),',
          '[below](#pack) and <a href="/guides/retries">retries</a>.',
          '',
          '## Pack',
          '',
          'A bag: `[a](b.md)`.',
          '',
          '### Small bags',
          '',
          'None; see [here](#tickets).',
          '',
          'Tickets',
          '-------',
          '',
          'Two.',
        ].join('\n'),
      },
      {
        ...{ operation: 'insert_page', title: 'Tour two', ref: 'two', into: 'tours' },
        markdown: 'Start.\n\n# Pack\n\nNothing.\n\n# Go\n\nBack to [all](./tours.md).',
      },
    ]);
  });
  afterAll(() => connection.close());

  const edited = async (space: string, changes: object[], merge = true) =>
    (await connection.facts('open_change_request_with_edits', {
      ...{ spaceId: space, subject: 'Copy', merge, changes },
    })) as unknown as Edited;

  const idOf = async (pageId: string) =>
    String((await connection.facts('get_page', { spaceId, pageId })).id);

  /** The text of a page in the change request that was just opened. */
  const textIn = async (space: string, { number }: Edited, pageId: string) => {
    const place = { spaceId: space, changeRequestId: String(number), pageId };
    return String((await connection.facts('get_change_request_page', place)).markdown);
  };

  it('are made more than once from one page, whole and in part, and state their length', async () => {
    const { pages } = await edited(
      spaceId,
      [
        { operation: 'insert_page', title: 'First copy', copy: 'tours/first' },
        { operation: 'insert_page', title: 'Second copy', copy: 'tours/first' },
        { operation: 'insert_page', title: 'Bags', copy: 'tours/first#pack' },
        { operation: 'insert_page', title: 'New', markdown: 'Not a copy.' },
      ],
      false,
    );
    expect(pages.map(({ title, copied }) => [title, copied])).toEqual([
      ['First copy', '15 lines, verbatim apart from links and heading levels'],
      ['Second copy', '15 lines, verbatim apart from links and heading levels'],
      ['Bags', '7 lines, verbatim apart from links and heading levels'],
      ['New', undefined],
    ]);
  });

  it('copies a chapter with its pages, and links among them lead to the copies', async () => {
    const change = { operation: 'insert_page', title: 'Journeys', copy: 'tours', all: true };
    const done = await edited(spaceId, [change], false);
    expect(done.pages.map(({ path }) => path)).toEqual([
      ...['journeys', 'journeys/first', 'journeys/tour-two'],
    ]);
    expect(done.notCopied).toBeUndefined();
    const [top, one, two] = done.pages.map(({ id }) => id);
    expect(await textIn(spaceId, done, 'journeys')).toContain('See [one](./first.md).');
    const text = await textIn(spaceId, done, String(one));
    expect(text).toContain('[the other](./tour-two.md#pack)');
    expect(text).toMatch(/\[retries\]\(.*guides\/retries\.md#backoff\)/);
    expect(text).toContain('[below](#pack)');
    expect(text).toContain('`[a](b.md)`');
    expect(await textIn(spaceId, done, String(two))).toMatch(/# Pack[\s\S]*# Go/);
    expect(top).not.toBe(await idOf('tours'));
    const { description } = await connection.facts('get_change_request_page', {
      ...{ spaceId, changeRequestId: String(done.number), pageId: one, fields: 'description' },
    });
    expect(description).toBe('The first tour.');
  });

  it('keeps the description of a page, but not for one of its sections', async () => {
    const change = { operation: 'insert_page', copy: 'Tour one#Pack' };
    const done = await edited(spaceId, [change], false);
    const page = await connection.facts('get_change_request_page', {
      ...{ spaceId, changeRequestId: String(done.number), pageId: done.pages[0]?.id },
    });
    expect(page).toMatchObject({ title: 'Pack' });
    expect(page.description ?? '').toBe('');
  });

  it.each<object>([
    { operation: 'insert_page', copyOf: 'tours', children: true },
    { operation: 'insert_page', copy: { page: 'tours', spaceId, children: true } },
    { operation: 'copy_page', page: 'tours', recursive: true },
    { operation: 'insert_page', from: '/tours', all: true },
  ])('accepts %j', async (change) => {
    const done = await edited(spaceId, [{ title: 'Trips', ...change }], false);
    expect(done.pages.map(({ path }) => path)).toEqual([
      ...['trips', 'trips/first', 'trips/tour-two'],
    ]);
  });

  it('copies the text that earlier changes of the call leave', async () => {
    const changes = [
      { operation: 'replace_text', page: 'Tour one', old: 'A bag', new: 'Two bags' },
      { operation: 'insert_page', title: 'Luggage', copy: 'Tour one#Pack' },
      { operation: 'replace_text', page: 'Tour one', old: 'Two bags', new: 'No bag' },
    ];
    const done = await edited(spaceId, changes, false);
    const text = await textIn(spaceId, done, 'luggage');
    expect(text).toContain('Two bags');
    expect(await textIn(spaceId, done, 'tours/first')).toContain('No bag');
  });

  it('reports which pages it left out', async () => {
    const done = await edited(spaceId, [{ operation: 'insert_page', copy: 'Tours' }], false);
    expect(done.pages).toMatchObject([{ title: 'Tours' }]);
    expect(done.notCopied).toEqual(['the 2 pages below "Tours"; all: true copies them']);
  });

  it('adds a page to another as a section, with its headings at a deeper level', async () => {
    const change = {
      operation: 'insert_text',
      page: 'tours/tour-two',
      at: 'end',
      copy: 'Tour one',
    };
    const done = await edited(spaceId, [change], false);
    const text = await textIn(spaceId, done, 'tours/tour-two');
    expect(text).toMatch(
      /\n## Tour one\n\nBefore you go[\s\S]*\n### Pack\n[\s\S]*\n#### Small bags\n[\s\S]*\n### Tickets\n\nTwo\.\s*$/,
    );
    expect(text).toContain('[here](#tickets)');
    expect(done.pages[0]?.diff).toMatch(
      /^@@.*\n\+\n\+## Tour one\n\+\n\+Before.*\n\+… \d+ more lines of the copy$/,
    );
    // The page already has a heading with that name.
    expect(text).toContain('[below](./first.md#pack)');
  });

  it('copies one section into another page, and keeps links to the rest of its page', async () => {
    const change = {
      operation: 'insert_text',
      page: 'guides/retries',
      copy: 'tours/first#pack',
    };
    const done = await edited(spaceId, [{ ...change, at: 'end', new: 'On tour:' }], false);
    const text = await textIn(spaceId, done, 'guides/retries');
    expect(text).toMatch(
      /\nOn tour:\n\n## Pack\n\nA bag: [\s\S]*\n### Small bags\n\nNone; see \[here\]\(.*tours\/first\.md#tickets\)\.\s*$/,
    );
    expect(text).not.toContain('Two.');
  });

  it('keeps the anchor of a copied heading', async () => {
    const heading = '## Fares <a href="#fares" id="fares"></a>';
    await edited(spaceId, [
      { operation: 'insert_page', title: 'Fares', markdown: `Ask.\n\n${heading}\n\nFour.` },
    ]);
    for (const page of ['fares', 'guides/retries']) {
      const change = { operation: 'insert_text', page, at: 'end', copy: 'fares#fares' };
      const done = await edited(spaceId, [change], false);
      const text = await textIn(spaceId, done, page);
      expect(text.slice(text.lastIndexOf('## ')).trimEnd()).toBe(`${heading}\n\nFour.`);
    }
  });

  it('copies links that the service wrote for deleted pages', async () => {
    const markdown = 'See [the map](broken-reference) and [a plan](/broken/pages/Ab3dEf6hIj).';
    const insert = { operation: 'insert_page', title: 'Gone', document: { markdown } };
    const place = { spaceId, subject: 'Gone', merge: true };
    const args = { ...place, changes: [insert], allowPlainLinks: true };
    await connection.facts('open_change_request_with_edits', args);
    const copy = { operation: 'insert_page', title: 'Gone again', copy: 'gone' };
    const done = await edited(spaceId, [copy], false);
    expect(await textIn(spaceId, done, 'gone-again')).toContain(markdown);
    const written = { ...copy, copy: undefined, document: { markdown } };
    const { isError } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, changes: [written] },
    });
    expect(isError).toBe(true);
  });

  it('copies to another space, with links back to its own', async () => {
    const change = { operation: 'insert_page', copy: 'tours', copySpaceId: spaceId, all: true };
    const done = await edited(HANDBOOK, [change], false);
    const text = await textIn(HANDBOOK, done, 'tours/first');
    expect(text).toContain('[the other](./tour-two.md#pack)');
    expect(text).toContain(
      '[retries](https://app.gitbook.com/s/spaceDevGuide0000001/guides/retries#backoff)',
    );
    expect(text).toContain(
      '<a href="https://app.gitbook.com/s/spaceDevGuide0000001/guides/retries">',
    );
    expect(done.notCopied).toEqual([
      '2 links on "Tour one": they lead to pages that stay in the other space',
    ]);
    expect(done.pages.every((page) => !('differences' in page))).toBe(true);
  });

  it('copies the section that is named beside the page', async () => {
    const change = {
      operation: 'insert_page',
      title: 'Packing',
      copy: 'tours/first',
      section: 'Pack',
    };
    const [page] = (await edited(spaceId, [change])).pages;
    expect(page?.copied).toMatch(/^7 lines/);
  });

  it.each([
    [{ copy: 'tours/nowhere' }, 'changes[0].copy: there is no page "tours/nowhere"'],
    [{ copy: 'tours/first#cars' }, 'title>Tour one</'],
    [{ copy: 'Tours', markdown: 'T' }, 'give one of document and copy'],
    [{ copy: 'https://example.com/x' }, 'is not the address of a page in the app'],
  ])('refuses %j', async (change, message) => {
    const { isError, content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Copy' },
      changes: [{ operation: 'insert_page', ...change }],
    });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain(message);
  });
});

it('does not copy from a space that is out of reach', async () => {
  const connection = await generation.stdio({ args: ['--allow-spaces', 'spaceOpsHandbook0001'] });
  for (const copy of ['guides/retries', 'https://app.gitbook.com/s/spaceDevGuide0000001/guides']) {
    const { isError, content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId: 'spaceOpsHandbook0001', subject: 'Copy' },
      changes: [{ operation: 'insert_page', copy, copySpaceId: 'spaceDevGuide0000001' }],
    });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('spaceDevGuide0000001');
  }
  await connection.close();
});
