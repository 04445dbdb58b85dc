import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prebuiltDefinitions } from '../../src/server/fast-path/prebuilt.ts';
import { readPrebuilt } from '../../src/server/stdio/index.ts';
import { DEFAULT_SURFACE, type SurfaceOptions, surfaceOf, tools } from '../../src/tools/index.ts';
import { CLI } from '../support/built.ts';

const DIST = new URL('.', pathToFileURL(CLI));

const names = [
  ...tools.map(({ name }) => name),
  'find_operations',
  'read_operation',
  'write_operation',
];
const toolsets = [...new Set(tools.map(({ toolset }) => toolset)), 'default', 'all', 'discovery'];

/** The outcome of a selection: the list as JSON, or the refusal. */
function outcomeOf(list: () => string | undefined): string | undefined {
  try {
    return list();
  } catch (error) {
    return `${(error as Error).constructor.name}: ${(error as Error).message}`;
  }
}

function written(options: SurfaceOptions): string | undefined {
  return outcomeOf(() =>
    readPrebuilt('service', { ...options, localFiles: { folders: [] } }, DIST)?.definitions?.(),
  );
}

function derived(options: SurfaceOptions): string | undefined {
  return outcomeOf(() =>
    JSON.stringify(surfaceOf({ ...options, localFiles: { folders: [] } }).definitions),
  );
}

/** Existing names, and occasionally an unknown one. */
function some(valid: string[]): fc.Arbitrary<string[]> {
  const name = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: fc.string() },
  );
  return fc.array(name, { maxLength: 4 });
}

const selection = {
  toolsets: some(toolsets),
  tools: some(names),
  excludeTools: some(names),
  readOnly: fc.boolean(),
  dryRun: fc.boolean(),
  api: fc.constantFrom('auto' as const, 'contract' as const, 'current' as const),
};
const allowedSpaces = fc.constantFrom(undefined, new Set(['s1', 's2']));

test('lists the same tools as the catalogue, for any selection', () => {
  const confirm = fc.constantFrom('auto' as const, 'never' as const);
  const scope = fc.record({ pinned: fc.constant({}), allowedSpaces });
  fc.assert(
    fc.property(fc.record({ ...selection, confirm, scope }), (selected) => {
      const options = { ...DEFAULT_SURFACE, ...selected };
      expect(written(options)).toBe(derived(options));
    }),
    { numRuns: 60 },
  );
});

test.each<[string, Partial<SurfaceOptions>, number]>([
  ['the defaults', {}, 290],
  ['local files', { localFiles: { folders: [] } }, 290],
  ['read-only mode', { readOnly: true }, 130],
  ['an exclusion', { excludeTools: ['get_page'] }, 280],
  ['pins', { scope: { pinned: { organizationId: 'o1' } } }, 100],
  ['allowed spaces', { scope: { pinned: {}, allowedSpaces: new Set(['s1']) } }, 100],
  ['an argument that confirms', { confirm: 'always' }, 200],
  ['another budget', { maxResultTokens: 500 }, 290],
])('takes from the prebuilt definitions what %s leave unchanged', (_, given, least) => {
  const prebuilt = prebuiltDefinitions(DIST);
  let taken = 0;
  const counted = (name: string) => {
    const definition = prebuilt?.(name);
    if (definition) taken += 1;
    return definition;
  };
  const options = { toolsets: ['all'], ...given };
  const { definitions } = surfaceOf(options, counted);
  expect(JSON.stringify(definitions)).toBe(JSON.stringify(surfaceOf(options).definitions));
  expect(taken).toBeGreaterThan(least);
});

test('refuses names that the catalogue does not have, even if it cannot list', () => {
  const pinned = fc.constantFrom<Record<string, string>>(
    { spaceId: 's1' },
    { siteId: 't1' },
    { organizationId: 'o1' },
  );
  const changing = {
    scope: fc.record({ pinned, allowedSpaces }),
    mode: fc.constantFrom('typed' as const, 'discovery' as const),
    confirm: fc.constantFrom('auto' as const, 'always' as const),
  };
  fc.assert(
    fc.property(fc.record({ ...selection, ...changing }), (selected) => {
      const options = { ...DEFAULT_SURFACE, ...selected };
      const refusal = outcomeOf(() => void surfaceOf(options));
      expect(written(options)).toBe(refusal);
    }),
    { numRuns: 60 },
  );
});

test.each<[string, Partial<SurfaceOptions>]>([
  ['pins', { scope: { pinned: { spaceId: 's1' } } }],
  ['an argument that confirms', { confirm: 'always' }],
  ['discovery', { mode: 'discovery' }],
  ['another budget', { maxResultTokens: 500 }],
])('falls back to the catalogue if %s change', (_, options) => {
  const prebuilt = readPrebuilt('service', { ...DEFAULT_SURFACE, ...options }, DIST);
  expect(prebuilt).toBeDefined();
  expect(prebuilt?.definitions).toBeUndefined();
});

test('knows the read-only tools', () => {
  const prebuilt = readPrebuilt('service', DEFAULT_SURFACE, DIST);
  expect(prebuilt?.reads.has('get_page')).toBe(true);
  expect(prebuilt?.reads.has('read_operation')).toBe(true);
});

test.each(['delete_space', 'write_operation', 'no_such_tool'])(
  'does not count %s as a read-only tool',
  (name) => {
    expect(readPrebuilt('service', DEFAULT_SURFACE, DIST)?.reads.has(name)).toBe(false);
  },
);

test('states the kind of platform', () => {
  const said = (behind: 'service' | 'embedded') =>
    JSON.parse(`${readPrebuilt(behind, DEFAULT_SURFACE, DIST)?.initialized('2025-06-18')}}`);
  expect(said('embedded').instructions).toContain('embedded platform');
  expect(said('service').instructions).not.toContain('embedded platform');
  expect(said('service')).toMatchObject({
    protocolVersion: '2025-06-18',
    serverInfo: { name: 'docs-platform-mcp' },
  });
});

test('offers the newest revision to clients that request an unknown one', () => {
  const prebuilt = readPrebuilt('service', DEFAULT_SURFACE, DIST);
  expect(prebuilt?.revisionFor('2025-03-26')).toBe('2025-03-26');
  expect(prebuilt?.revisionFor('2031-01-01')).toBe('2025-11-25');
});

test('is absent without a build', () => {
  expect(readPrebuilt('service', DEFAULT_SURFACE)).toBeUndefined();
});
