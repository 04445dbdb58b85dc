import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { unfenced } from '../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const page = 'kmBrcfIkSeuVCGDS9fXr';

describe.each(linkedClient('2026'))('a truncated page, with $name', (generation) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--max-result-tokens', '600'] });
  });

  afterAll(() => connection.close());

  it('cannot be written back as the whole, and can be edited in part', async () => {
    const { facts, call } = connection;
    const read = await facts('get_page', { spaceId, pageId: page, format: 'markdown' });
    expect(read.cut).toBeDefined();
    const shown = unfenced(String(read.markdown));
    const { id } = await facts('create_change_request', { spaceId, subject: 'Say it better' });
    const place = { spaceId, changeRequestId: id };
    const write = (change: object) =>
      call('edit_change_request_content', {
        ...place,
        changes: [{ operation: 'update_page', page, ...change }],
      });
    const edited = shown.replace('attempts', 'tries');
    expect(edited).not.toBe(shown);
    const { isError, content } = await write({ document: { markdown: edited } });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain(
      'too long for one answer, and this is the part of it that was shown: the rest would be lost',
    );
    expect(content[0]?.text).toContain('edit_section');
    const { isError: isRefused } = await call('edit_section', {
      ...place,
      pageId: page,
      heading: 'Backoff',
      markdown: '## Backoff\n\nThe service waits longer each time.',
    });
    expect(isRefused).toBeFalsy();
    for (const [section, words] of [
      ['Backoff', 'The service waits longer each time.'],
      ['Ordered messages', 'A message with an ordering key'],
    ]) {
      const part = await facts('get_change_request_page', { ...place, pageId: page, section });
      expect(part.markdown).toContain(words);
    }
  });

  it('cannot be written back as the whole if it was read as a document', async () => {
    const { facts, call } = connection;
    const read = await facts('get_page', { spaceId, pageId: page, format: 'document' });
    expect(read.cut).toBeDefined();
    const { id } = await facts('create_change_request', { spaceId, subject: 'Say it again' });
    const { isError, content } = await call('edit_change_request_content', {
      ...{ spaceId, changeRequestId: id },
      changes: [{ operation: 'update_page', page, document: { document: read.document } }],
    });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('this is the part of it that was shown');
  });

  it('stays as it is if all of its document is written back', async () => {
    const whole = await generation.stdio({});
    const { document } = await whole.facts('get_page', {
      ...{ spaceId, pageId: page, format: 'document' },
    });
    const { id } = await whole.facts('create_change_request', { spaceId, subject: 'As it is' });
    const written = await whole.facts('edit_change_request_content', {
      ...{ spaceId, changeRequestId: id },
      changes: [{ operation: 'update_page', page, document: { document } }],
    });
    expect(written.note).toBe('Nothing was sent: the pages already say exactly this.');
    await whole.close();
  });
});
