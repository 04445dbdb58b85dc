import { z } from 'zod';
import { openOrganization, openSpace } from '../auth/access.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { badRequest, conflict } from '../errors.ts';
import { paging } from '../http/input.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { setValues, valuesOf } from '../organization/custom-fields.ts';
import { customFields, ownedPage } from '../organization/owned.ts';
import { FIELD_TYPES } from '../organization/schema.ts';
import { customFieldObject } from '../serializers/organization.ts';
import { newId } from '../store/ids.ts';
import { created } from './shared.ts';

const name = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-z_\-0-9]+$/, 'must be lower-case letters, digits, hyphens and underscores');

const texts = {
  title: z.string().max(100).optional(),
  description: z.string().max(200).optional(),
  placeholder: z.string().max(100).optional(),
  options: counted(50, z.array(z.string().min(1).max(40)).min(1)).optional(),
};

export const customFieldRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/custom-fields', {
    profile: 'contract',
    query: z.object(paging),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'read');
      return ownedPage(call, customFields, organization.id, (row) => customFieldObject(call, row));
    },
  }),

  route('POST /v1/orgs/{organizationId}/custom-fields', {
    profile: 'contract',
    body: z.object({ name, type: z.enum(FIELD_TYPES), ...texts }),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'admin');
      const { name, type, title = name, description = '', placeholder = '', options } = call.body;
      if (customFields.find(call.db, organization.id, name)) {
        throw conflict(`There is a custom field ${name} already; change it with PATCH`);
      }
      if (type.startsWith('select:') && !options) {
        throw badRequest('body.options: give the options that the field selects from');
      }
      const at = new Date().toISOString();
      const row = {
        id: newId(),
        organization: organization.id,
        name,
        type,
        title,
        description,
        placeholder,
        options: options ? JSON.stringify(options) : null,
        created_at: at,
        updated_at: at,
      };
      customFields.insert(call.db, row);
      return created(customFieldObject(call, row));
    },
  }),

  route('GET /v1/orgs/{organizationId}/custom-fields/{fieldName}', {
    profile: 'contract',
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'read');
      const { fieldName } = call.params;
      return customFieldObject(call, customFields.get(call.db, organization.id, fieldName));
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/custom-fields/{fieldName}', {
    profile: 'contract',
    body: z.object(texts),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'admin');
      const { fieldName } = call.params;
      const { options, ...given } = call.body;
      const { id } = customFields.get(call.db, organization.id, fieldName);
      customFields.update(call.db, id, {
        ...given,
        options: options && JSON.stringify(options),
        updated_at: new Date().toISOString(),
      });
      return customFieldObject(call, customFields.get(call.db, organization.id, fieldName));
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/custom-fields/{fieldName}', {
    profile: 'contract',
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'admin');
      customFields.remove(call.db, organization.id, call.params.fieldName);
      return HttpReply.noContent();
    },
  }),

  route('GET /v1/spaces/{spaceId}/custom-fields', {
    profile: 'contract',
    handle: (call) => {
      const { row: space } = openSpace(call, call.params.spaceId);
      return valuesOf(call.db, space.id).map(({ field, value }) => {
        return { customField: customFieldObject(call, field), value };
      });
    },
  }),

  route('PATCH /v1/spaces/{spaceId}/custom-fields', {
    profile: 'contract',
    body: z.object({
      values: counted(MAX_NAMED, z.record(z.string(), z.strictObject({ value: z.unknown() }))),
    }),
    handle: (call) => {
      const { row: space } = openSpace(call, call.params.spaceId, 'edit');
      const values = Object.entries(call.body.values).map(([field, given]) => {
        return [field, given.value] as const;
      });
      setValues(call.db, space, new Map(values));
      return HttpReply.noContent();
    },
  }),
];
