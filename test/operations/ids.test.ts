import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Arguments, idFieldsOf, idsIn, replaceIds } from '../../src/operations/index.ts';
import { tools } from '../../src/tools/index.ts';

const toolOf = (name: string) => {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`no ${name}`);
  return tool;
};

const idsOf = (name: string, args: Arguments) =>
  idsIn(toolOf(name).input, args).map(({ kind, value, path }) => [kind, value, path.join('.')]);

/** Field names that mean an id in every operation. */
const ID_NAME =
  /(?:Id|Ids|Slug)$|^(?:space|spaces|site|collection|organization|organizationId|changeRequest|users|teams|siteSpace|siteSection|topic|parent|defaultTeam|defaultSiteSpace|defaultSiteSection|creator|contributor|requestedReviewer)$/;

/** Fields with such a name that are not ids. */
const NO_ID = ['repoCacheID'];

function* stringFields(schema: z.core.JSONSchema.BaseSchema, path: string[]): Generator<string[]> {
  const { type, properties = {}, items, anyOf = [] } = schema;
  if (type === 'string') yield path;
  for (const [name, member] of Object.entries(properties)) {
    yield* stringFields(member as z.core.JSONSchema.BaseSchema, [...path, name]);
  }
  if (items) yield* stringFields(items as z.core.JSONSchema.BaseSchema, [...path, '0']);
  for (const form of anyOf) yield* stringFields(form as z.core.JSONSchema.BaseSchema, path);
}

/** Arguments with one value at a path, in which numbers are list indexes. */
function valueAt(path: string[], value: string): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (step === '0' ? [inner] : { type: 'site-section', [step]: inner }),
    value,
  );
}

describe('the ids of a call', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s names them all', (_, tool) => {
    const schema = z.toJSONSchema(tool.input, { io: 'input' });
    for (const path of stringFields(schema, [])) {
      const name = path.filter((step) => step !== '0').at(-1) ?? '';
      if (!ID_NAME.test(name) || NO_ID.includes(name)) continue;
      const found = idsIn(tool.input, valueAt(path, 'x1'));
      expect(
        found.map(({ value }) => value),
        path.join('.'),
      ).toContain('x1');
    }
  });

  it.each([
    [
      'get_page',
      { spaceId: 's', pageId: 'p', format: 'markdown' },
      [
        ['space', 's', 'spaceId'],
        ['page', 'p', 'pageId'],
      ],
    ],
    [
      'get_page_by_path',
      { spaceId: 's', pagePath: 'a/b' },
      [
        ['space', 's', 'spaceId'],
        ['pagePath', 'a/b', 'pagePath'],
      ],
    ],
    [
      'list_sites',
      { organizationId: 'o', space: 's' },
      [
        ['organization', 'o', 'organizationId'],
        ['space', 's', 'space'],
      ],
    ],
    [
      'create_site',
      { organizationId: 'o', spaces: ['s', 't'] },
      [
        ['organization', 'o', 'organizationId'],
        ['space', 's', 'spaces.0'],
        ['space', 't', 'spaces.1'],
      ],
    ],
    [
      'create_site_redirect',
      { destination: { kind: 'path', spaceId: 's' } },
      [['space', 's', 'destination.spaceId']],
    ],
    [
      'set_site_redirects',
      { redirects: [{}, { destination: { spaceId: 's', siteSpaceId: 't' } }] },
      [
        ['space', 's', 'redirects.1.destination.spaceId'],
        ['siteSpace', 't', 'redirects.1.destination.siteSpaceId'],
      ],
    ],
    [
      'move_space',
      { spaceId: 's', position: { before: { type: 'space', space: 't' } } },
      [
        ['space', 's', 'spaceId'],
        ['space', 't', 'position.before.space'],
      ],
    ],
    [
      'sort_site_structure',
      {
        item: { type: 'site-section', id: 'a' },
        position: { after: { type: 'site-space', id: 'b' } },
      },
      [
        ['siteSection', 'a', 'item.id'],
        ['siteSpace', 'b', 'position.after.id'],
      ],
    ],
    [
      'update_team_members',
      { memberships: { u1: { role: 'owner' } }, remove: ['u2'] },
      [
        ['user', 'u1', 'memberships.u1'],
        ['user', 'u2', 'remove.0'],
      ],
    ],
    [
      'start_import',
      { target: { space: 's', changeRequest: '3', page: 'p' } },
      [
        ['space', 's', 'target.space'],
        ['changeRequest', '3', 'target.changeRequest'],
        ['page', 'p', 'target.page'],
      ],
    ],
    [
      'update_space',
      { mergeRules: { rules: [{ users: ['u'] }] } },
      [['user', 'u', 'mergeRules.rules.0.users.0']],
    ],
    [
      'post_space_comment',
      {
        body: { document: { nodes: [{ data: { ref: { kind: 'page', page: 'p', space: 's' } } }] } },
      },
      [
        ['page', 'p', 'body.document.nodes.0.data.ref.page'],
        ['space', 's', 'body.document.nodes.0.data.ref.space'],
      ],
    ],
    [
      'update_site_customization',
      {
        customization: {
          header: { links: [{ to: { kind: 'space', space: 's' } }], space: 'none' },
        },
      },
      [['space', 's', 'customization.header.links.0.to.space']],
    ],
    [
      'edit_section',
      { spaceId: 's', changeRequestId: '3', pageId: 'p' },
      [
        ['space', 's', 'spaceId'],
        ['changeRequest', '3', 'changeRequestId'],
        ['page', 'p', 'pageId'],
      ],
    ],
  ])('of %s are found with kind and path', (name, args, ids) => {
    expect(idsOf(name, args)).toEqual(ids);
  });

  it.each([undefined, null, 'text', 7, [], { spaceId: 7 }, { spaceId: { id: 's' } }])(
    'do not exist in %j',
    (args) => {
      expect(idsIn(toolOf('get_page').input, args)).toEqual([]);
    },
  );

  it('are named at the top level in messages', () => {
    expect(idFieldsOf(toolOf('get_change_request_page').input)).toEqual([
      'spaceId',
      'changeRequestId',
      'pageId',
    ]);
  });

  it('can be replaced in place, and nothing else changes', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const args = fc.record({
      organizationId: name,
      redirects: fc.array(
        fc.record({ source: name, destination: fc.record({ spaceId: name, path: name }) }),
      ),
      memberships: fc.dictionary(name, fc.record({ role: name })),
    });
    const shape = z.object({
      ...toolOf('set_site_redirects').input.shape,
      ...toolOf('update_team_members').input.shape,
    });
    fc.assert(
      fc.property(args, (given) => {
        const ids = idsIn(shape, given);
        const replaced = replaceIds(given, new Map(ids.map((id) => [id, `${id.value}-new`])));
        expect(replaced).toEqual({
          organizationId: `${given.organizationId}-new`,
          redirects: given.redirects.map(({ source, destination: { spaceId, path } }) => ({
            source,
            destination: { spaceId: `${spaceId}-new`, path },
          })),
          memberships: Object.fromEntries(
            Object.entries(given.memberships).map(([key, role]) => [`${key}-new`, role]),
          ),
        });
      }),
    );
  });

  it('are found in a document of any depth', () => {
    let deep: unknown = { kind: 'page', page: 'p1', space: 's1' };
    for (let depth = 0; depth < 100_000; depth += 1) deep = { nodes: [deep] };
    const ids = idsIn(toolOf('post_space_comment').input, { body: { document: deep } });
    expect(ids.map(({ value }) => value)).toEqual(['p1', 's1']);
    expect(ids[0]?.path).toHaveLength(200_003);
  });

  it.each([
    'a/b',
    '..',
    '.',
    'a..b',
    'a\u0000',
    'a\u200b',
    'a b',
    '%2e%2e',
    'a\\b',
    'a?b',
    'a#b',
    '',
  ])('are refused as %j wherever they occur', (id) => {
    const destination = { kind: 'path', spaceId: id, path: 'x' };
    const redirect = { organizationId: 'o', siteId: 't', source: '/x', destination };
    expect(toolOf('create_site_redirect').input.safeParse(redirect).error?.issues[0]?.path).toEqual(
      ['destination', 'spaceId'],
    );
    const page = toolOf('get_page').input.safeParse({ spaceId: 's', pageId: id });
    expect(page.error?.issues[0]?.path).toEqual(['pageId']);
    const team = { organizationId: 'o', teamId: 't', memberships: { [id]: { role: 'owner' } } };
    expect(toolOf('update_team_members').input.safeParse(team).success).toBe(false);
  });
});
