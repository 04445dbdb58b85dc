import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

const LINKS = [
  '[Quays](./quays.md) and [piers](./quays.md#piers).',
  '',
  'Go to [all quays](./quays.md).',
  '',
  '## Boats',
  '',
  'See [the quays](./quays.md).',
].join('\n');

interface Shown {
  changeRequestId: string;
  pages: { title: string; diff?: string }[];
}

describe.each(['contract', 'current'])('links that a move respells, on %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--profile', profile, '--confirm', 'never', '--toolsets', 'all'],
    });
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, ref: title.toLowerCase(), document: { markdown } },
    });
    await edit(
      [page('Ports', LINKS), page('Quays', '## Piers\n\nOne.\n\n## Locks\n\nTwo.')],
      'Ports',
      true,
    );
  });
  afterAll(() => connection.close());

  const edit = async (changes: object[], subject: string, merge = false) =>
    (await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject, changes, merge },
    })) as unknown as Shown;

  it('are no part of the diffs of an edit and of its review', async () => {
    const done = await edit(
      [
        { operation: 'insert_page', into: 'Ports', title: 'Boats', copy: 'Ports#Boats', cut: true },
        {
          ...{ operation: 'replace_text', page: 'Ports' },
          ...{ old: '[piers](./quays.md#piers)', new: '[locks](./quays.md#locks)' },
        },
      ],
      'Split',
    );
    const { changeRequestId } = done;
    const { changes } = (await connection.facts('review_change_request', {
      ...{ spaceId, changeRequestId },
    })) as { changes: { title: string; diff?: string }[] };
    for (const shown of [done.pages, changes]) {
      const { diff = '' } = shown.find(({ title }) => title === 'Ports') ?? {};
      const added = diff.split('\n').filter((line) => line.startsWith('+'));
      expect(added).toEqual([expect.stringContaining('#locks')]);
      expect(diff).toContain('-## Boats');
    }
  });
});
