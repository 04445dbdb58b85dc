import { describe, expect, it } from 'vitest';
import { linkedResults, reduceToRevision } from '../../src/server/revisions.ts';

const TOOL = {
  name: 'get_page',
  title: 'Get page',
  description: 'A page.',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations: { title: 'Get page', readOnlyHint: true },
  _meta: { 'anthropic/maxResultSizeChars': 1 },
};
const LINK = { type: 'resource_link', uri: 'docs://a', name: 'a' };
const TEXT = { type: 'text', text: '{}', annotations: { priority: 1, lastModified: '2026-01-01' } };

describe('a result for a client of an earlier revision', () => {
  it('has everything from 2025-11-25 on, and is not even copied', () => {
    const list = { tools: [TOOL] };
    expect(reduceToRevision('tools/list', list, '2025-11-25')).toBe(list);
    expect(reduceToRevision('tools/list', list, '2026-07-28')).toBe(list);
  });

  it.each([
    ['2025-06-18', Object.keys(TOOL)],
    ['2025-03-26', ['name', 'description', 'inputSchema', 'annotations']],
    ['2024-11-05', ['name', 'description', 'inputSchema']],
    ['2024-10-07', ['name', 'description', 'inputSchema']],
  ])('lists tools in the form of %s', (revision, fields) => {
    const { tools } = reduceToRevision('tools/list', { tools: [TOOL] }, revision);
    expect(tools.map(Object.keys)).toEqual([fields]);
  });

  it('has neither structured content nor links before 2025-06-18', () => {
    const result = { content: [TEXT, LINK], structuredContent: {}, isError: true };
    expect(reduceToRevision('tools/call', result, '2025-06-18')).toEqual(result);
    expect(reduceToRevision('tools/call', result, '2025-03-26')).toEqual({
      content: [{ type: 'text', text: '{}', annotations: { priority: 1 } }],
      isError: true,
    });
  });

  it('has no titles in lists of resources and prompts, and in the handshake', () => {
    const argument = { name: 'spaceId', title: 'Space', required: true };
    const prompts = [{ name: 'triage', title: 'Triage', arguments: [argument] }];
    expect(reduceToRevision('prompts/list', { prompts }, '2025-03-26')).toEqual({
      prompts: [{ name: 'triage', arguments: [{ name: 'spaceId', required: true }] }],
    });
    const resources = [
      { uri: 'docs://a', name: 'a', title: 'A', annotations: { priority: 1, lastModified: 'x' } },
    ];
    expect(
      reduceToRevision('resources/list', { resources, _meta: { a: 1 } }, '2025-03-26'),
    ).toEqual({
      resources: [{ uri: 'docs://a', name: 'a', annotations: { priority: 1 } }],
      _meta: { a: 1 },
    });
    const shake = {
      protocolVersion: '2024-11-05',
      capabilities: { tools: {}, completions: {} },
      serverInfo: { name: 'a', version: '1', title: 'A' },
    };
    expect(reduceToRevision('initialize', shake, '2024-11-05')).toEqual({
      protocolVersion: '2024-11-05',
      capabilities: { tools: {} },
      serverInfo: { name: 'a', version: '1' },
    });
    const progress = { progressToken: 1, progress: 2, message: 'two' };
    expect(reduceToRevision('notifications/progress', progress, '2024-11-05')).toEqual({
      progressToken: 1,
      progress: 2,
    });
  });
});

describe('links in results', () => {
  it.each([
    ['auto', '2026-07-28', 'reads'],
    ['auto', '2025-11-25', 'none'],
    ['always', '2025-06-18', 'all'],
    ['always', '2025-03-26', 'none'],
    ['never', '2026-07-28', 'none'],
  ] as const)('%s, to a client of %s: %s', (mode, revision, linked) => {
    expect(linkedResults(mode, revision)).toBe(linked);
  });
});
