import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Restriction,
  SelectionError,
  surfaceOf,
  tools,
  toolsetNames,
} from '../../src/tools/index.ts';
import { runs } from '../support/long-run.ts';

const NOTHING: Restriction = { excludeTools: [], readOnly: false };
const META = ['find_operations', 'read_operation', 'write_operation', 'preview_operation'];
const NAMES = [...tools.map(({ name }) => name), ...META];
const TOOLSETS = ['default', 'all', 'discovery', ...toolsetNames(tools)];

type Offered = Pick<ReturnType<typeof surfaceOf>, 'definitions' | 'howToCall'>;

const listed = ({ definitions }: Offered) => definitions.map(({ name }) => name).toSorted();

/** All callable tools, directly or through another one. */
const callable = ({ howToCall }: Offered) => NAMES.filter((name) => howToCall(name) !== undefined);

describe('a surface that a caller restricts', () => {
  const operator = surfaceOf({ api: 'contract' });

  it('is unchanged by an empty restriction', () => {
    expect(listed(operator.restrict(NOTHING))).toEqual(listed(operator));
    expect(callable(operator.restrict(NOTHING))).toEqual(callable(operator));
  });

  it('lists and calls only the requested toolsets and tools', () => {
    const restricted = operator.restrict({ ...NOTHING, toolsets: ['teams'], tools: ['get_page'] });
    const asked = [
      'add_team_member',
      'get_page',
      'list_team_members',
      'remove_team_member',
      'update_team_members',
    ];
    expect(listed(restricted)).toEqual(asked);
    expect(callable(restricted).toSorted()).toEqual(asked);
  });

  it('excludes tools in every way of calling them', () => {
    const restricted = operator.restrict({
      ...NOTHING,
      excludeTools: ['get_page', 'delete_collection'],
    });
    expect(restricted.howToCall('get_page')).toBeUndefined();
    expect(restricted.howToCall('delete_collection')).toBeUndefined();
    expect(restricted.howToCall('get_site')).toBe('read_operation');
  });

  it('excludes everything that writes', () => {
    const restricted = operator.restrict({ ...NOTHING, readOnly: true });
    expect(restricted.definitions.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    expect(callable(restricted)).toContain('get_page');
    for (const { name, effect } of tools) {
      if (effect !== 'read') expect(restricted.howToCall(name)).toBeUndefined();
    }
  });

  it('restores nothing that the operator excluded', () => {
    const strict = surfaceOf({ readOnly: true, excludeTools: ['get_page'] });
    const restricted = strict.restrict({
      ...NOTHING,
      toolsets: ['all'],
      tools: ['get_page', 'merge_change_request', 'write_operation'],
    });
    expect(listed(restricted)).not.toContain('get_page');
    expect(listed(restricted)).not.toContain('merge_change_request');
    expect(listed(restricted)).not.toContain('write_operation');
  });

  it.each<[string, Parameters<typeof surfaceOf>[0], Partial<Restriction>]>([
    ['is read-only', { readOnly: true, toolsets: ['all'] }, { excludeTools: ['get_page'] }],
    ['lists only the discovery of reads', { tools: ['read_operation'] }, { toolsets: ['all'] }],
  ])('never writes if the surface of the operator %s', (_, options, asked) => {
    const restricted = surfaceOf({ toolsets: [], ...options }).restrict({ ...NOTHING, ...asked });
    expect(restricted.definitions.length).toBeGreaterThan(50);
    expect(restricted.definitions.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    expect(restricted.howToCall('delete_collection')).toBeUndefined();
  });

  it('lists nothing that the operator made uncallable', () => {
    const few = surfaceOf({ toolsets: [], tools: ['get_page', 'get_space'] });
    const restricted = few.restrict({ ...NOTHING, toolsets: ['all'] });
    expect(listed(restricted)).toEqual(['get_page', 'get_space']);
  });

  it('lists typed tools if the operator lists their discovery', () => {
    const discovery = surfaceOf({ mode: 'discovery' });
    const restricted = discovery.restrict({ ...NOTHING, tools: ['get_page', 'delete_collection'] });
    expect(listed(restricted)).toEqual(['delete_collection', 'get_page']);
  });

  it.each<[Partial<Restriction>, string]>([
    [{ toolsets: ['reviws'] }, 'There is no toolset "reviws"; did you mean reviews?'],
    [{ tools: ['get_pages'] }, 'There is no tool "get_pages"; did you mean get_page?'],
    [{ tools: ['list_findings'] }, 'did you mean list_site_findings?'],
    [{ excludeTools: ['find_operation'] }, 'did you mean find_operations?'],
  ])('refuses the unknown names of %j', (restriction, message) => {
    const restricted = () => operator.restrict({ ...NOTHING, ...restriction });
    expect(restricted).toThrow(SelectionError);
    expect(restricted).toThrow(message);
  });

  it('never exceeds the limits of the operator', () => {
    const names = fc.subarray(NAMES, { maxLength: 6 });
    const toolsets = fc.subarray(TOOLSETS, { maxLength: 3 });
    const operatorOptions = fc.record({
      toolsets,
      tools: names,
      excludeTools: names,
      readOnly: fc.boolean(),
      mode: fc.constantFrom('typed' as const, 'discovery' as const),
    });
    const restriction = fc.record({
      toolsets: fc.option(toolsets, { nil: undefined }),
      tools: fc.option(names, { nil: undefined }),
      excludeTools: names,
      readOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(operatorOptions, restriction, (options, asked) => {
        const whole = surfaceOf(options);
        const restricted = whole.restrict(asked);
        const allowed = new Set(callable(whole));
        for (const name of [...listed(restricted), ...callable(restricted)]) {
          expect(allowed).toContain(name);
          expect(asked.excludeTools).not.toContain(name);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
