import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Narrowing,
  SelectionError,
  surfaceOf,
  tools,
  toolsetNames,
} from '../../src/tools/index.ts';

const NOTHING: Narrowing = { excludeTools: [], readOnly: false };
const META = ['find_operations', 'read_operation', 'write_operation', 'preview_operation'];
const NAMES = [...tools.map(({ name }) => name), ...META];
const TOOLSETS = ['default', 'all', 'discovery', ...toolsetNames(tools)];

type Offered = Pick<ReturnType<typeof surfaceOf>, 'definitions' | 'wayTo'>;

const listed = ({ definitions }: Offered) => definitions.map(({ name }) => name).toSorted();

/** All callable tools, directly or through another one. */
const callable = ({ wayTo }: Offered) => NAMES.filter((name) => wayTo(name) !== undefined);

describe('a surface that a caller restricts', () => {
  const operator = surfaceOf({ api: 'contract' });

  it('is unchanged by an empty restriction', () => {
    expect(listed(operator.narrow(NOTHING))).toEqual(listed(operator));
    expect(callable(operator.narrow(NOTHING))).toEqual(callable(operator));
  });

  it('lists and calls only the requested toolsets and tools', () => {
    const narrow = operator.narrow({ ...NOTHING, toolsets: ['teams'], tools: ['get_page'] });
    const asked = [
      'add_team_member',
      'get_page',
      'list_team_members',
      'remove_team_member',
      'update_team_members',
    ];
    expect(listed(narrow)).toEqual(asked);
    expect(callable(narrow).toSorted()).toEqual(asked);
  });

  it('excludes tools in every way of calling them', () => {
    const narrow = operator.narrow({ ...NOTHING, excludeTools: ['get_page', 'delete_collection'] });
    expect(narrow.wayTo('get_page')).toBeUndefined();
    expect(narrow.wayTo('delete_collection')).toBeUndefined();
    expect(narrow.wayTo('get_site')).toBe('read_operation');
  });

  it('excludes everything that writes', () => {
    const narrow = operator.narrow({ ...NOTHING, readOnly: true });
    expect(narrow.definitions.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    expect(callable(narrow)).toContain('get_page');
    for (const { name, effect } of tools) {
      if (effect !== 'read') expect(narrow.wayTo(name)).toBeUndefined();
    }
  });

  it('restores nothing that the operator excluded', () => {
    const strict = surfaceOf({ readOnly: true, excludeTools: ['get_page'] });
    const narrow = strict.narrow({
      ...NOTHING,
      toolsets: ['all'],
      tools: ['get_page', 'merge_change_request', 'write_operation'],
    });
    expect(listed(narrow)).not.toContain('get_page');
    expect(listed(narrow)).not.toContain('merge_change_request');
    expect(listed(narrow)).not.toContain('write_operation');
  });

  it('lists nothing that the operator made uncallable', () => {
    const few = surfaceOf({ toolsets: [], tools: ['get_page', 'get_space'] });
    const narrow = few.narrow({ ...NOTHING, toolsets: ['all'] });
    expect(listed(narrow)).toEqual(['get_page', 'get_space']);
  });

  it('lists typed tools if the operator lists their discovery', () => {
    const discovery = surfaceOf({ mode: 'discovery' });
    const narrow = discovery.narrow({ ...NOTHING, tools: ['get_page', 'delete_collection'] });
    expect(listed(narrow)).toEqual(['delete_collection', 'get_page']);
  });

  it.each<[Partial<Narrowing>, string]>([
    [{ toolsets: ['reviws'] }, 'There is no toolset "reviws"; did you mean reviews?'],
    [{ tools: ['get_pages'] }, 'There is no tool "get_pages"; did you mean get_page?'],
    [{ excludeTools: ['find_operation'] }, 'did you mean find_operations?'],
  ])('refuses the unknown names of %j', (narrowing, message) => {
    const narrow = () => operator.narrow({ ...NOTHING, ...narrowing });
    expect(narrow).toThrow(SelectionError);
    expect(narrow).toThrow(message);
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
    const narrowing = fc.record({
      toolsets: fc.option(toolsets, { nil: undefined }),
      tools: fc.option(names, { nil: undefined }),
      excludeTools: names,
      readOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(operatorOptions, narrowing, (options, asked) => {
        const whole = surfaceOf(options);
        const narrow = whole.narrow(asked);
        const allowed = new Set(callable(whole));
        for (const name of [...listed(narrow), ...callable(narrow)]) {
          expect(allowed).toContain(name);
          expect(asked.excludeTools).not.toContain(name);
        }
      }),
      { numRuns: 100 },
    );
  });
});
