import { describe, expect, it } from 'vitest';
import { linkedClient } from '../support/clients.ts';

const spaces = ['spaceDevGuide0000001', 'spaceOpsHandbook0001', 'spaceRoadmap00000001'];

interface PageNode {
  id: string;
  title: string;
  path: string;
  documentId?: string;
  pages?: PageNode[];
}

function documentsIn(pages: readonly PageNode[]): PageNode[] {
  return pages
    .flatMap((page) => [page, ...documentsIn(page.pages ?? [])])
    .filter(({ documentId }) => documentId !== undefined);
}

function facts({ id, title, path, documentId }: PageNode) {
  return { id, title, path, documentId };
}

describe.each(linkedClient('2026'))('a round trip with $name', (generation) => {
  it.each(spaces)('changes no page of %s', async (spaceId) => {
    const { facts: call, close } = await generation.stdio({
      args: ['--max-result-tokens', '100000'],
    });
    const { pages } = await call('list_pages', { spaceId, fields: ['*'] });
    const documents = documentsIn(pages as PageNode[]);
    expect(documents.length).toBeGreaterThan(2);
    const { id: changeRequestId } = await call('create_change_request', {
      spaceId,
      subject: 'Nothing at all',
    });
    const place = { spaceId, changeRequestId };
    for (const { id: pageId } of documents) {
      const { markdown } = await call('get_page', { spaceId, pageId, format: 'markdown' });
      await call('edit_change_request_content', {
        ...place,
        changes: [
          { operation: 'update_page', page: pageId, document: { markdown: markdown ?? '' } },
        ],
      });
    }
    const after = await call('list_change_request_pages', { ...place, fields: ['*'] });
    expect(documentsIn(after.pages as PageNode[]).map(facts)).toEqual(documents.map(facts));
    expect(await call('review_change_request', place)).toMatchObject({ changes: [] });
    await close();
  });
});
