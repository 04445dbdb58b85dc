import { describe, expect, it } from 'vitest';
import { allOperations, operations, operationsByTool } from '../../src/operations/index.ts';
import { tools } from '../../src/tools/catalogue.ts';

/** Verbs of tools that read, and verbs that only tools that delete have. */
const VERBS = {
  read: /^(?:aggregate|ask|find|get|list|search|stream)_/,
  delete: /^(?:delete|remove)_/,
};

/** Tools that others depend on by name. */
const PROMISED = [
  'search_organization',
  'search_space',
  'list_organizations',
  'get_organization',
  'list_spaces_in_collection',
  'list_pages',
  'get_page',
  'get_change_request_page',
  'list_change_requests',
  'create_change_request',
  'get_change_request',
  'update_change_request',
  'merge_change_request',
  'update_change_request_from_primary',
  'edit_change_request_content',
  'post_change_request_comment',
  'post_space_comment',
  'list_space_comments',
  'list_change_request_comments',
  'update_space_comment',
  'resolve_space_comment',
  'update_change_request_comment',
  'resolve_change_request_comment',
  'post_space_comment_reply',
  'transfer_collection',
  'ask_organization',
  'stream_ask_organization',
  'list_openapi_versions',
  'get_latest_openapi_version_content',
  'get_openapi_version_content',
];

/** Path values that no tool lists. */
const FOUND_ELSEWHERE = ['inviteId', 'emailDomain'];

describe('tool names', () => {
  it.each(allOperations.map(({ tool, effect }) => [tool, effect] as const))(
    '%s is short, snake case and begins with a verb of its effect, %s',
    (tool, effect) => {
      expect(tool).toMatch(/^[a-z]+(_[a-z]+)+$/);
      expect(tool.length).toBeLessThanOrEqual(40);
      expect(VERBS.read.test(tool)).toBe(effect === 'read');
      if (VERBS.delete.test(tool)) expect(effect).toBe('delete');
    },
  );

  it('are unique', () => {
    expect(new Set(allOperations.map(({ tool }) => tool)).size).toBe(allOperations.length);
  });

  it('in camel case are the keys by which code names operations', () => {
    const keys = Object.entries(operations).map(([key, { tool }]) => [key, tool]);
    const camelCase = (tool: string) =>
      tool.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(keys.filter(([key, tool = '']) => key !== camelCase(tool))).toEqual([]);
  });

  it('stay stable', () => {
    expect(PROMISED.filter((tool) => !operationsByTool.has(tool))).toEqual([]);
  });

  it('have a title with the spelling of the field', () => {
    const titles = ['merge_change_request', 'list_openapi_versions', 'import_from_git'].map(
      (tool) => operationsByTool.get(tool)?.title,
    );
    expect(titles).toEqual(['Merge change request', 'List OpenAPI versions', 'Import from Git']);
  });

  it('keep the default toolset small enough for hosts that list forty tools', () => {
    const byDefault = allOperations.filter((operation) => operation.byDefault);
    expect(byDefault.length).toBeLessThanOrEqual(38);
  });
});

const toolNames: ReadonlySet<string> = new Set(tools.map(({ name }) => name));

describe('the descriptions for a model', () => {
  it.each(allOperations.map((operation) => [operation.tool, operation] as const))(
    '%s',
    (_tool, { summary, input, path, query, body }) => {
      expect(summary.length).toBeLessThanOrEqual(300);
      expect(summary).toMatch(/^[A-Z].*\.$/);
      for (const word of summary.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []) {
        expect(toolNames.has(word), word).toBe(true);
      }
      const names = [path, query, body].flatMap((shape) => Object.keys(shape));
      expect(new Set(names).size, 'names of path, query and body collide').toBe(names.length);
      expect(Object.keys(input.shape)).toEqual(names);
      for (const name of names) expect(name.length).toBeLessThanOrEqual(64);
    },
  );

  it.each(
    allOperations.flatMap(({ tool, path }) =>
      Object.entries(path).map(([name, type]) => [tool, name, type.description ?? ''] as const),
    ),
  )('%s name the tool that finds %s', (_, name, description) => {
    const sources = description.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
    expect(description).not.toBe('');
    expect(sources.length > 0).toBe(!FOUND_ELSEWHERE.includes(name));
    expect(sources.filter((source) => !toolNames.has(source))).toEqual([]);
  });

  it('refuse an empty path value and say where to find one', () => {
    const parsed = operationsByTool.get('get_site')?.input.safeParse({
      organizationId: 'o',
      siteId: ' ',
    });
    expect(parsed?.error?.issues).toMatchObject([
      { path: ['siteId'], message: 'is empty; take it from list_sites' },
    ]);
  });
});
