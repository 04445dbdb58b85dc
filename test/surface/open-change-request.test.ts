import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';
import { unfenced } from '../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const organizationId = 'orgNorthwind00000001';
const RETRIES = 'kmBrcfIkSeuVCGDS9fXr';
const DEAD_LETTERS = 'oOOtfmo44X8b89vnW61R';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const [modern] = linkedClient('2026');

interface Opened {
  changeRequestId: string;
  pages: { id: string; title?: string; path?: string; outcome: string; differences?: string }[];
  files?: { id: string; name: string; ref?: string }[];
  links?: { nowhere: { page: string }[] };
  moved?: { page: string; from: string; to: string }[];
  redirects?: { tool: string; arguments: Record<string, unknown>; missing?: string }[];
  redirectNote?: string;
}

describe.each(shareOf(['current', 'contract']))(
  'open_change_request_with_edits on the profile %s',
  (profile) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await modern.stdio({ args: ['--profile', profile, '--toolsets', 'all'] });
    });

    afterAll(() => connection.close());

    const open = async (changes: object[], more: object = {}) =>
      (await connection.facts('open_change_request_with_edits', {
        spaceId,
        subject: 'Authoring',
        changes,
        ...more,
      })) as unknown as Opened;

    /** The refusal of changes, after which no change request may be open. */
    const refusal = async (changes: object[]) => {
      const args = { spaceId, subject: 'Authoring', changes };
      const drafts = async () =>
        (await connection.facts('list_change_requests', { spaceId, status: 'draft' })).count;
      const before = await drafts();
      const { isError, content } = await connection.call('open_change_request_with_edits', args);
      expect(isError).toBe(true);
      expect(await drafts()).toBe(before);
      return content[0]?.text ?? '';
    };

    const textIn = async (changeRequestId: string, pageId: string) => {
      const where = { spaceId, changeRequestId, pageId };
      return unfenced(String((await connection.facts('get_change_request_page', where)).markdown));
    };

    const insert = (markdown: string, more: object = {}) => ({
      operation: 'insert_page',
      document: { markdown },
      ...more,
    });

    it('creates files, pages that link to each other by refs, moves and deletions', async () => {
      const { changeRequestId, pages, files, links } = await open([
        {
          operation: 'insert_files',
          files: [{ name: 'pixel.png', ref: 'pixel', contentType: 'image/png', base64: PIXEL }],
        },
        insert(
          '# Budgets\n\nSee [alarms](./alarms.md#levels) and [retries](guides/tries.md).\n\n![A pixel](./pixel)',
          {
            ref: 'budgets',
          },
        ),
        insert('# Alarms\n\n## Levels\n\nBack to [budgets](./budgets.md).', {
          ref: 'alarms',
          into: RETRIES,
        }),
        { operation: 'update_page', page: RETRIES, slug: 'tries', title: 'Tries' },
        { operation: 'delete_page', page: DEAD_LETTERS },
      ]);
      expect(pages).toEqual([
        {
          id: expect.any(String),
          title: 'Budgets',
          path: 'budgets',
          outcome: 'created',
          position: 'after Release notes, 10 of 10 at the root',
        },
        {
          id: expect.any(String),
          title: 'Alarms',
          path: 'guides/tries/alarms',
          outcome: 'created',
          position: '1 of 1 under Tries',
        },
        {
          id: RETRIES,
          title: 'Tries',
          path: 'guides/tries',
          outcome: 'renamed from "Retries and backoff", text unchanged',
        },
        { id: DEAD_LETTERS, title: 'Dead-letter queues', outcome: 'deleted' },
      ]);
      expect(files).toEqual([{ id: expect.any(String), name: 'pixel.png', ref: 'pixel' }]);
      expect(await textIn(changeRequestId, pages[0]?.id ?? '')).toBe(
        [
          '# Budgets',
          'See [alarms](./guides/tries/alarms.md#levels) and [retries](./guides/tries/README.md).',
          `![A pixel](/files/${files?.[0]?.id})`,
        ].join('\n\n'),
      );
      expect(await textIn(changeRequestId, pages[1]?.id ?? '')).toContain(
        '[budgets](../../budgets.md)',
      );
      // The renamed page links to the deleted one.
      expect(links?.nowhere.filter(({ page }) => page === RETRIES)).toHaveLength(2);
    });

    it('puts pages below a new one, and beside others, in the same call', async () => {
      const { changeRequestId, pages } = await open([
        insert('# Operations\n\nSee [the first](./first.md).', {
          ref: 'chapter',
          before: 'Quickstart',
        }),
        insert('# Quickstart\n\nUp to [it](./chapter.md), out to [SDKs](../sdks/README.md).', {
          ref: 'first',
          into: 'chapter',
        }),
        { operation: 'update_page', page: 'Security and API keys', into: 'chapter', at: 0 },
      ]);
      expect(
        pages.map(({ path, position }: Opened['pages'][0] & { position?: string }) => [
          path,
          position,
        ]),
      ).toEqual([
        ['operations', 'after Welcome to Northwind Queue, 2 of 9 at the root'],
        ['operations/quickstart', 'after Security and API keys, 2 of 2 under Operations'],
        ['operations/security', '1 of 2 under Operations'],
      ]);
      expect(await textIn(changeRequestId, pages[1]?.id ?? '')).toBe(
        '# Quickstart\n\nUp to [it](./README.md), out to [SDKs](../sdks/README.md).',
      );
      const circle = await refusal([
        insert('# A', { ref: 'a', into: 'b' }),
        insert('# B', { ref: 'b', into: 'a' }),
      ]);
      expect(circle).toContain('into: a would be below itself');
      const both = await refusal([{ ...insert('# A'), before: RETRIES, after: RETRIES }]);
      expect(both).toContain('changes[0]: give one of after and before');
    });

    it('reports a renamed page that still begins with its former title', async () => {
      const text = '# Repeated\n\n# Repeated\n\nText.';
      const { changeRequestId, pages } = await open([insert(text)]);
      const change = { operation: 'update_page', page: pages[0]?.id, title: 'Renamed' };
      const more = { existing: changeRequestId, subject: undefined };
      expect((await open([change], more)).pages).toEqual([
        expect.objectContaining({ note: 'its first heading still says Repeated' }),
      ]);
    });

    it('requests reviews from people by name, if the service can', async () => {
      const change = { operation: 'update_page', page: RETRIES, title: 'Tries' };
      const reviewers = ['ines.varga@example.com', 'Joris Achterberg'];
      const args = { spaceId, subject: 'Authoring', changes: [change], reviewers };
      const asked = await connection.call('open_change_request_with_edits', {
        ...args,
        ...(profile === 'contract' && { reviewers: ['Inês Varga'] }),
      });
      if (profile === 'contract') {
        expect(asked.content[0]?.text).toContain(
          'Nothing was written: this service cannot ask for reviewers by name; leave reviewers out. status: open asks for review, and post_change_request_comment can address people.',
        );
        return;
      }
      expect(asked.structuredContent).toMatchObject({
        status: 'open',
        reviewers: ['Inês Varga', 'Joris Achterberg'],
      });
      const draft = { ...args, status: 'draft' };
      const contrary = await connection.call('open_change_request_with_edits', draft);
      expect(contrary.content[0]?.text).toContain('reviewers are asked to review it');
    });

    it('requests a review without further changes', async () => {
      const none = { spaceId, changes: [] };
      const draft = await open([{ operation: 'update_page', page: RETRIES, description: 'Soon.' }]);
      const existing = draft.changeRequestId;
      const place = { spaceId, changeRequestId: existing };
      const { revision: before } = await connection.facts('get_change_request', place);
      const args = { ...none, existing, status: 'open', subject: 'Ready' };
      const opened = await connection.call('open_change_request_with_edits', args);
      const { status, revision, pages } = opened.structuredContent ?? {};
      expect({ status, revision, pages }).toEqual({
        ...{ status: 'open', revision: before, pages: [] },
      });
      const { subject } = await connection.facts('get_change_request', {
        ...{ spaceId, changeRequestId: existing },
      });
      expect(unfenced(String(subject))).toBe('Ready');
      if (profile === 'current') {
        const people = { ...none, existing, reviewers: ['Joris Achterberg'] };
        const asked = await connection.call('open_change_request_with_edits', people);
        expect(asked.structuredContent).toMatchObject({ reviewers: ['Joris Achterberg'] });
      }
      for (const nothing of [{ existing }, { status: 'open' }]) {
        const bare = { ...none, ...nothing };
        const refused = await connection.call('open_change_request_with_edits', bare);
        expect(refused.isError).toBe(true);
        expect(refused.content[0]?.text).toContain(
          'give at least one change; an existing change request takes status, reviewers, subject or merge without one',
        );
      }
    });

    it('names every link that would become plain text, with its line, before anything is sent', async () => {
      const text = await refusal([
        insert(
          [
            'A [page](./nowhere.md) and [another](/pages/nothing).',
            '',
            '![An image](./picture.png) [file](/files/gone) [deleted](guides/dead-letters.md)',
            '[good](quickstart.md) [web](https://example.com) [here](#there) `[code](x.md)`',
          ].join('\n'),
        ),
        {
          operation: 'update_page',
          page: RETRIES,
          document: { markdown: '[self](retries.md), [up](../../limits.md)' },
        },
        { operation: 'delete_page', page: DEAD_LETTERS },
      ]);
      expect(text).toMatch(/^Nothing was written\. These 6 links lead nowhere /);
      const first = 'in "A [page](./nowhere.md) and [another](/pages/nothing)."';
      const third =
        'in "![An image](./picture.png) [file](/files/gone) [deleted](guides/dead-letters.md)"';
      for (const named of [
        `changes[0] line 1: ./nowhere.md ${first}`,
        `changes[0] line 1: /pages/nothing ${first}`,
        `changes[0] line 3: ./picture.png ${third}`,
        `changes[0] line 3: /files/gone ${third}`,
        `changes[0] line 3: guides/dead-letters.md ${third}`,
        'changes[1] line 1: ../../limits.md in "[self](retries.md), [up](../../limits.md)"',
      ]) {
        expect(text).toContain(named);
      }
      for (const good of ['quickstart.md in', 'example.com in', '#there in', 'x.md in']) {
        expect(text).not.toContain(`: ${good}`);
      }
      expect(text).toContain('./{ref}.md');
      expect(text).toContain('allowPlainLinks: true');
    });

    it('sends such links on request, and reports their outcome', async () => {
      const changes = [insert('# Plain\n\nSee [nothing](./nowhere.md).\n\n[Start](quickstart.md)')];
      const { pages } = await open(changes, { allowPlainLinks: true });
      const difference = unfenced(pages[0]?.differences ?? '');
      expect(difference).toContain('-See [nothing](./nowhere.md).\n');
      expect(difference).toContain('+See nothing.\n');
    });

    it('accepts an unchanged page that already has broken links', async () => {
      const quickstart = 'h9G0z4ZRBR0eZjh19YJI';
      const read = await connection.facts('get_page', { spaceId, pageId: quickstart });
      const markdown = unfenced(String(read.markdown));
      const update = (text: string) => ({
        operation: 'update_page',
        page: quickstart,
        document: { markdown: text },
      });
      const { pages } = await open([update(markdown), insert('# Other')]);
      expect(pages.map(({ title }) => title)).toEqual(['Other']);
      const edited = await open([update(`${markdown}\n\nMore.`)]);
      // The platform keeps such a link unchanged.
      expect(edited.pages[0]?.differences).toBeUndefined();
      const again = update(`${markdown}\n\n[More](guides/message-templates.md).`);
      const text = await refusal([again]);
      expect(text).toMatch(/^Nothing was written\. This link leads nowhere /);
      expect(text).toContain(' line 67: guides/message-templates.md in "[More]');
    });

    it('accepts the beginning of an id, as outlines show it, with and without its mark', async () => {
      for (const name of ['kmBrcf', '~kmBrcf']) {
        const { pages } = await open([{ operation: 'update_page', page: name, emoji: '1f680' }]);
        expect(pages.map(({ title }) => title)).toEqual(['Retries and backoff']);
      }
    });

    it('refuses missing pages and ambiguous refs', async () => {
      expect(await refusal([{ operation: 'delete_page', page: 'nope' }])).toMatch(
        /^Nothing was written\. changes\[0\]: there is no page "nope"\. .*list_pages/,
      );
      expect(await refusal([insert('x', { into: 'nope' })])).toContain('no page "nope"');
      expect(await refusal([insert('x', { ref: 'quickstart' })])).toContain(
        'is the path of a page',
      );
      const twice = await refusal([insert('x', { ref: 'a' }), insert('y', { ref: 'a' })]);
      expect(twice).toContain('ref a is used twice');
    });

    it('reports how a rename affects old addresses', async () => {
      const { items } = await connection.facts('list_sites', { organizationId });
      const [{ id: siteId }] = items as [{ id: string }];
      const rename = { operation: 'update_page', page: 'Bwh4eBRRleeLze7RwYx2', slug: 'push-it' };
      const hidden = await open([rename]);
      await connection.facts('update_site', { organizationId, siteId, visibility: 'public' });
      const { moved, redirects, redirectNote } = await open([rename]);
      expect(moved).toContainEqual({
        page: 'Bwh4eBRRleeLze7RwYx2',
        title: 'Push endpoints',
        from: 'guides/push',
        to: 'guides/push-it',
      });
      expect(moved?.map(({ from }) => from)).toEqual([
        'guides/push',
        'guides/push/verify-signatures',
        'guides/push/legacy-format',
      ]);
      if (profile === 'contract') {
        expect(redirectNote).toContain('has no redirects');
        expect(redirects).toBeUndefined();
        return;
      }
      // The site is for holders of a share link.
      const sourcesIn = ([first]: typeof redirects = []) =>
        ((first?.arguments.redirects ?? []) as { source: string }[]).map(({ source }) => source);
      expect(sourcesIn(hidden.redirects)).toEqual(sourcesIn(redirects));
      expect(redirectNote).toContain('break once the change request is merged');
      expect(redirects).toMatchObject([{ tool: 'set_site_redirects' }]);
      expect(sourcesIn(redirects)).toEqual(
        ['', '/verify-signatures', '/legacy-format'].map(
          (below) => `/developers/developer-guide/guides/push${below}`,
        ),
      );
      for (const { tool, arguments: ready } of redirects ?? []) await connection.facts(tool, ready);
      const source = '/developers/developer-guide/guides/push';
      const found = await connection.facts('get_site_redirect_by_source', {
        organizationId,
        siteId,
        source,
      });
      expect(found.redirect).toMatchObject({
        source,
        destination: { kind: 'site-page', pageId: 'Bwh4eBRRleeLze7RwYx2' },
      });
    });

    it('says nothing about redirects if nothing moves', async () => {
      const result = await open([insert('# Still')]);
      expect(result).not.toHaveProperty('moved');
      expect(result).not.toHaveProperty('redirectNote');
    });
  },
);

it('merges an existing change request without further changes', async () => {
  const connection = await modern.stdio({ args: ['--confirm', 'never'] });
  const changes = [{ operation: 'update_page', page: RETRIES, title: 'Tries again' }];
  const { number } = await connection.facts('open_change_request_with_edits', { spaceId, changes });
  const merged = await connection.facts('open_change_request_with_edits', {
    ...{ spaceId, existing: String(number), changes: [], merge: true },
  });
  expect(merged).toMatchObject({ number, status: 'merged', pages: [] });
  const { title } = await connection.facts('get_page', { spaceId, pageId: RETRIES });
  expect(unfenced(String(title))).toBe('Tries again');
  await connection.close();
});
