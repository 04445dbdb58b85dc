import { beforeEach, describe, expect, it } from 'vitest';
import { surfaceOf } from '../../src/tools/index.ts';
import { aliasResolver } from '../../src/tools/surface/aliases.ts';
import { json, useUpstream } from '../support/upstream.ts';

const OLD = 'set_site_customization';
const NEW = 'update_site_customization';
const SITE = { organizationId: 'o1', siteId: 's1' };
const ARGUMENTS = { ...SITE, customization: { title: 'Handbook' } };
const ADDRESS = '/v1/orgs/o1/sites/s1/customization';

const platform = useUpstream();

beforeEach(() => {
  platform.upstream.received.length = 0;
  platform.upstream.answer(json(200, { title: 'Docs', header: { logo: 'kept' } }));
});

const everything = { toolsets: ['all'], api: 'current' } as const;

/** Calls a tool of a surface and returns its requests. */
async function requestsOf(
  surface: Pick<ReturnType<typeof surfaceOf>, 'call'>,
  name: string,
  args: object,
) {
  const outcome = await surface.call(name, args, {
    client: platform.client,
    token: 'secret-token',
  });
  if (!outcome) return undefined;
  expect(outcome).not.toHaveProperty('isError', true);
  return platform.upstream.received.map(({ method, url, body }) => [method, url, body]);
}

const UPDATED = [
  ['GET', ADDRESS, ''],
  ['PUT', ADDRESS, '{"title":"Handbook","header":{"logo":"kept"}}'],
];

describe('the former name of a tool', () => {
  it('calls the tool', async () => {
    expect(await requestsOf(surfaceOf(everything), OLD, ARGUMENTS)).toEqual(UPDATED);
  });

  it('is called through write_operation too', async () => {
    const call = { name: OLD, arguments: ARGUMENTS };
    expect(await requestsOf(surfaceOf({ api: 'current' }), 'write_operation', call)).toEqual(
      UPDATED,
    );
  });

  it('explains how to call a tool that is not listed', async () => {
    const outcome = await surfaceOf({ api: 'current' }).call(OLD, ARGUMENTS, {
      client: platform.client,
      token: 'secret-token',
    });
    expect(outcome).toMatchObject({ isError: true });
    expect(JSON.stringify(outcome)).toContain('call write_operation');
    expect(platform.upstream.received).toEqual([]);
  });

  it('reads through a tool that is not listed', async () => {
    const surface = surfaceOf({ api: 'current' });
    expect(await requestsOf(surface, 'get_site_customization', SITE)).toEqual([
      ['GET', ADDRESS, ''],
    ]);
  });

  it('is not listed', () => {
    const names = surfaceOf(everything).definitions.map(({ name }) => name);
    expect(names).toContain(NEW);
    expect(names).not.toContain(OLD);
  });

  it('selects the tool', () => {
    const { definitions } = surfaceOf({ toolsets: ['spaces'], tools: [OLD], api: 'current' });
    expect(definitions.map(({ name }) => name)).toContain(NEW);
  });

  it.each([
    ['the operator', surfaceOf({ ...everything, excludeTools: [OLD] })],
    ['a caller', surfaceOf(everything).restrict({ excludeTools: [OLD], readOnly: false })],
  ])('excludes the tool for %s, by either name', async (_, surface) => {
    expect(surface.definitions.map(({ name }) => name)).not.toContain(NEW);
    for (const name of [OLD, NEW]) {
      expect(surface.isExcluded(name)).toBe(true);
      expect(await requestsOf(surface, name, ARGUMENTS)).toBeUndefined();
    }
    expect(platform.upstream.received).toEqual([]);
  });
});

it.each([
  ['another tool has it', [{ name: 'a' }, { name: 'b', aliases: ['a'] }]],
  [
    'another tool had it',
    [
      { name: 'a', aliases: ['c'] },
      { name: 'b', aliases: ['c'] },
    ],
  ],
])('an old name is refused if %s', (_, catalogue) => {
  expect(() => aliasResolver(catalogue)).toThrow('names two tools; one of them is b');
});
