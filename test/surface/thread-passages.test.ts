import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';

const spaceId = 'spaceDevGuide0000001';
const [generation] = linkedClient('2026');

interface Thread {
  page?: string;
  text: string;
  about?: string;
  pageGone?: boolean;
}

describe.each(shareOf(['current', 'contract']))(
  'the passages that open threads are about, on the profile %s',
  (profile) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await generation.stdio({
        args: ['--profile', profile, '--confirm', 'never'],
      });
    });

    afterAll(() => connection.close());

    const threads = async (from = connection) =>
      (await from.facts('list_open_threads', { spaceId })).items as Thread[];

    const threadWith = async (text: string) =>
      (await threads()).find((thread) => thread.text.includes(text));

    it.each([
      [
        'revoked key',
        {
          under: 'Rotation',
          about: 'A revoked key stops working within 60 seconds in every region.',
        },
      ],
      [
        'fan-out designs',
        {
          under: 'Several receivers',
          about: 'The pattern is described under [fan-out designs](../../concepts/fan-out.md).',
        },
      ],
    ])('shows the sentence that %s is about', async (said, about) => {
      expect(await threadWith(said)).toMatchObject(about);
    });

    it('shows none if no sentence is similar', async () => {
      await connection.facts('post_space_comment', {
        spaceId,
        page: 'quickstart',
        body: { markdown: 'Nice work, thank you!' },
      });
      const thread = await threadWith('Nice work');
      expect(thread?.page).toBe('quickstart');
      expect(thread).not.toHaveProperty('about');
    });

    it('shows the sentence as it is in the change request of the thread', async () => {
      const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
        spaceId,
        subject: 'Add a rule',
        changes: [
          {
            operation: 'insert_text',
            page: 'security',
            new: 'Hardware tokens expire after eleven fortnights of disuse.',
          },
        ],
      });
      await connection.facts('post_change_request_comment', {
        spaceId,
        changeRequestId,
        page: 'security',
        body: { markdown: 'Why do hardware tokens expire after eleven fortnights?' },
      });
      expect(await threadWith('eleven fortnights?')).toMatchObject({
        about: 'Hardware tokens expire after eleven fortnights of disuse.',
      });
    });

    it('says that a page was deleted', async () => {
      const inserted = await connection.facts('open_change_request_with_edits', {
        spaceId,
        subject: 'A page for a while',
        changes: [{ operation: 'insert_page', document: { markdown: '# Short-lived\n\nText.' } }],
        merge: true,
      });
      const [{ id }] = inserted.pages as [{ id: string }];
      await connection.facts('post_space_comment', {
        spaceId,
        page: id,
        body: { markdown: 'Who needs this?' },
      });
      expect(await threadWith('Who needs this?')).not.toHaveProperty('pageGone');
      await connection.facts('open_change_request_with_edits', {
        spaceId,
        subject: 'No page any more',
        changes: [{ operation: 'delete_page', page: id }],
        merge: true,
      });
      expect(await threadWith('Who needs this?')).toMatchObject({ pageGone: true });
    });

    it('lists threads without sentences if the caller may not read pages', async () => {
      const blind = await generation.stdio({
        args: ['--profile', profile, '--exclude-tools', 'get_page'],
      });
      const found = await threads(blind);
      await blind.close();
      expect(found).toHaveLength(4);
      expect(found.filter(({ about }) => about)).toEqual([]);
    });
  },
);
