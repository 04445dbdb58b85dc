import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';

const [generation] = linkedClient('2025');
const spaceId = 'Developer Guide';

/** The day of the tests; the demonstration content is older. */
const TODAY = new Date().toISOString().slice(0, 10);

interface Diff {
  title: string;
  change: string;
  diff?: string;
}

interface Listed {
  number: number;
  changes?: string[] | string;
}

describe.each(shareOf(['current', 'contract']))(
  'a list of change requests with their changes, on the profile %s',
  (profile) => {
    let connection: McpConnection;
    const numbers: number[] = [];

    const opened = async (changes: object[], more: object = {}) => {
      const args = { spaceId, subject: 'A change', changes, ...more };
      const { number } = await connection.facts('open_change_request_with_edits', args);
      numbers.push(number as number);
    };
    const listed = async (args: object) => {
      const { items } = await connection.facts('list_change_requests', { spaceId, ...args });
      return new Map((items as Listed[]).map(({ number, changes }) => [number, changes]));
    };

    beforeAll(async () => {
      connection = await generation.stdio({ args: ['--profile', profile, '--confirm', 'never'] });
      const text = { operation: 'insert_text', at: 'end' };
      await opened([{ ...text, page: 'guides/consuming', new: 'First.' }], { merge: true });
      await opened(
        [
          { operation: 'update_page', page: 'guides/retries', title: 'Backoff' },
          { ...text, page: 'guides/retries', new: 'Second.' },
          { operation: 'insert_page', title: 'Fresh', document: { markdown: 'Text.' } },
          { operation: 'delete_page', page: 'Troubleshooting' },
        ],
        { merge: true },
      );
      await opened(
        Array.from({ length: 14 }, (_, at) => ({
          ...{ operation: 'insert_page', title: `Page ${at}`, document: { markdown: 'Text.' } },
        })),
      );
    });
    afterAll(() => connection.close());

    it('shows what changed in several spaces since a date, with diffs, in one call', async () => {
      const elsewhere = await connection.facts('open_change_request_with_edits', {
        ...{ spaceId: 'Operations Handbook', subject: 'Elsewhere', merge: true },
        changes: [{ operation: 'insert_text', page: 'Upgrades', new: 'Elsewhere.', at: 'end' }],
      });
      const told = await connection.facts('list_change_requests', {
        ...{ spaceId: [spaceId, 'Operations Handbook'], since: TODAY, diffs: true },
      });
      const items = told.items as (Omit<Listed, 'changes'> & {
        inSpace: string;
        changes: Diff[];
      })[];
      const [first, second, waiting] = numbers;
      expect(items.map(({ inSpace, number }) => [inSpace, number])).toEqual([
        ['Operations Handbook', elsewhere.number],
        ...[waiting, second, first].map((number) => [spaceId, number]),
      ]);
      expect(items[0]?.changes).toEqual([
        {
          ...{ title: 'Upgrades', change: 'edited' },
          diff: expect.stringContaining('\n+Elsewhere.\n'),
        },
      ]);
      expect(items[1]?.changes[0]?.diff).toContain('+Text.');
      expect(items[2]?.changes).toContainEqual(
        expect.objectContaining({
          title: 'Troubleshooting',
          diff: expect.stringContaining('-# Troubleshooting'),
        }),
      );
      expect(told.count).toBe(4);
      expect(items[0]).not.toHaveProperty('space');
    });

    it('names the changed pages of merged ones, as far as the service reports them', async () => {
      const [first = 0, second = 0] = numbers;
      const told = await listed({ status: 'merged', changes: true });
      expect(told.get(first)).toEqual(
        profile === 'current'
          ? ['Consume messages: edited']
          : ['Consume messages: changed, how is unknown'],
      );
      expect([...(told.get(second) ?? [])].sort()).toEqual([
        expect.stringMatching(/^Backoff: edited, renamed from "Retries and backoff"/),
        'Fresh: created',
        expect.stringMatching(/^Troubleshooting: deleted$/),
      ]);
    });

    it('names no more than twelve pages of an open one', async () => {
      const told = await listed({ status: 'draft', changes: true });
      expect(told.get(numbers[2] ?? 0)).toHaveLength(13);
      expect(told.get(numbers[2] ?? 0)?.at(-1)).toBe('… 2 more');
    });

    it('names a page that is only hidden, which the service does not report', async () => {
      await opened([{ operation: 'update_page', page: 'guides/consuming', hidden: true }]);
      const told = await listed({ status: 'draft', changes: true });
      expect(told.get(numbers[3] ?? 0)).toEqual(['Consume messages: hidden']);
    });

    it('lists those that were merged since a time, and refuses other words', async () => {
      const [first, second] = numbers;
      const merged = [...(await listed({ status: 'merged', since: '2026-11-20' })).keys()];
      expect(merged.toSorted()).toEqual([first, second].toSorted());
      expect([...(await listed({ status: 'merged', since: '2999-01-01' })).keys()]).toEqual([]);
      const { isError, content } = await connection.call('list_change_requests', {
        ...{ spaceId, since: 'last week' },
      });
      expect(isError).toBe(true);
      expect(content[0]?.text).toContain('since takes a date, such as 2026-11-14');
    });

    it('names no pages unless requested', async () => {
      const told = await listed({ status: 'all' });
      expect([...told.values()]).toEqual([...told.keys()].map(() => undefined));
    });
  },
);
