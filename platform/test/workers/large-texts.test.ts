import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, propose, startTestPlatform, type TestPlatform } from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;
const LARGE = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} of a *large* page.`).join(
  '\n\n',
);

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

describe('texts that are processed in worker threads', () => {
  it('link to pages that are inserted in the same edit', async () => {
    const { path, answer } = await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'First', ref: 'first', document: { markdown: LARGE } },
      {
        operation: 'insert_page',
        title: 'Second',
        document: { markdown: `[The first](first.md)\n\n${LARGE}` },
      },
    ]);
    expect(answer.status).toBe(200);
    const [first, second] = answer.json.changes.map(({ page }) => page.id);
    const page = await platform.editor(
      'GET',
      `${path}/content/page/${second}?format=markdown&format.markdown.refs=stable`,
    );
    expect(page.json.markdown).toContain(`[The first](/pages/${first})`);
    expect(page.json.markdown).toContain('Paragraph 399 of a *large* page.');
  });

  it('are returned as a document', async () => {
    const { path, answer } = await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'Told', document: { markdown: LARGE } },
    ]);
    const id = answer.json.changes[0]?.page.id;
    const page = await platform.editor('GET', `${path}/content/page/${id}?format=document`);
    const { document } = page.json as unknown as { document: { nodes: { type: string }[] } };
    expect(document.nodes).toHaveLength(400);
    expect(document.nodes[0]).toMatchObject({ object: 'block', type: 'paragraph' });
  });
});
