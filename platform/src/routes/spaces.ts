import { z } from 'zod';
import {
  openOrganization,
  openSpace,
  permitted,
  readableSpaces,
  spaceRole,
} from '../auth/access.ts';
import { ROLES } from '../auth/roles.ts';
import { conflict, notFound, unprocessable } from '../errors.ts';
import { paging } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { moveSpace } from '../organization/collections.ts';
import { checkReviewers, mergeRules } from '../review/merge-rules.ts';
import { shownAt } from '../serializers/site-url.ts';
import { spaceObject } from '../serializers/space.ts';
import { shareKey } from '../sites/input.ts';
import { createSpace, DEFAULT_EMOJI } from '../spaces/create.ts';
import { deleteSpace, isOnSite, isRestorable, restoreSpace } from '../spaces/deletion.ts';
import { duplicateSpace } from '../spaces/duplicate.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import { updateRow } from '../store/rows.ts';
import { checkContainer, checkGain, containedTitle, placement } from './containers.ts';
import { actorOf, created } from './shared.ts';

/** Languages that a space can be written in. */
const LANGUAGES = [
  ...['en', 'fr', 'de', 'es', 'it', 'pt', 'pt-br', 'ru', 'ja', 'zh', 'zh-tw', 'yue', 'ko', 'ar'],
  ...['hi', 'nl', 'pl', 'tr', 'sv', 'no', 'da', 'fi', 'el', 'cs', 'hu', 'ro', 'th', 'vi', 'id'],
  ...['ms', 'he', 'uk', 'sk', 'bg', 'hr', 'lt', 'lv', 'et', 'sl'],
] as const;

const emoji = z.string().min(1).max(50);
const settings = {
  title: containedTitle.optional(),
  language: z.enum(LANGUAGES).optional(),
  editMode: z.enum(['live', 'locked']).optional(),
};

const newSpace = z
  .object({
    ...settings,
    emoji: emoji.optional(),
    parent: z.string().optional(),
    template: z.object({ id: z.string() }).optional(),
    computedSource: z.looseObject({ type: z.string() }).optional(),
    empty: z.literal(true).optional(),
  })
  .refine(
    ({ template, computedSource, empty }) =>
      [template, computedSource, empty].filter((given) => given !== undefined).length < 2,
    'give at most one of template, computedSource and empty',
  );

const changes = z
  .object({
    ...settings,
    emoji: emoji.nullable().optional(),
    icon: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .nullable()
      .optional(),
    defaultLevel: z
      .enum([...ROLES, 'inherit'])
      .nullable()
      .optional(),
    mergeRules: mergeRules.optional(),
  })
  .refine(({ emoji, icon }) => !emoji || !icon, 'give emoji or icon, not both');

export const spaceRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/spaces', {
    query: z.object(paging),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId);
      return arrayPage(
        call,
        readableSpaces(call, row.id),
        ({ row: { position, id } }) => [position, id],
        (space) => spaceObject(call, space),
      );
    },
  }),

  route('POST /v1/orgs/{organizationId}/spaces', {
    profile: 'current',
    body: newSpace.prefault({}),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId);
      const { parent = null, template, computedSource, empty, title, ...given } = call.body;
      checkContainer(call, row.id, parent);
      if (template) throw notFound(`Template ${template.id}`);
      if (computedSource) {
        throw unprocessable(
          'body.computedSource: content is not computed here; leave it out and edit the space',
        );
      }
      const { id } = createSpace(
        call.db,
        actorOf(call),
        { organization: row.id, parent, title: title ?? 'Untitled', ...given },
        empty ? 'empty' : 'page',
      );
      return created(spaceObject(call, openSpace(call, id)));
    },
  }),

  route('GET /v1/spaces/{spaceId}', {
    query: z.object({ shareKey }),
    handle: (call) => {
      const space = openSpace(call, call.params.spaceId);
      const object = spaceObject(call, space);
      return {
        ...object,
        urls: { ...object.urls, ...shownAt(call, space.row.id, call.query.shareKey) },
      };
    },
  }),

  route('PATCH /v1/spaces/{spaceId}', {
    profile: 'current',
    body: changes,
    handle: (call) => {
      const { title, language, editMode, emoji, icon, defaultLevel, mergeRules } = call.body;
      // A caller who grants access or removes rules must have full access.
      const isFree = defaultLevel === undefined && mergeRules === undefined;
      const { row } = openSpace(call, call.params.spaceId, isFree ? 'create' : 'admin');
      if (mergeRules) checkReviewers(call.db, row.organization, mergeRules);
      updateRow(call.db, 'space', row.id, {
        title,
        language,
        edit_mode: editMode,
        ...look(emoji, icon),
        default_level: defaultLevel,
        merge_rules:
          mergeRules && (mergeRules.type === 'inherit' ? null : JSON.stringify(mergeRules)),
        updated_at: actorOf(call).at,
      });
      return spaceObject(call, openSpace(call, row.id));
    },
  }),

  route('POST /v1/spaces/{spaceId}/move', {
    profile: 'current',
    body: z
      .object({ parent: z.string().nullable().optional(), position: placement.optional() })
      .refine(
        ({ parent, position }) => parent !== undefined || position !== undefined,
        'give parent, position, or both',
      ),
    handle: (call) => {
      const { row, role } = openSpace(call, call.params.spaceId, 'create');
      const { parent = row.collection, position = {} } = call.body;
      checkContainer(call, row.organization, parent);
      moveSpace(call.db, row, parent, position);
      const moved = openSpace(call, row.id);
      checkGain('space', role, moved.role);
      return spaceObject(call, moved);
    },
  }),

  route('POST /v1/spaces/{spaceId}/duplicate', {
    profile: 'current',
    prepare: async (call) => {
      const open = () => {
        const { row } = openSpace(call, call.params.spaceId);
        checkContainer(call, row.organization, row.collection);
        return row;
      };
      return await duplicateSpace(call.db, open, actorOf(call));
    },
    handle: (call, id) => created(spaceObject(call, openSpace(call, id))),
  }),

  route('DELETE /v1/spaces/{spaceId}', {
    profile: 'current',
    handle: (call) => {
      const found = findSpace(call);
      if (!found || found.row.deleted_at !== null) return HttpReply.deleted(false);
      const { row } = permitted(found, 'admin', 'space');
      if (isOnSite(call.db, row.id)) {
        throw conflict(`"${row.title}" is on a site; remove it from there first`);
      }
      deleteSpace(call.db, row.id, actorOf(call).at);
      return HttpReply.deleted(true);
    },
  }),

  route('POST /v1/spaces/{spaceId}/restore', {
    profile: 'current',
    handle: (call) => {
      const found = findSpace(call);
      if (!found || !isRestorable(found.row, Date.now())) throw notFound('Space');
      const { row } = permitted(found, 'admin', 'space');
      restoreSpace(call.db, row.id);
      return spaceObject(call, openSpace(call, row.id));
    },
  }),
];

/** A space has an emoji or a picture: setting one removes the other. */
function look(emoji: string | null | undefined, icon: string | null | undefined) {
  if (emoji) return { emoji, icon: null };
  if (icon) return { emoji: DEFAULT_EMOJI, icon };
  return {
    ...(emoji === null && { emoji: DEFAULT_EMOJI }),
    ...(icon === null && { icon: null }),
  };
}

/** The space, deleted or not, when the caller may read it. */
function findSpace(call: Pick<Call, 'db' | 'user'> & { params: { spaceId: string } }) {
  const row = call.db.get<SpaceRow>('SELECT * FROM space WHERE id = ?', call.params.spaceId);
  const role = row && spaceRole(call, row);
  return row && role ? { row, role } : undefined;
}
