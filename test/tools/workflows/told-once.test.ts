import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

describe.each(['contract', 'current'])('a broken link on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile, '--confirm', 'never'] });
  });
  afterAll(() => connection.close());

  const open = (changes: object[], more: object = {}) =>
    connection.facts('open_change_request_with_edits', {
      spaceId,
      subject: 'Links',
      changes,
      ...more,
    });

  it('is told once if the edit that deletes its target changes its line, too', async () => {
    const page = (title: string, markdown: string) => ({
      ...{ operation: 'insert_page', title, document: { markdown } },
    });
    await open([page('Aim', 'Words.'), page('Bow', 'See [the aim](aim.md) now.')], { merge: true });
    const deleted = await open(
      [
        { operation: 'delete_page', page: 'aim' },
        { operation: 'replace_text', page: 'bow', old: ' now.', new: ' today.' },
        { operation: 'insert_text', page: 'bow', new: 'And [more](absent.md).', at: 'end' },
      ],
      { allowPlainLinks: true },
    );
    expect(deleted.links).toMatchObject({ broken: 1, nowhere: [{ title: 'Bow', line: 3 }] });
    const others = (deleted.badLinks ?? []) as { line: number }[];
    expect(others.map(({ line }) => line)).not.toContain(3);
  });
});
