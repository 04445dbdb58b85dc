import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';
const retries = 'Retries and backoff';

describe.each(['contract', 'current'])('a revert with an edit on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--profile', profile, '--confirm', 'never', '--toolsets', 'all'],
    });
  });
  afterAll(() => connection.close());

  const edit = (args: object) =>
    connection.call('open_change_request_with_edits', { spaceId, ...args });
  const add = (text: string) => ({ operation: 'insert_text', page: retries, new: text, at: 'end' });
  const revert = { operation: 'revert_page', page: retries };

  const draft = async (subject: string) => {
    const changes = [add('Draft words.')];
    const done = await edit({ subject, changes });
    return done.structuredContent as { changeRequestId: string; number: number };
  };

  const textIn = async (changeRequestId: string) => {
    const page = { spaceId, changeRequestId, pageId: retries };
    const { markdown } = await connection.facts('get_change_request_page', page);
    return unfenced(String(markdown));
  };

  it('changes the restored text', async () => {
    const { changeRequestId } = await draft('Revert');
    const done = await edit({
      existing: changeRequestId,
      changes: [revert, add('Other words.'), { ...revert, ...replaced }],
    });
    expect(done.structuredContent).toMatchObject({ pages: [{ outcome: 'restored, edited' }] });
    const text = await textIn(changeRequestId);
    expect(text).not.toContain('Draft words.');
    expect(text).toContain('after 8 delivery attempts');
    expect(text.trimEnd().endsWith('\n\nOther words.')).toBe(true);
  });

  const replaced = { operation: 'replace_text', old: 'after 5', new: 'after 8' };

  it('changes it in edit_change_request_content, too', async () => {
    const { changeRequestId } = await draft('Revert again');
    const changes = [revert, add('Other words.')];
    await connection.facts('edit_change_request_content', { spaceId, changeRequestId, changes });
    const text = await textIn(changeRequestId);
    expect(text).not.toContain('Draft words.');
    expect(text).toContain('Other words.');
  });

  it('changes the text that an outdated change request began from', async () => {
    const { changeRequestId } = await draft('Outdated');
    await edit({ subject: 'Meanwhile', merge: true, changes: [add('Live words.')] });
    const done = await edit({ existing: changeRequestId, changes: [revert, add('Other words.')] });
    if (profile === 'contract') {
      expect(done.content[0]?.text).toContain('give the revert in one call');
      return;
    }
    const text = await textIn(changeRequestId);
    expect(text).not.toMatch(/Draft words|Live words/);
    expect(text).toContain('Other words.');
  });

  it('is refused in the other order', async () => {
    const { changeRequestId } = await draft('Late');
    const late = await edit({ existing: changeRequestId, changes: [add('Lost.'), revert] });
    expect(late.isError).toBe(true);
    expect(late.content[0]?.text).toMatch(/changes\[1\] reverts page .* would undo changes\[0\]/);
    expect(await textIn(changeRequestId)).toContain('Draft words.');
  });
});
