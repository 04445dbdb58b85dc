import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const retries = 'kmBrcfIkSeuVCGDS9fXr';
const deadLetters = 'oOOtfmo44X8b89vnW61R';
const guides = 'kjrGqZhUgUVZvzH3uVzh';
const quickstart = 'h9G0z4ZRBR0eZjh19YJI';

interface Opened {
  changeRequestId: string;
  number: number;
  status: string;
  revision: string;
  merged?: string;
  pages: { id: string; outcome: string; position?: string; diff?: string }[];
}

const questions: string[] = [];

describe('a change in one call', () => {
  let connection: McpConnection;
  const [generation] = linkedClient('2026');

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all'],
      person: (question) => {
        questions.push(question);
        return 'accept';
      },
    });
  });
  afterAll(() => connection.close());

  const open = async (args: object) =>
    (await connection.facts('open_change_request_with_edits', {
      spaceId,
      ...args,
    })) as unknown as Opened;
  const fix = { operation: 'replace_text', page: retries, old: 'after 5', new: 'after 8' };

  it('says after a merge that old addresses are now broken', async () => {
    const told = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Move', merge: true },
      changes: [{ operation: 'update_page', page: quickstart, slug: 'begin' }],
    });
    expect(told.redirectNote).toContain('are broken now');
  });

  it('gives an existing change request the requested subject', async () => {
    const { changeRequestId } = await open({ subject: 'Working title', changes: [fix] });
    const more = { operation: 'insert_text', page: deadLetters, new: 'More.', at: 'end' };
    await open({ existing: changeRequestId, subject: 'Final title', changes: [more] });
    const request = { spaceId, changeRequestId };
    expect(await connection.facts('get_change_request', request)).toMatchObject({
      subject: 'Final title',
      status: 'draft',
    });
  });

  it('accepts every kind of edit and reports the outcome for each page', async () => {
    const opened = await open({
      subject: 'All kinds',
      status: 'open',
      changes: [
        fix,
        {
          operation: 'replace_section',
          page: deadLetters,
          section: 'Inspect',
          document: { markdown: '## Inspect\n\nLook at them.' },
        },
        { operation: 'update_page', page: quickstart, into: guides, at: 1 },
        { operation: 'update_page', page: guides, title: 'How to' },
      ],
    });
    expect(opened).toMatchObject({ status: 'open', number: expect.any(Number) });
    const [edited, section, moved, renamed] = opened.pages;
    expect(edited).toMatchObject({ id: retries, outcome: 'edited' });
    expect(unfenced(edited?.diff ?? '')).toMatch(/^@@ -7,1 \+7,1 @@\n-.*after 5 .*\n\+.*after 8 /);
    expect(section).toMatchObject({ id: deadLetters, outcome: 'edited' });
    expect(unfenced(section?.diff ?? '')).toContain('+Look at them.');
    expect(moved).toMatchObject({
      id: quickstart,
      outcome: 'moved, text unchanged',
      position: 'after Publish messages, 2 of 6 under How to',
    });
    expect(renamed).toMatchObject({
      id: guides,
      outcome: 'renamed from "Guides", text unchanged',
    });
    expect(moved).not.toHaveProperty('diff');
  });

  it('edits a page whose links the same call rewrites because their target moves', async () => {
    const text = 'See [a stop](./stop.md).\n\nA word here.';
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, ref: title.toLowerCase(), markdown },
    });
    const changes = [page('Stop', 'Stopping.'), page('Journey', text)];
    const { changeRequestId: existing } = await open({ subject: 'Stops', changes });
    const opened = await open({
      existing,
      changes: [
        { operation: 'replace_text', page: 'journey', old: 'A word', new: 'One word' },
        { operation: 'insert_page', title: 'Rest', into: 'stop', markdown: 'Resting.' },
        { operation: 'update_page', page: 'stop', title: 'Halt' },
      ],
    });
    expect(opened.pages[0]).toMatchObject({ title: 'Journey', outcome: 'edited' });
    const { markdown } = await connection.facts('get_change_request_page', {
      ...{ spaceId, changeRequestId: existing, pageId: 'journey' },
    });
    expect(unfenced(String(markdown))).toMatch(
      /See \[a stop\]\(\.\/(?:stop|halt)\/README\.md\)\.\n\nOne word here\./,
    );
  });

  it('names the pages that still link to a page that it hides', async () => {
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, document: { markdown } },
    });
    const linking = 'See [the terms](/pages/secret-terms).';
    await open({
      subject: 'Terms',
      merge: true,
      changes: [
        page('Secret terms', 'Words.'),
        page('Orders', linking),
        page('Invoices', linking),
        { ...page('Drafts', linking), hidden: true },
      ],
    });
    const hide = { operation: 'update_page', page: 'Secret terms', hidden: true };
    const unlink = {
      ...{ operation: 'replace_text', page: 'Invoices', new: 'Ask us.' },
      old: 'See [the terms](./secret-terms.md).',
    };
    const hidden = await open({ subject: 'Hide the terms', changes: [hide, unlink] });
    expect(hidden).toMatchObject({
      links: { toHidden: [{ page: expect.any(String), title: 'Orders' }] },
    });
  });

  it('continues an existing one by its number, and restores a page in it', async () => {
    const first = await open({ subject: 'Go on', changes: [fix] });
    const stale = await connection.call('open_change_request_with_edits', {
      spaceId,
      existing: String(first.number),
      expectedRevision: 'another',
      changes: [fix],
    });
    expect(stale.content[0]?.text).toContain('moved on');
    const second = await open({
      existing: String(first.number),
      expectedRevision: first.revision,
      changes: [{ operation: 'revert_page', page: retries }],
    });
    expect(second).toMatchObject({
      changeRequestId: first.changeRequestId,
      status: 'draft',
      pages: [{ id: retries, outcome: 'restored' }],
    });
    const where = { spaceId, changeRequestId: first.changeRequestId };
    const { changes } = await connection.facts('review_change_request', where);
    expect(changes).toEqual([]);
  });

  it('merges at the end, after a person confirmed', async () => {
    questions.length = 0;
    const opened = await open({ subject: 'Live', changes: [fix], merge: true });
    expect(questions).toHaveLength(1);
    expect(opened).toMatchObject({ status: 'merged', merged: 'merge' });
    const { markdown } = await connection.facts('get_page', { spaceId, pageId: retries });
    expect(unfenced(String(markdown))).toContain('after 8 delivery attempts');
  });

  it('asks nobody and opens nothing if the call cannot succeed', async () => {
    questions.length = 0;
    const before = await connection.facts('list_change_requests', { spaceId, status: 'draft' });
    for (const args of [
      { changes: [fix] },
      { subject: 'x', changes: [{ ...fix, old: 'nowhere in it' }] },
      { subject: 'x', changes: [{ ...fix, page: 'noSuchPage0000000001' }] },
      {
        subject: 'x',
        changes: [fix, { operation: 'update_page', page: retries, document: { markdown: 'x' } }],
      },
    ]) {
      const call = { spaceId, ...args };
      const { isError } = await connection.call('open_change_request_with_edits', call);
      expect(isError).toBe(true);
    }
    const after = await connection.facts('list_change_requests', { spaceId, status: 'draft' });
    expect((after.items as unknown[]).length).toBe((before.items as unknown[]).length);
    expect(questions).toEqual([]);
  });
});
