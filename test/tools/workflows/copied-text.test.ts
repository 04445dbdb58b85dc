import { expect, it } from 'vitest';
import { copyText } from '../../../src/tools/workflows/copy/text.ts';

const page = { id: 'p1', title: 'Retries', path: 'guides/retries' };
const markdown = '---\nicon: bolt\n---\n\n# Retries\n\nWait a second.\n\n## Backoff\n\nTwice.\n';
const from = { spaceId: 's', pages: [page], refs: {}, files: {} };
const to = { spaceId: 's', pages: [] };

it('copies a page into another without its settings', () => {
  expect(copyText({ page, markdown, as: 'part', from, to })).toMatchObject({
    markdown: '## Retries\n\nWait a second.\n\n### Backoff\n\nTwice.\n',
  });
});

it('copies a page with its settings to a new page', () => {
  expect(copyText({ page, markdown, as: 'page', from, to })).toMatchObject({
    markdown: '---\nicon: bolt\n---\n\nWait a second.\n\n## Backoff\n\nTwice.\n',
  });
});
