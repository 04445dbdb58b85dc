import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';
const organizationId = 'orgNorthwind00000001';
const siteId = 'YGGgdo8WkLp4LQjFcUaW';

interface Edited {
  number: number;
  pages: { id: string; title: string; outcome: string; diff?: string }[];
  links?: { broken: number; note?: string };
  redirects?: { tool: string; arguments: Record<string, unknown> }[];
  deadRedirects?: { source: string }[];
  redirectNote?: string;
}

const TRIP = [
  'See [packing](#pack), [tickets](#tickets) and [the end](#home).',
  '',
  '## Pack',
  '',
  'A bag; [tickets](#tickets) go in it, and then [home](#home).',
  '',
  '### Small bags',
  '',
  'None.',
  '',
  '## Tickets',
  '',
  'Two.',
  '',
  '## Home',
  '',
  'Back.',
].join('\n');

const LINKS = [
  '[Trip](./trip.md), [packing](./trip.md#pack), [small](./trip.md#small-bags), [home](./trip.md#home)',
  '',
  '<a href="./trip.md#tickets">tickets</a>',
].join('\n');

describe.each(['contract', 'current'])('links of an edit on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--profile', profile, '--confirm', 'never', '--toolsets', 'all'],
    });
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, ref: title.toLowerCase(), document: { markdown } },
    });
    await edit([page('Trip', TRIP), page('Journal', LINKS), page('Hotel', 'A room.')], {
      merge: true,
    });
  });
  afterAll(() => connection.close());

  const edit = async (changes: object[], more: object = {}) =>
    (await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Links', changes, ...more },
    })) as unknown as Edited;

  const textIn = async ({ number }: Edited, pageId: string) => {
    const page = { spaceId, changeRequestId: String(number), pageId };
    const { markdown } = await connection.facts('get_change_request_page', page);
    return unfenced(String(markdown)).replaceAll('./', '');
  };

  it('resolves the path of a page from the root in a card and in a block, too', async () => {
    const cell = (href: string) => `<tr><td>Go</td><td><a href="${href}">Go</a></td></tr>`;
    const block = (url: string) =>
      `{% content-ref url="${url}" %}\n[Journal](${url})\n{% endcontent-ref %}`;
    const cards = `<table data-view="cards"><tbody>${cell('/trip')}</tbody></table>`;
    const before = `${cards}\n\n${block('/journal')}\n\n<img src="/hotel">`;
    const change = { operation: 'insert_text', page: 'Hotel', new: before };
    expect(await textIn(await edit([change]), 'Hotel')).toContain(
      before.replace('/trip', 'trip.md').replaceAll('/journal', 'journal.md'),
    );
  });

  const newlyBroken = async ({ number }: Edited) => {
    const place = { spaceId, changeRequestId: String(number) };
    return (await connection.facts('audit_links', place)).new;
  };

  it('follow sections that move to a new page, also in the page itself', async () => {
    const done = await edit([
      {
        ...{ operation: 'insert_page', title: 'Luggage', after: 'Trip', cut: true },
        copy: 'Trip#Pack#tickets',
      },
    ]);
    expect(await textIn(done, 'luggage')).toBe(
      [
        '# Luggage',
        '',
        '## Pack',
        '',
        'A bag; [tickets](#tickets) go in it, and then [home](trip.md#home).',
        '',
        '### Small bags',
        '',
        'None.',
        '',
        '## Tickets',
        '',
        'Two.',
      ].join('\n'),
    );
    expect(await textIn(done, 'trip')).toMatch(
      /^# Trip\n\nSee \[packing\]\(luggage\.md#pack\), \[tickets\]\(luggage\.md#tickets\) and \[the end\]\(#home\)\.\n\n## Home\n\nBack\.\s*$/,
    );
    const journal = await textIn(done, 'journal');
    expect(journal).toContain('[Trip](trip.md), [packing](luggage.md#pack)');
    expect(journal).toContain('[small](luggage.md#small-bags), [home](trip.md#home)');
    expect(journal).toContain('<a href="luggage.md#tickets">');
    expect(await newlyBroken(done)).toBe(0);
  });

  it('lead to the page that a section becomes', async () => {
    const change = { operation: 'insert_page', copy: 'Trip#Pack', cut: true };
    const done = await edit([change]);
    expect(await textIn(done, 'pack')).toMatch(/^# Pack\n\nA bag;.*\n\n## Small bags\n\nNone\.$/s);
    expect(await textIn(done, 'journal')).toContain('[packing](pack.md), [small](pack.md#small');
    const titled = await edit([{ ...change, title: 'Bags' }]);
    expect(await textIn(titled, 'bags')).toMatch(/^# Bags\n\n## Pack\n\nA bag;/);
    expect(await textIn(titled, 'journal')).toContain('[packing](bags.md#pack)');
  });

  it('follow a section that moves within its page, and a page that another absorbs', async () => {
    const within = await edit([
      { operation: 'insert_text', page: 'Trip', copy: 'Trip#Pack', cut: true },
    ]);
    expect(await textIn(within, 'trip')).toMatch(/## Tickets.*## Home.*## Pack\n\nA bag;/s);
    expect(await textIn(within, 'journal')).toContain('[packing](trip.md#pack)');
    const whole = await edit([
      { operation: 'insert_text', page: 'Hotel', copy: 'Trip', cut: true },
    ]);
    expect(whole.pages).toContainEqual(
      expect.objectContaining({ title: 'Trip', outcome: 'deleted' }),
    );
    expect(await textIn(whole, 'journal')).toContain(
      '[Trip](hotel.md#trip), [packing](hotel.md#pack)',
    );
    expect(await newlyBroken(whole)).toBe(0);
  });

  it('go from a deleted page to another, to which links in the same call go, too', async () => {
    const done = await edit([
      { operation: 'insert_text', page: 'Quickstart', new: 'See [the trip](/trip#pack).' },
      { operation: 'delete_page', page: 'Trip', linksTo: 'Hotel' },
    ]);
    expect(done.links).toMatchObject({ broken: 0 });
    expect(await textIn(done, 'journal')).toContain('[Trip](hotel.md), [packing](hotel.md)');
    expect(await textIn(done, 'Quickstart')).toContain('See [the trip](hotel.md).');
    const plain = await edit([{ operation: 'delete_page', page: 'Trip' }]);
    expect(plain.links?.broken).toBeGreaterThan(3);
    expect(plain.links?.note).toContain('linksTo');
    const unknown = [{ operation: 'delete_page', page: 'Trip', linksTo: 'Nowhere at all' }];
    const { content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, changes: unknown },
    });
    expect(content[0]?.text).toContain('changes[0].linksTo');
  });

  it('keep their anchors if the other page has these, too', async () => {
    const done = await edit([
      { operation: 'insert_text', page: 'Hotel', new: '## Pack\n\nA bag.' },
      { operation: 'delete_page', page: 'Trip', linksTo: 'Hotel' },
    ]);
    expect(await textIn(done, 'journal')).toContain(
      '[Trip](hotel.md), [packing](hotel.md#pack), [small](hotel.md), [home](hotel.md)',
    );
    const whole = await edit([
      { operation: 'insert_page', title: 'Tour', ref: 'tour', document: { markdown: TRIP } },
      { operation: 'delete_page', page: 'Trip', linksTo: './tour.md' },
    ]);
    expect(await textIn(whole, 'journal')).toContain('[packing](tour.md#pack)');
  });

  it('go from a deleted page that was the only one below the page with the links', async () => {
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, ref: title.toLowerCase(), document: { markdown } },
    });
    const port = page('Port', 'See [the quay](./quay.md) and [the trip](./trip.md).');
    await edit([port, { ...page('Quay', 'Ships.'), into: 'port' }], { merge: true });
    const done = await edit([{ operation: 'delete_page', page: 'Quay', linksTo: 'Hotel' }]);
    expect(done.links).toMatchObject({ broken: 0 });
    expect(await textIn(done, 'port')).toBe(
      '# Port\n\nSee [the quay](hotel.md) and [the trip](trip.md).',
    );
    const lost = [
      { operation: 'delete_page', page: 'Quay' },
      { operation: 'insert_text', page: 'Port', new: 'Go [home](../home.md).' },
    ];
    const { content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, changes: lost },
    });
    expect(content[0]?.text).toContain('../home.md');
    expect(content[0]?.text).toContain('delete_page takes linksTo');
  });

  it('to a deleted page stay on a page that is edited otherwise, as on others', async () => {
    const deletion = { operation: 'delete_page', page: 'Trip' };
    const add = (text: string) => ({ operation: 'insert_text', page: 'Journal', new: text });
    const alone = await edit([deletion]);
    const both = await edit([deletion, add('More.')]);
    expect(both.links?.broken).toBe(alone.links?.broken);
    expect(await textIn(both, 'journal')).toBe(`${await textIn(alone, 'journal')}\n\nMore.`);
    const changes = [deletion, add('Again [here](./trip.md).')];
    const { content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, changes },
    });
    const told = unfenced(content[0]?.text ?? '');
    expect(told).toContain('This link leads nowhere');
    expect(told).toMatch(/line 7: (?:\.\/)?trip(?:\.md)? in "Again \[here\]\(\.\/trip\.md\)\."/);
  });

  it('of readers on a site are covered by redirects that are ready to send', async () => {
    const moved = [{ operation: 'delete_page', page: 'Trip', linksTo: 'Hotel' }];
    if (profile === 'contract') {
      expect((await edit(moved)).redirectNote).toContain('has no redirects');
      return;
    }
    const spaces = await connection.facts('list_site_spaces', { organizationId, siteId });
    const shown = (spaces.items as { id: string; space: { title: string } }[]).find(
      ({ space }) => space.title === spaceId,
    );
    const { id: pageId } = await connection.facts('get_page', { spaceId, pageId: 'Trip' });
    const destination = { kind: 'site-page', siteSpaceId: shown?.id, pageId };
    const source = '/holiday';
    await connection.facts('create_site_redirect', {
      ...{ organizationId, siteId, source, destination },
    });
    const plain = await edit([{ operation: 'delete_page', page: 'Trip' }]);
    expect(plain.deadRedirects).toEqual([{ siteId, source }]);
    expect(plain.redirectNote).toContain('linksTo');
    const { redirects = [] } = await edit(moved);
    expect(redirects.map(({ tool }) => tool)).toEqual([
      'create_site_redirect',
      'update_site_redirect',
    ]);
    for (const { tool, arguments: ready } of redirects) await connection.facts(tool, ready);
    const { id: hotel } = await connection.facts('get_page', { spaceId, pageId: 'Hotel' });
    const place = { organizationId, siteId, source };
    const found = await connection.facts('get_site_redirect_by_source', place);
    expect(found.redirect).toMatchObject({ destination: { pageId: hotel } });
  });

  it('changes a page that the same call inserts', async () => {
    const done = await edit([
      { operation: 'insert_page', title: 'Boat', ref: 'boat', document: { markdown: 'It flots.' } },
      { operation: 'replace_text', page: 'boat', old: 'flots', new: 'floats' },
      { operation: 'insert_text', page: 'boat', copy: 'Trip#Home' },
      { operation: 'update_page', page: 'boat', into: 'Hotel', description: 'On water' },
      { operation: 'insert_text', page: 'Hotel', new: 'See [the boat](./boat.md).' },
    ]);
    const [boat, ...others] = done.pages;
    expect(boat).toMatchObject({ title: 'Boat', outcome: 'created', path: 'hotel/boat' });
    expect(others.map(({ title }) => title)).toEqual(['Hotel']);
    expect(await textIn(done, 'hotel/boat')).toContain('It floats.\n\n## Home\n\nBack.');
    expect(await textIn(done, 'hotel')).toMatch(
      /\[the boat\]\(\.?\/?hotel\/boat\.md|\(\.?\/?boat\.md/,
    );
    const wrong = { operation: 'delete_page', page: 'boat' };
    const insert = { operation: 'insert_page', title: 'Boat', ref: 'boat', markdown: 'It.' };
    const { content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, changes: [insert, wrong] },
    });
    expect(content[0]?.text).toContain('changes[1]: delete_page needs an existing page');
  });

  it('changes a page that an edit of an existing change request inserts', async () => {
    const { number } = await connection.facts('create_change_request', {
      spaceId,
      subject: 'Ship',
    });
    const place = { spaceId, changeRequestId: String(number) };
    await connection.facts('edit_change_request_content', {
      ...place,
      changes: [
        { operation: 'insert_page', title: 'Ship', ref: 'ship', markdown: 'It.' },
        { operation: 'insert_text', page: 'ship', new: 'More.' },
      ],
    });
    const { markdown } = await connection.facts('get_change_request_page', {
      ...{ ...place, pageId: 'ship' },
    });
    expect(unfenced(String(markdown))).toBe('# Ship\n\nIt.\n\nMore.');
  });

  it('archives several change requests in one call', async () => {
    const numbers = await Promise.all(
      ['One', 'Two', 'Three'].map(async (subject) => {
        const { number } = await connection.facts('create_change_request', { spaceId, subject });
        return String(number);
      }),
    );
    const [changeRequestId, ...moreChangeRequests] = numbers;
    const several = { spaceId, changeRequestId, moreChangeRequests };
    const { changeRequests } = await connection.facts('update_change_request', {
      ...{ ...several, status: 'archived' },
    });
    expect(changeRequests).toMatchObject(
      numbers.map((number) => ({ number: Number(number), status: 'archived' })),
    );
    const named = await connection.call('update_change_request', { ...several, subject: 'New' });
    expect(named.content[0]?.text).toContain('a subject is for one change request');
    const unknown = { ...several, moreChangeRequests: ['99999'], status: 'draft' };
    expect(await connection.facts('update_change_request', unknown)).toMatchObject({
      changeRequests: [{ number: Number(changeRequestId), status: 'draft' }],
      failed: [expect.stringMatching(/^99999: ".+"$/)],
    });
  });

  it.each([
    [{ operation: 'insert_page', copy: 'Trip', cut: true }, 'cut takes sections of a page'],
    [
      { operation: 'insert_text', page: 'Trip', copy: 'Guides', cut: true },
      'cut would delete the pages below',
    ],
    [
      {
        ...{ operation: 'insert_page', copy: 'Weekly handover', cut: true },
        copySpaceId: 'Operations Handbook',
      },
      'cut takes away from the same space only',
    ],
  ])('are not redirected if %j is refused', async (change, reason) => {
    const args = { spaceId, changes: [change] };
    const { isError, content } = await connection.call('open_change_request_with_edits', args);
    expect(isError, content[0]?.text).toBe(true);
    expect(content[0]?.text).toContain(reason);
  });
});
