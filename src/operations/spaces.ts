import { z } from 'zod';
import { CHANGES_DEFAULT, whenAny, whenChanged, whenMoved, whenNull } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf, NoContent } from './outputs/common.ts';
import { Space } from './outputs/organizations.ts';
import { ContentSibling, onDemand, openEnum, paging, positionOf, shareKey, Url } from './params.ts';
import { atLeastOneOf, atMostOneOf, fieldsByKind, ruled } from './rules.ts';

const operation = toolset('spaces', {}, { service: 'current' });

const settings = {
  title: z.string().max(50).optional(),
  language: z.string().optional().meta(onDemand('en, fr, de, …')),
  editMode: z.enum(['live', 'locked']).optional(),
};

const REVIEWERS = [
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
  'allow_bypass',
];
const PLAIN_RULES = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_agent_review',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_author_to_merge',
];

const MergeRule = z
  .strictObject({
    rule: z.enum([...PLAIN_RULES, ...REVIEWERS, 'custom']),
    users: z.array(idOf('user')).optional(),
    expression: z.string().max(1024).optional(),
    message: z.string().optional(),
  })
  .check(
    ruled(
      fieldsByKind('rule', {
        ...Object.fromEntries(PLAIN_RULES.map((rule) => [rule, {}])),
        ...Object.fromEntries(REVIEWERS.map((rule) => [rule, { required: ['users'] }])),
        custom: { required: ['expression'], optional: ['message'] },
      }),
    ),
  );

/** The requirements for merging a change request. */
const MergeRules = z
  .strictObject({
    type: z.enum(['inherit', 'none', 'rules']),
    rules: z.array(MergeRule).optional(),
  })
  .check(ruled(fieldsByKind('type', { inherit: {}, none: {}, rules: { required: ['rules'] } })));

export const spaces = {
  listSpaces: operation({
    id: 'listSpacesInOrganizationById',
    tool: 'list_spaces',
    predecessor: 'get_context lists the spaces.',
    summary: 'List all spaces of an organization.',
    tasks: ['all spaces of the organization', 'every space there is', 'names of all spaces'],
    route: 'GET /v1/orgs/{organizationId}/spaces',
    effect: 'read',
    locatedBy: { items: 'id' },
    query: { ...paging },
    output: listOf(Space),
  }),
  getSpace: operation({
    id: 'getSpaceById',
    tool: 'get_space',
    predecessor: 'get_context lists the spaces.',
    summary: 'Read one space, with its revision and merge rules.',
    tasks: ['rules of a space', 'revision of a space', 'latest revision of a space'],
    route: 'GET /v1/spaces/{spaceId}',
    effect: 'read',
    query: { shareKey },
    output: Space,
  }),
  createSpace: operation({
    id: 'createSpace',
    tool: 'create_space',
    summary: 'Create a space.',
    tasks: [
      'new space',
      'start a new documentation',
      'set up a space for a product',
      'open a new space for a product',
      'start an empty space',
    ],
    route: 'POST /v1/orgs/{organizationId}/spaces',
    effect: 'create',
    body: {
      ...settings,
      emoji: z.string().max(50).optional(),
      parent: idOf('collection', 'collection id').optional(),
      empty: z.literal(true).optional().meta(onDemand('without a first page')),
    },
    output: Space,
  }),
  updateSpace: operation({
    id: 'updateSpaceById',
    tool: 'update_space',
    summary: 'Change settings of a space: title, audience, language, merge rules.',
    tasks: [
      'rename a space',
      'merge rules of a space',
      'require a review before merging',
      'what must a change meet before it can be merged',
      'lock the live content of a space',
      'change the language of a space',
      'change the title or emoji of a space',
      'protect a space from direct edits',
      'require two approvals before merging',
    ],
    route: 'PATCH /v1/spaces/{spaceId}',
    effect: 'update',
    confirm: whenAny(
      whenNull(
        'Without a default level, members without a role of their own lose access.',
        'defaultLevel',
      ),
      whenChanged(CHANGES_DEFAULT, 'defaultLevel'),
    ),
    body: {
      ...settings,
      emoji: z.string().max(50).optional(),
      icon: Url.optional(),
      defaultLevel: openEnum('admin', 'create', 'edit', 'review', 'comment', 'read', 'inherit')
        .nullable()
        .optional(),
      mergeRules: MergeRules.optional(),
    },
    check: atMostOneOf('emoji', 'icon'),
    output: Space,
  }),
  moveSpace: operation({
    id: 'moveSpace',
    tool: 'move_space',
    summary: 'Move a space to a collection or position.',
    tasks: [
      'put a space into another collection',
      'move a space to a folder',
      'move a space out of a collection',
      'sort a space into another folder',
    ],
    route: 'POST /v1/spaces/{spaceId}/move',
    effect: 'update',
    confirm: whenMoved,
    body: {
      parent: idOf('collection', 'collection id; null: none').nullable().optional(),
      position: positionOf(ContentSibling),
    },
    check: atLeastOneOf('parent', 'position'),
    output: Space,
  }),
  duplicateSpace: operation({
    id: 'duplicateSpace',
    tool: 'duplicate_space',
    summary: 'Copy a space.',
    tasks: [
      'copy a space',
      'make a copy of a space',
      'clone a space',
      "copy last year's handbook as a new space",
    ],
    route: 'POST /v1/spaces/{spaceId}/duplicate',
    effect: 'create',
    output: Space,
  }),
  restoreSpace: operation({
    id: 'restoreSpace',
    tool: 'restore_space',
    summary: 'Bring back a space that was deleted in the last 7 days.',
    tasks: [
      'bring back a deleted space',
      'get back a space that was thrown away',
      'undelete a space',
      'recover a space from the trash',
    ],
    route: 'POST /v1/spaces/{spaceId}/restore',
    effect: 'update',
    output: Space,
  }),
  deleteSpace: operation({
    id: 'deleteSpaceById',
    tool: 'delete_space',
    summary: 'Delete a space; restore_space brings it back for 7 days.',
    tasks: [
      'throw away a space',
      'get rid of a space',
      'delete a space for good',
      'remove an outdated space',
    ],
    route: 'DELETE /v1/spaces/{spaceId}',
    effect: 'delete',
    output: NoContent,
  }),
};
