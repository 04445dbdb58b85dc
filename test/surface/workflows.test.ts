import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksOf } from '../support/audited-links.ts';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { startScripted } from '../support/scripted-server.ts';
import { unfenced } from '../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const retries = 'kmBrcfIkSeuVCGDS9fXr';
const deadLetters = 'oOOtfmo44X8b89vnW61R';

/** The address for people of a change request, or of a page in it. */
const appLink = /^http:\/\/.+\/app\/s\/spaceDevGuide0000001\/change-requests\/\w+/;

const inApp = 'https://app.gitbook.com/o/orgNorthwind00000001/s/spaceOpsHandbook0001';

describe.each(linkedClient('2026'))('workflow tools with $name', (generation) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio();
  });

  afterAll(() => connection.close());

  const changeRequest = async (
    number: number,
    { facts }: Pick<McpConnection, 'facts'> = connection,
  ) => {
    for (const status of ['open', 'draft']) {
      const { items } = await facts('list_change_requests', { spaceId, status });
      const found = (items as { id: string; number: number }[]).find(
        (item) => item.number === number,
      );
      if (found) return { spaceId, changeRequestId: found.id };
    }
    throw new Error(`no change request ${number}`);
  };

  it('review_change_request shows diffs by page, open comments and whether it is outdated', async () => {
    const review = await connection.facts('review_change_request', await changeRequest(1));
    expect(review).toMatchObject({
      number: 1,
      subject: 'Explain triage of dead messages and add a page on monitoring',
      status: 'open',
      outdated: false,
      urls: { app: expect.stringMatching(appLink) },
      badLinks: [],
      changes: [
        { page: deadLetters, title: 'Dead-letter queues', change: 'edited' },
        { title: 'Monitor queues', change: 'created' },
      ],
      outlook: 'Up to date with primary content: no conflicts.',
      openComments: [
        {
          ...{ page: 'Dead-letter queues', postedBy: { displayName: 'Inês Varga' } },
          replies: [expect.stringMatching(/^Tomás Okafor: It can, /)],
        },
      ],
    });
    const [edited, created] = review.changes as [{ diff: string }, { diff: string }];
    expect(edited.diff).toContain('+### Triage before you redrive\n');
    expect(edited.diff).toMatch(/^@@ /);
    expect(created.diff).toContain('+# Monitor queues\n');
    const [comment] = review.openComments as [{ body: { markdown: string } }];
    expect(comment.body.markdown).toMatch(/^Should the triage table mention 429\?/);
  });

  it('review_change_request warns of an outdated one and shows deleted pages', async () => {
    const { facts, close } = await generation.stdio();
    const doomed = await facts('open_change_request_with_edits', {
      spaceId,
      subject: 'Drop a page',
      changes: [{ operation: 'delete_page', page: deadLetters }],
    });
    expect(doomed.pages).toEqual([
      { id: deadLetters, title: 'Dead-letter queues', outcome: 'deleted' },
    ]);
    const deletion = { spaceId, changeRequestId: doomed.changeRequestId };
    const review = await facts('review_change_request', deletion);
    expect(review.changes).toContainEqual({
      page: deadLetters,
      title: 'Dead-letter queues',
      change: 'deleted',
      diff: expect.stringMatching(/^@@ -1,\d+ \+0,0 @@\n-# Dead-letter queues\n/),
    });
    await facts('merge_change_request', deletion);
    const second = await changeRequest(2, { facts });
    expect(await facts('review_change_request', second)).toMatchObject({
      outdated: true,
      warning: expect.stringContaining('Update before merging'),
    });
    await close();
  });

  it('open_change_request_with_edits opens, edits, reads back and reports links', async () => {
    const steps: string[] = [];
    const result = await connection.call(
      'open_change_request_with_edits',
      {
        spaceId,
        subject: 'Say more of retries',
        changes: [
          {
            operation: 'insert_page',
            title: 'Retry budgets',
            document: { markdown: `See [nothing](./nowhere.md) and [notes](${inApp}).` },
          },
          { operation: 'update_page', page: retries, document: { markdown: 'All new text.' } },
        ],
        allowPlainLinks: true,
      },
      { onprogress: ({ message }) => steps.push(message ?? '') },
    );
    const facts = result.structuredContent as {
      changeRequestId: string;
      pages: { id: string; title: string; outcome: string; differences?: string }[];
    };
    expect(facts).toMatchObject({
      number: expect.any(Number),
      pages: [
        {
          title: 'Retry budgets',
          outcome: 'created',
          differences: expect.stringContaining('+See nothing and [notes]('),
        },
        { id: retries, title: 'Retries and backoff', outcome: 'edited' },
      ],
      urls: { app: expect.stringMatching(appLink) },
      badLinks: [{ title: 'Retry budgets', status: 'in-app', target: inApp, line: 3 }],
    });
    expect(facts.pages[1]).not.toHaveProperty('differences');
    const opened = steps.findIndex((step) => /^opened change request \d+ \(/.test(step));
    expect(opened).toBeGreaterThanOrEqual(0);
    // The last notification may arrive together with the result, when the client no longer listens.
    expect(steps.slice(opened + 1, opened + 3)).toEqual([
      'applied 2 changes',
      'read again "Retry budgets"',
    ]);
    const { markdown } = await connection.facts('get_change_request_page', {
      spaceId,
      changeRequestId: facts.changeRequestId,
      pageId: retries,
      format: 'markdown',
    });
    expect(unfenced(String(markdown))).toBe('# Retries and backoff\n\nAll new text.');
  });

  it('open_change_request_with_edits refuses bad changes before anything is opened', async () => {
    const drafts = async () =>
      (await connection.facts('list_change_requests', { spaceId, status: 'draft' })).count;
    const before = await drafts();
    const refused = await connection.call('open_change_request_with_edits', {
      spaceId,
      subject: 'Nothing',
      changes: [{ operation: 'update_page' }],
    });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('nothing was sent');
    expect(await drafts()).toBe(before);
  });

  it('edit_section replaces one section and leaves the rest byte for byte', async () => {
    const place = { ...(await changeRequest(2)), pageId: retries };
    const read = async () => {
      const page = { ...place, format: 'markdown' };
      return unfenced(String((await connection.facts('get_change_request_page', page)).markdown));
    };
    const before = await read();
    const start = before.indexOf('## Backoff\n');
    const end = before.indexOf('\n## ', start);
    expect(start).toBeGreaterThan(0);
    const edit = { ...place, heading: 'Backoff', markdown: '## Backoff\n\nIt doubles each time.' };
    const told = await connection.facts('edit_section', edit);
    expect(told).toMatchObject({
      urls: { app: expect.stringMatching(appLink) },
    });
    const { changeRequestId } = place;
    const now = await connection.facts('get_change_request', { spaceId, changeRequestId });
    expect(told.revision).toBe(now.revision);
    expect(await read()).toBe(
      `${before.slice(0, start)}## Backoff\n\nIt doubles each time.\n${before.slice(end)}`,
    );
    const missing = await connection.call('edit_section', { ...edit, heading: 'Nowhere' });
    expect(missing.isError).toBe(true);
    expect(missing.content[0]?.text).toContain(
      'Nothing was written: the page has no section "Nowhere". Its sections: ',
    );
  });

  it('audit_links reports page, line and target, broken links first, some at a time', async () => {
    const changes = [
      {
        operation: 'update_page',
        page: retries,
        document: { markdown: `First line.\n\nSee [notes](${inApp}).\n\n## Retry settings` },
      },
    ];
    const opened = await connection.facts('open_change_request_with_edits', {
      spaceId,
      subject: 'Break a link',
      changes,
    });
    const place = { spaceId, changeRequestId: opened.changeRequestId, all: true };
    const whole = await connection.facts('audit_links', place);
    const links = linksOf(whole);
    expect(
      links.map(({ path, status = 'broken', target, line }) => [path, status, target, line]),
    ).toEqual([
      ['quickstart', 'broken', 'guides/message-templates.md', 64],
      ['guides/push', 'broken', '../../concepts/fan-out.md', 52],
      ['troubleshooting', 'broken', 'sdks/ruby.md', 43],
      ['welcome-to-northwind-queue', 'in-app', inApp, 34],
      ['guides/retries', 'in-app', inApp, 5],
    ]);
    const found: unknown[] = [];
    for (let page: string | undefined, more = true; more; ) {
      const part = await connection.facts('audit_links', { ...place, page, limit: 2 });
      found.push(...linksOf(part));
      page = (part.next as { page: string } | undefined)?.page;
      more = page !== undefined;
    }
    expect(found).toEqual(links);
  });

  it('list_open_threads lists open threads of the space and its change requests, oldest first', async () => {
    const { items } = await connection.facts('list_open_threads', { spaceId });
    const threads = items as { at: string; replies?: object[]; changeRequest?: number }[];
    expect(threads.map(({ at }) => at)).toEqual(threads.map(({ at }) => at).toSorted());
    expect(threads[0]).toEqual({
      id: expect.any(String),
      page: 'guides/retries',
      by: 'Inês Varga',
      at: '2026-02-02',
      text: expect.stringContaining('but `max_attempts` in the table below has the default 8'),
      replies: [expect.stringMatching(/^Tomás Okafor: Thanks\. The 5 comes from the beta\./)],
      under: 'How many delivery attempts a message gets',
      about: 'Northwind Queue gives up on a message after 5 delivery attempts.',
    });
    expect(threads.flatMap(({ changeRequest }) => changeRequest ?? [])).toEqual([1]);
  });

  it('list_open_threads says what a comment quotes that its page does not contain', async () => {
    const { facts, close } = await generation.stdio();
    const comment = (said: string) =>
      facts('post_space_comment', { spaceId, page: 'guides/retries', body: { markdown: said } });
    await comment('Typo: “respones” should be "attempts"');
    await comment('“5 attempts” in `max_attempts` is wrong, and so is "Retries and backoff".');
    const { items } = await facts('list_open_threads', { spaceId });
    expect((items as { notOnPage?: string[] }[]).slice(-2).map((one) => one.notOnPage)).toEqual([
      ['respones'],
      undefined,
    ]);
    await close();
  });

  it('list_open_threads continues even if the threads that it listed were resolved', async () => {
    const { facts, call, close } = await generation.stdio();
    const ids = ({ items }: Record<string, unknown>) =>
      (items as { id: string }[]).map(({ id }) => id);
    const all = ids(await facts('list_open_threads', { spaceId }));
    const first = await facts('list_open_threads', { spaceId, limit: 1 });
    expect(ids(first)).toEqual(all.slice(0, 1));
    const threads = [{ commentId: all[0], resolve: true }];
    await facts('answer_threads', { spaceId, threads });
    const { page } = first.next as { page: string };
    const rest = await facts('list_open_threads', { spaceId, page });
    expect(ids(rest)).toEqual(all.slice(1));
    expect(rest.next).toBeUndefined();
    const guessed = await call('list_open_threads', { spaceId, page: '2' });
    expect(guessed.content[0]?.text).toContain('page: must be next.page of the last result');
    await close();
  });
});

describe.each(linkedClient('2026'))('a workflow that fails halfway with $name', (generation) => {
  it('reports what was done before the failure', async () => {
    const server = await startScripted(generation, {
      reads: {
        '/v1/spaces/s1/comments': { items: [] },
      },
    });
    const { isError, text } = await server.say('list_open_threads', { spaceId: 's1' });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^List open threads failed \(404\): .*Done before that: read the comments of the space\.$/,
    );
    await server.close();
  });
});
