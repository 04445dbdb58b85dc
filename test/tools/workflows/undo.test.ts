import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';

const [generation] = linkedClient('2025');
const spaceId = 'Developer Guide';
const RETRIES = 'guides/retries';
const ATTEMPTS = 'gives up on a message after 5 delivery attempts';

interface Page {
  id: string;
  title: string;
  outcome: string;
  diff?: string;
}

interface Left {
  title: string;
  change: string;
  left: string;
}

const replace = (page: string, old: string, replacement: string) => ({
  ...{ operation: 'replace_text', page, old, new: replacement },
});

const insert = (page: string, text: string, at = 'end') => ({
  ...{ operation: 'insert_text', page, new: text, at },
});

/** A server with all tools, for all tests of a group, and a function that merges changes and returns the number. */
function useMergingServer(profile: string) {
  const server = {} as { connection: McpConnection };
  const merged = async (...changes: object[]) => {
    const { number } = await server.connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'A change', merge: true, changes },
    });
    return String(number);
  };
  beforeAll(async () => {
    server.connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', profile, '--confirm', 'never'],
    });
    // The legacy service identifies a change by the change requests that were merged before it.
    await merged(insert('concepts/delivery-guarantees', 'Before all.'));
  });
  afterAll(() => server.connection.close());
  return { server, merged };
}

describe.each(shareOf(['current', 'contract']))(
  'a merged change request, undone on the profile %s',
  (profile) => {
    const { server, merged } = useMergingServer(profile);

    const undone = (changeRequestId: string, more: object = {}) =>
      server.connection.facts('restore_page', { spaceId, changeRequestId, ...more });

    const refusal = async (args: object) => {
      const { isError, content } = await server.connection.call('restore_page', {
        spaceId,
        ...args,
      });
      expect(isError).toBe(true);
      return content[0]?.text;
    };

    const textOf = async (pageId: string) =>
      (await server.connection.facts('get_page', { spaceId, pageId })).markdown as string;

    it('restores the pages that it changed, and no others, in one change request', async () => {
      const [retries, consuming] = [await textOf(RETRIES), await textOf('guides/consuming')];
      const spoilt = await merged(
        replace(RETRIES, ATTEMPTS, 'never gives up'),
        insert('guides/consuming', 'Wrong.'),
        { operation: 'update_page', page: 'guides/publishing', title: 'Published' },
      );
      await merged(insert('guides/dead-letters', 'Later.'));
      const done = await undone(spoilt, { merge: true });
      expect(done.status).toBe('merged');
      expect(done.laterChanges).toBe(profile === 'current' ? 'none' : undefined);
      expect(done).not.toHaveProperty('left');
      const pages = done.pages as Page[];
      expect(pages.map(({ title, outcome }) => `${title}: ${outcome}`).sort()).toEqual([
        'Consume messages: restored',
        'Publish messages: renamed from "Published", restored',
        'Retries and backoff: restored',
      ]);
      expect(await textOf(RETRIES)).toBe(retries);
      expect(await textOf('guides/consuming')).toBe(consuming);
      expect(await textOf('guides/dead-letters')).toContain('Later.');
      expect(await textOf('concepts/delivery-guarantees')).toContain('Before all.');
    });

    it('leaves a page on which blocks would not match', async () => {
      const document = { markdown: 'Before.\n\nWords.\n\nAfter.' };
      await merged({ operation: 'insert_page', title: 'Wrapped', document });
      const spoilt = await merged(
        replace('Wrapped', 'Words.', '{% hint style="info" %}\nWords.\n{% endhint %}'),
        insert('guides/consuming', 'Wrong.'),
      );
      await merged(replace('Wrapped', 'style="info"', 'style="warning"'));
      const done = await undone(spoilt);
      expect((done.pages as Page[]).map(({ title }) => title)).toEqual(['Consume messages']);
      const [{ left = '' } = {}] = done.left as Left[];
      expect(left).toBe('changed since, and its blocks would not match without the earlier change');
    });

    it('folds a long diff, of one page and of all', async () => {
      const lines = Array.from({ length: 40 }, (_, line) => `- Item ${line}`).join('\n');
      const spoilt = await merged(insert('guides/dead-letters', lines));
      for (const more of [{}, { pageId: 'guides/dead-letters' }]) {
        const { pages } = await undone(spoilt, more);
        const [{ diff = '' } = {}] = pages as Page[];
        expect(diff.split('\n').slice(-3)).toEqual(['-- Item 0', '-… 38 more lines', '-- Item 39']);
      }
    });

    it('names the changes that cannot be undone, and writes nothing if there are no others', async () => {
      const spoilt = await merged(replace(RETRIES, ATTEMPTS, 'never gives up'));
      await merged(replace(RETRIES, 'never gives up', 'rarely gives up'));
      const drafts = () =>
        server.connection
          .facts('list_change_requests', { spaceId, status: 'draft' })
          .then(({ count }) => count);
      const before = await drafts();
      expect(await refusal({ changeRequestId: spoilt })).toMatch(
        /no page of change request \d+ can be undone\. .*Retries and backoff.*: (the same passage was changed again since then|changed since)/,
      );
      expect(await refusal({ changeRequestId: '1' })).toContain('is not merged');
      expect(await refusal({ revision: 'DF6xloc5ktF5cfPIv4mN' })).toContain('pageId is required');
      expect(await drafts()).toBe(before);
    });

    it('continues an existing change request', async () => {
      const spoilt = await merged(insert('guides/publishing', 'Wrong.'));
      const { id } = await server.connection.facts('create_change_request', {
        spaceId,
        subject: 'Mine',
      });
      const done = await undone(spoilt, { existing: id });
      expect(done).toMatchObject({ changeRequestId: id, status: 'draft' });
      expect(done.pages).toMatchObject([{ outcome: 'restored' }]);
    });
  },
);

describe.each(shareOf(['current', 'contract']))(
  'a merged change request with later changes, undone on the profile %s',
  (profile) => {
    const { server, merged } = useMergingServer(profile);

    it('keeps them, deletes what it created, and restores what it deleted and moved', async () => {
      const retries = (await server.connection.facts('get_page', { spaceId, pageId: RETRIES }))
        .markdown;
      const page = (title: string, more: object) => ({
        ...{ operation: 'insert_page', title, document: { markdown: 'Text.' }, ...more },
      });
      const spoilt = await merged(
        replace(RETRIES, ATTEMPTS, 'never gives up'),
        page('Passing chapter', { ref: 'section' }),
        page('Below', { into: 'section' }),
        page('Kept', {}),
        { operation: 'update_page', page: 'guides/push', into: 'section' },
        { operation: 'delete_page', page: 'guides/consuming' },
      );
      await merged(insert(RETRIES, 'Written later.'), insert('Kept', 'Written later.'));
      const done = await server.connection.facts('restore_page', {
        spaceId,
        changeRequestId: spoilt,
        merge: true,
      });
      expect(done).not.toHaveProperty('laterChanges');
      expect(done.left).toEqual([
        {
          id: expect.any(String),
          title: 'Kept',
          change: 'created',
          left: 'created by it, and changed since',
        },
      ] satisfies (Left & { id: string })[]);
      expect(
        (done.pages as Page[]).map(({ title, outcome }) => `${title}: ${outcome}`).sort(),
      ).toEqual([
        'Below: deleted',
        'Consume messages: created',
        'Passing chapter: deleted',
        'Push endpoints: moved, restored',
        'Retries and backoff: edited; later changes kept',
      ]);
      const now = (await server.connection.facts('get_page', { spaceId, pageId: RETRIES }))
        .markdown as string;
      expect(now).toBe(`${String(retries).trimEnd()}\n\nWritten later.`);
      const after = await server.connection.facts('list_pages', { spaceId });
      expect(JSON.stringify(after)).not.toContain('Passing chapter');
    });

    it('keeps later changes of one page', async () => {
      const pageId = 'guides/publishing';
      const before = (await server.connection.facts('get_page', { spaceId, pageId })).markdown;
      const spoilt = await merged(insert(pageId, 'Wrong.'));
      await merged(insert(RETRIES, 'On another page.'));
      await merged(insert(pageId, 'Right.', 'start'));
      const done = await server.connection.facts('restore_page', {
        ...{ spaceId, pageId, changeRequestId: spoilt, merge: true },
      });
      const now = (await server.connection.facts('get_page', { spaceId, pageId })).markdown;
      expect(done).not.toHaveProperty('alsoUndone');
      expect(done.pages).toMatchObject([{ outcome: 'edited; later changes kept' }]);
      expect(now).toContain('Right.');
      expect(String(now).replace('Right.\n\n', '').trimEnd()).toBe(String(before).trimEnd());
    });

    it.each([
      ['all pages', {}],
      ['one page', { pageId: 'guides/publishing' }],
    ])(
      'undoes single words, and names the words that were changed again, on %s',
      async (_, one) => {
        const page = 'guides/publishing';
        await merged(
          insert(page, '### Limits\n\n- Messages: 20\n- Seconds: 60\n- Bytes: 100\n\nAll good.\n'),
        );
        const spoilt = await merged(
          replace(page, 'Seconds: 60', 'Seconds: 6'),
          replace(page, 'Bytes: 100', 'Bytes: 1'),
          replace(page, 'All good.', 'Good.'),
        );
        await merged(
          replace(page, 'Messages: 20', 'Messages: 25'),
          replace(page, 'Bytes: 1', 'Bytes: 7'),
        );
        const done = await server.connection.facts('restore_page', {
          ...{ spaceId, changeRequestId: spoilt, merge: true, ...one },
        });
        expect(done.pages).toMatchObject([
          {
            outcome: 'edited; later changes kept, also where they changed the same words',
            kept: [{ section: 'Limits', now: '- Bytes: 7', before: '- Bytes: 100' }],
          },
        ]);
        const now = (await server.connection.facts('get_page', { spaceId, pageId: page })).markdown;
        const limits = String(now).split('### Limits')[1];
        expect(limits).toMatch(/- Messages: 25\n- Seconds: 60\n- Bytes: 7\n\nAll good\./);
        await merged(replace(page, `### Limits${limits}`, ''));
      },
    );

    it('reverts a whole page if the same passage changed again, and says so', async () => {
      const pageId = 'guides/publishing';
      const spoilt = await merged(insert(pageId, 'Wrong sentence.'));
      await merged(replace(pageId, 'Wrong sentence.', 'Another sentence.'));
      const asItWas = { spaceId, pageId, changeRequestId: spoilt };
      const refused = await server.connection.call('restore_page', { ...asItWas, merge: true });
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toMatch(
        /^Nothing was written: the whole page would be restored, and later changes would be lost, those of change request \d+: /,
      );
      const done = await server.connection.facts('restore_page', asItWas);
      expect(done).toMatchObject({
        pages: [{ outcome: 'restored' }],
        alsoUndone: [{ change: 'edited' }],
      });
      expect(done.note).toContain(
        'The whole page was restored, and later changes are lost: the same passage was changed again since then',
      );
      await merged(replace(pageId, '\n\nAnother sentence.', ''));
      const { isError, content } = await server.connection.call('restore_page', {
        ...{ spaceId, pageId, changeRequestId: spoilt },
      });
      expect(isError).toBe(true);
      expect(content[0]?.text).toBe(
        `Nothing was written: the page has nothing left of change request ${spoilt}. With revision instead of changeRequestId it is restored whole.`,
      );
    });

    it('restores settings of a page with dead links', async () => {
      const spoilt = await merged({
        ...{ operation: 'update_page', page: 'guides/push', description: 'Wrong.' },
      });
      const done = await server.connection.facts('restore_page', {
        spaceId,
        changeRequestId: spoilt,
      });
      expect(done.pages).toMatchObject([{ title: 'Push endpoints', outcome: 'restored' }]);
    });

    it('says that a page which changed since is still in its other place', async () => {
      const moved = await merged({ operation: 'update_page', page: 'limits', at: 0 });
      await merged({ operation: 'insert_text', page: 'limits', new: 'A later sentence.' });
      const args = { spaceId, changeRequestId: moved };
      const { isError, content } = await server.connection.call('restore_page', args);
      expect(isError).toBe(true);
      expect(content[0]?.text).toContain('which update_page with at changes');
    });
  },
);
