import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const spaceId = 'spaceDevGuide0000001';
const pageId = 'kmBrcfIkSeuVCGDS9fXr';

interface Opened {
  id: string;
  revision: string;
}

describe.each(linkedClient('2025'))(
  'the precondition against stale writes with $name',
  (generation) => {
    let connection: McpConnection;

    beforeEach(async () => {
      connection = await generation.stdio();
    });

    afterEach(() => connection.close());

    const open = async (subject: string) => {
      const { id } = (await connection.facts('create_change_request', {
        spaceId,
        subject,
      })) as unknown as Opened;
      return { spaceId, changeRequestId: id };
    };
    const revisionOf = async (place: object) =>
      String((await connection.facts('get_change_request', { ...place })).revision);
    const rename = (title: string) => ({
      changes: [{ operation: 'update_page', page: pageId, title }],
    });
    const titleOf = async (place: object) =>
      (await connection.facts('get_change_request_page', { ...place, pageId })).title;
    const refusal = async (name: string, args: Record<string, unknown>) => {
      const { isError, content } = await connection.call(name, args);
      expect(isError).toBe(true);
      return content[0]?.text ?? '';
    };

    it('refuses an edit of a change request that moved on, and says what changed', async () => {
      const place = await open('Rename a page');
      const seen = await revisionOf(place);
      await connection.facts('edit_change_request_content', {
        ...place,
        ...rename('Retries, renamed'),
        expectedRevision: seen,
      });
      const moved = await revisionOf(place);
      expect(moved).not.toBe(seen);
      for (const [name, args] of [
        ['edit_change_request_content', { ...place, ...rename('Overwritten') }],
        ['merge_change_request', place],
      ] as const) {
        const said = await refusal(name, { ...args, expectedRevision: seen });
        expect(said).toContain(
          `moved on, nothing was sent: it is at revision ${moved}, not "${seen}" (status draft`,
        );
        expect(said).toContain(`"Retries, renamed" (${pageId}`);
      }
      expect(await titleOf(place)).toBe('Retries, renamed');
      await connection.facts('merge_change_request', { ...place, expectedRevision: moved });
      const { title } = await connection.facts('get_page', { spaceId, pageId });
      expect(title).toBe('Retries, renamed');
    });

    it('reports before a merge that a change request is outdated, and merges if the caller knows', async () => {
      const [first, second] = [await open('First'), await open('Second')];
      for (const [place, title] of [
        [first, 'By the first'],
        [second, 'By the second'],
      ] as const) {
        await connection.facts('edit_change_request_content', { ...place, ...rename(title) });
      }
      await connection.facts('merge_change_request', first);
      const revision = await revisionOf(second);
      const said = await refusal('merge_change_request', second);
      expect(said).toContain('outdated, nothing was sent');
      expect(said).toContain('update_change_request_from_primary');
      expect(said).toContain(`expectedRevision ${revision}`);
      expect(await connection.facts('get_change_request', second)).toMatchObject({
        status: 'draft',
      });
      await connection.facts('merge_change_request', { ...second, expectedRevision: revision });
      expect(await connection.facts('get_change_request', second)).toMatchObject({
        status: 'merged',
      });
    });
  },
);
