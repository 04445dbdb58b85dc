import { describe, expect, it } from 'vitest';
import type { Arguments } from '../../src/operations/index.ts';
import { call } from './call.ts';

const site = { organizationId: 'o', siteId: 's' };
const comment = { spaceId: 's', commentId: 'c' };

const refusals: [string, string, Arguments, string[]][] = [
  [
    'an update that changes nothing',
    'update_change_request',
    { spaceId: 's', changeRequestId: '7' },
    ['nothing to change: give at least one of subject and status'],
  ],
  [
    'an update of a comment that changes nothing',
    'update_space_comment',
    comment,
    ['nothing to change: give at least one of resolved, body, addedReactions and removedReactions'],
  ],
  [
    'an update of a team that changes nothing',
    'update_team_members',
    { organizationId: 'o', teamId: 't' },
    ['nothing to change: give at least one of add, memberships and remove'],
  ],
  [
    'a comment without text',
    'post_space_comment',
    { spaceId: 's', body: {} },
    ['body: give exactly one of markdown and document'],
  ],
  [
    'a comment in two spellings',
    'post_space_comment',
    { spaceId: 's', body: { markdown: 'a', document: {} } },
    ['body: give exactly one of markdown and document'],
  ],
  [
    'a comment in an unknown spelling',
    'post_space_comment',
    { spaceId: 's', body: { html: 'a' } },
    ['body: Unrecognized key: "html"', 'body: give exactly one of markdown and document'],
  ],
  [
    'a comment to resolve without saying so',
    'resolve_space_comment',
    comment,
    ['resolved: Invalid input: expected boolean, received undefined'],
  ],
  [
    'a site with spaces and a template',
    'create_site',
    { organizationId: 'o', spaces: ['a'], template: 'empty' },
    ['give only one of spaces and template'],
  ],
  [
    'an invite link with role and level',
    'update_invite_link',
    { organizationId: 'o', inviteId: 'i', role: null, level: 'read' },
    ['give exactly one of role and level'],
  ],
  [
    'an OpenAPI source without content',
    'set_openapi_spec',
    { organizationId: 'o', specSlug: 'pets', source: {} },
    ['source: give exactly one of url and text'],
  ],
  [
    'an OpenAPI source with an empty text',
    'set_openapi_spec',
    { organizationId: 'o', specSlug: 'pets', source: { text: '' } },
    ['source.text: Too small: expected string to have >=1 characters'],
  ],
  [
    'two positions',
    'move_site_section',
    {
      ...site,
      siteSectionId: 'x',
      position: {
        before: { type: 'site-section', siteSection: 'a' },
        after: { type: 'site-section', siteSection: 'b' },
      },
    },
    ['position: give only one of before and after'],
  ],
  [
    'a sibling whose id is not of its type',
    'move_collection',
    { collectionId: 'c', position: { after: { type: 'collection', space: 'a' } } },
    ['position.after: type is collection, so give the id as collection'],
  ],
  [
    'a proxy without a path',
    'update_site',
    { ...site, proxy: 'example.com' },
    ['proxy: must be a host with a path, such as example.com/docs'],
  ],
  [
    'a local time',
    'import_from_git',
    { spaceId: 's', url: 'u', ref: 'refs/heads/main', timestamp: '2025-03-01T09:30:00' },
    ['timestamp: must be an ISO 8601 date and time with Z or an offset'],
  ],
  [
    'a custom field value of another type',
    'update_space_custom_fields',
    { spaceId: 's', values: { owner: { value: { name: 'docs' } } } },
    [
      'values.owner.value: must be a string (up to 256 characters), a number, a boolean or a list of such strings',
    ],
  ],
  [
    'a team role that there is not',
    'update_team_members',
    { organizationId: 'o', teamId: 't', memberships: { u: { role: 'admin' } } },
    ['memberships.u.role: Invalid option: expected one of "owner"|"member"'],
  ],
  [
    'an argument that there is not',
    'get_site',
    { ...site, shareKey: 'k' },
    [': Unrecognized key: "shareKey"'],
  ],
];

describe('refusals', () => {
  it.each(refusals)('%s', (_label, tool, args, expected) => {
    expect(call(tool, args)).toEqual(expected);
  });
});

const bodies: [string, string, Arguments, Arguments][] = [
  [
    'an access level of a guest',
    'update_invite_link',
    { organizationId: 'o', inviteId: 'i', level: null },
    { level: null },
  ],
  ['a position at the end', 'move_site_section', { ...site, siteSectionId: 'x' }, {}],
  [
    'a position before a collection',
    'move_collection',
    {
      collectionId: 'c',
      parent: null,
      position: { before: { type: 'collection', collection: 'd' } },
    },
    { parent: null, position: { before: { type: 'collection', collection: 'd' } } },
  ],
  [
    'a position after a group',
    'move_site_section_group',
    {
      ...site,
      siteSectionGroupId: 'g',
      position: { after: { type: 'site-section-group', id: 'h' } },
    },
    { position: { after: { type: 'site-section-group', id: 'h' } } },
  ],
  [
    'a comment to reopen',
    'resolve_space_comment',
    { ...comment, resolved: false },
    { resolved: false },
  ],
  [
    'a reply in document form',
    'post_space_comment_reply',
    { ...comment, body: { document: { object: 'document', nodes: [] } } },
    { body: { document: { object: 'document', nodes: [] } } },
  ],
  [
    'custom field values of each type',
    'update_space_custom_fields',
    {
      spaceId: 's',
      values: { a: { value: 'x' }, b: { value: 1 }, c: { value: true }, d: { value: ['x'] } },
    },
    { values: { a: { value: 'x' }, b: { value: 1 }, c: { value: true }, d: { value: ['x'] } } },
  ],
  [
    'a member with the default role',
    'add_team_member',
    { organizationId: 'o', teamId: 't', userId: 'u' },
    {},
  ],
  [
    'a specification as text',
    'create_openapi_spec',
    { organizationId: 'o', slug: 'pets', source: { text: 'openapi: 3.1.0' } },
    { slug: 'pets', source: { text: 'openapi: 3.1.0' } },
  ],
];

describe('bodies', () => {
  it.each(bodies)('%s', (_label, tool, args, expected) => {
    expect(call(tool, args)).toHaveProperty('body', expected);
  });
});
