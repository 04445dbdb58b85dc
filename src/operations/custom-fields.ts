import { z } from 'zod';
import { toolset } from './define.ts';
import { NoContent } from './outputs/common.ts';
import { CustomField, CustomFields, CustomFieldValues } from './outputs/organizations.ts';
import { JsonObject, openEnum, paging } from './params.ts';

const operation = toolset(
  'custom-fields',
  {},
  { until: '0.91.0', successor: 'Custom fields ended without a successor.' },
);

const short = z.string().max(256);

const FieldValue = z.strictObject({
  value: z.union([short, z.number(), z.boolean(), z.array(short)], {
    error: 'must be a string (up to 256 characters), a number, a boolean or a list of such strings',
  }),
});

const texts = {
  title: z.string().max(100).optional(),
  description: z.string().max(200).optional(),
  placeholder: z.string().max(100).optional(),
  options: z.array(z.string().min(1).max(40)).min(1).max(50).optional(),
};

export const customFields = {
  getSpaceCustomFields: operation({
    id: 'getSpaceCustomFields',
    tool: 'get_space_custom_fields',
    summary: 'Read the custom field values of a space.',
    tasks: [
      'metadata of a space',
      'values of the fields of a space',
      'who is the owner in the metadata of a space',
    ],
    route: 'GET /v1/spaces/{spaceId}/custom-fields',
    effect: 'read',
    output: CustomFieldValues,
  }),
  updateSpaceCustomFields: operation({
    id: 'updateSpaceCustomFields',
    tool: 'update_space_custom_fields',
    summary: 'Set custom field values of a space.',
    tasks: [
      'fill in the metadata of a space',
      'set a field of a space',
      'set the owner of a space',
      'fill a custom field',
    ],
    route: 'PATCH /v1/spaces/{spaceId}/custom-fields',
    effect: 'update',
    body: {
      values: JsonObject.pipe(z.record(z.string(), FieldValue)).describe(
        '{ <field name>: { value } }',
      ),
    },
    output: NoContent,
  }),
  listCustomFields: operation({
    id: 'listOrganizationCustomFields',
    tool: 'list_custom_fields',
    summary: 'List the custom fields that an organization defines.',
    tasks: ['which fields can be filled in for spaces', 'which metadata fields exist'],
    route: 'GET /v1/orgs/{organizationId}/custom-fields',
    effect: 'read',
    locatedBy: 'no-space',
    query: paging,
    output: CustomFields,
  }),
  createCustomField: operation({
    id: 'createOrganizationCustomField',
    tool: 'create_custom_field',
    summary: 'Define a custom field; name and type are final.',
    tasks: [
      'new metadata for spaces',
      'define a field',
      'add a custom field called owner',
      'new metadata field',
    ],
    route: 'POST /v1/orgs/{organizationId}/custom-fields',
    effect: 'create',
    body: {
      name: z
        .string()
        .min(1)
        .max(50)
        .regex(/^[a-z_\-0-9]+$/),
      type: openEnum('text', 'number', 'boolean', 'tags', 'select:multi', 'select:single'),
      ...texts,
    },
    output: CustomField,
  }),
  getCustomField: operation({
    id: 'getOrganizationCustomFieldByName',
    tool: 'get_custom_field',
    summary: 'Read the definition of a custom field.',
    route: 'GET /v1/orgs/{organizationId}/custom-fields/{fieldName}',
    effect: 'read',
    locatedBy: 'no-space',
    output: CustomField,
  }),
  deleteCustomField: operation({
    id: 'deleteOrganizationCustomField',
    tool: 'delete_custom_field',
    summary: 'Delete a custom field.',
    tasks: ['remove a field that nobody fills in', 'drop a metadata field'],
    route: 'DELETE /v1/orgs/{organizationId}/custom-fields/{fieldName}',
    effect: 'delete',
    output: NoContent,
  }),
  updateCustomField: operation({
    id: 'updateOrganizationCustomField',
    tool: 'update_custom_field',
    summary: 'Change the definition of a custom field.',

    tasks: ['change the options of a custom field', 'rename a metadata field'],
    route: 'PATCH /v1/orgs/{organizationId}/custom-fields/{fieldName}',
    effect: 'update',
    body: texts,
    output: CustomField,
  }),
};
