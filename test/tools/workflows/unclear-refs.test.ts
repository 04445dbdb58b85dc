import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

describe.each(['contract', 'current'])('refs of new pages on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--profile', profile, '--confirm', 'never', '--toolsets', 'all'],
    });
  });
  afterAll(() => connection.close());

  const inserted = (ref: string) => ({
    ...{ operation: 'insert_page', title: 'Planned retries', ref },
    document: { markdown: 'Soon.' },
  });
  const linked = {
    ...{ operation: 'insert_text', page: 'guides/consuming' },
    new: 'See [plans](./retries.md).',
  };
  const call = (changes: object[]) =>
    connection.call('open_change_request_with_edits', { spaceId, changes });

  it('are refused where a new link by them would lead to an existing page', async () => {
    const { isError, content } = await call([inserted('retries'), linked]);
    expect(isError).toBe(true);
    expect(content[0]?.text).toMatch(
      /^Nothing was written\. changes\[1\]: \.\/retries\.md names a page inserted here, but also an existing page\. .* by \/pages\/\w+\.$/,
    );
  });

  it('stand for new pages otherwise, and leave links that a text had', async () => {
    const old = 'its [retry settings](./retries.md)';
    for (const changes of [
      [inserted('plans'), { ...linked, new: 'See [plans](./plans.md).' }],
      [inserted('retries'), { ...linked, operation: 'replace_text', old, new: `all ${old}` }],
    ]) {
      const { isError, content } = await call(changes);
      expect(isError, unfenced(String(content[0]?.text))).not.toBe(true);
    }
  });
});
