import { z } from 'zod';
import { whenAny, whenChanged, whenOneOf } from './confirm.ts';
import { toolset } from './define.ts';
import { NoContent } from './outputs/common.ts';
import {
  CurrentOpenApiSpec,
  OpenApiContent,
  OpenApiSource,
  OpenApiSpec,
  OpenApiSpecs,
  OpenApiVersion,
  OpenApiVersions,
} from './outputs/openapi.ts';
import { onDemand, paging, rarePaging, Url } from './params.ts';
import { exactlyOneOf, ruled } from './rules.ts';

const operation = toolset('openapi', {}, { since: '0.130.0' });

const source = z
  .strictObject({
    url: Url.optional(),
    text: z.string().min(1).optional().meta(onDemand('JSON or YAML')),
  })
  .check(ruled(exactlyOneOf('url', 'text')));

export const openapi = {
  listOpenapiSpecs: operation({
    id: 'listOpenAPISpecs',
    tool: 'list_openapi_specs',
    summary: 'List the OpenAPI specifications of an organization.',
    tasks: [
      'which apis are documented',
      'all openapi specifications',
      'swagger files of the organization',
      'our api specs',
      'swagger',
    ],
    route: 'GET /v1/orgs/{organizationId}/openapi',
    effect: 'read',
    locatedBy: 'no-space',
    byDefault: true,
    query: rarePaging,
    run: 'specTitles',
    output: OpenApiSpecs,
  }),
  createOpenapiSpec: operation({
    id: 'createOpenAPISpec',
    tool: 'create_openapi_spec',
    summary: 'Add an OpenAPI specification by URL or text; it is processed afterwards.',
    tasks: [
      'add the description of an api',
      'new api to document',
      'document a new api',
      'register a swagger url',
    ],
    route: 'POST /v1/orgs/{organizationId}/openapi',
    effect: 'create',
    openWorld: true,
    body: {
      slug: z
        .string()
        .min(1)
        .max(100)
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
      source,
    },
    output: OpenApiSpec,
  }),
  getOpenapiSpec: operation({
    id: 'getOpenAPISpecBySlug',
    tool: 'get_openapi_spec',
    summary: 'Read an OpenAPI specification: processing state, last error, last version.',
    tasks: [
      'is the specification processed',
      'why did the specification fail',
      'why did a specification fail to process',
      'status of an api specification',
    ],
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}',
    effect: 'read',
    locatedBy: 'no-space',
    output: OpenApiSpec,
  }),
  setOpenapiSpec: operation({
    id: 'createOrUpdateOpenAPISpecBySlug',
    tool: 'set_openapi_spec',
    summary: 'Create an OpenAPI specification or add a version.',
    tasks: [
      'upload a new openapi version',
      'publish a new version of the api specification',
      'new swagger file to upload',
      'upload a new openapi yaml',
      'update the api definition',
    ],
    route: 'PUT /v1/orgs/{organizationId}/openapi/{specSlug}',
    effect: 'update',
    openWorld: true,
    body: { source },
    output: OpenApiSpec,
  }),
  deleteOpenapiSpec: operation({
    id: 'deleteOpenAPISpecBySlug',
    tool: 'delete_openapi_spec',
    summary: 'Delete an OpenAPI specification.',
    tasks: ['remove an api that we no longer document', 'remove an api specification'],
    route: 'DELETE /v1/orgs/{organizationId}/openapi/{specSlug}',
    effect: 'delete',
    output: NoContent,
  }),
  listOpenapiVersions: operation({
    id: 'listOpenAPISpecVersions',
    tool: 'list_openapi_versions',
    summary: 'List the versions of an OpenAPI specification.',
    tasks: [
      'which versions of the api are there',
      'history of a specification',
      'earlier versions of our api',
    ],
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions',
    effect: 'read',
    locatedBy: 'no-space',
    byDefault: true,
    query: paging,
    run: 'versionNumbers',
    output: OpenApiVersions,
  }),
  getLatestOpenapiVersion: operation({
    id: 'getLatestOpenAPISpecVersion',
    tool: 'get_latest_openapi_version',
    summary: 'Read id, date and URL of the latest version.',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
    effect: 'read',
    locatedBy: 'no-space',
    output: OpenApiVersion,
  }),
  getLatestOpenapiVersionContent: operation({
    id: 'getLatestOpenAPISpecVersionContent',
    tool: 'get_latest_openapi_version_content',
    summary: 'Read the latest version of an OpenAPI specification in full, parsed.',
    tasks: [
      'read the api description as it is now',
      'which endpoints does the api have',
      'parameters of an endpoint',
    ],
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    effect: 'read',
    locatedBy: 'no-space',
    byDefault: true,
    view: 'specification',
    output: OpenApiContent,
  }),
  getOpenapiVersion: operation({
    id: 'getOpenAPISpecVersionById',
    tool: 'get_openapi_version',
    summary: 'Read id, date and URL of a version.',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
    effect: 'read',
    locatedBy: 'no-space',
    output: OpenApiVersion,
  }),
  getOpenapiVersionContent: operation({
    id: 'getOpenAPISpecVersionContentById',
    tool: 'get_openapi_version_content',
    summary: 'Read a version of an OpenAPI specification in full, parsed.',
    tasks: [
      'read one version of the specification',
      'give me version three of the api description',
    ],
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
    effect: 'read',
    locatedBy: 'no-space',
    view: 'specification',
    output: OpenApiContent,
  }),
  getLatestOpenapiSource: operation({
    id: 'getLatestOpenAPISpecVersionContentRaw',
    tool: 'get_latest_openapi_source',
    predecessor: 'get_latest_openapi_version_content reads it parsed.',
    summary: 'Read the latest version of a specification as the original text.',
    tasks: [
      'original file of the api',
      'api as yaml',
      'raw openapi document',
      'download the swagger file as it was uploaded',
      'export the specification as a file',
      'get the yaml of the api',
    ],
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
    since: '0.201.0',
    service: 'current',
    effect: 'read',
    locatedBy: 'no-space',
    view: 'object',
    output: OpenApiSource,
  }),
  updateOpenapiSpec: operation({
    id: 'updateOpenAPISpecBySlug',
    tool: 'update_openapi_spec',
    predecessor: 'set_openapi_spec replaces it.',
    summary: 'Make a specification private or public.',

    tasks: [
      'hide an api specification from the public',
      'make a specification visible to everybody',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/openapi/{specSlug}',
    since: '0.130.0',
    service: 'current',
    effect: 'update',
    confirm: whenAny(
      whenOneOf('visibility', ['public'], 'Everybody will be able to read it.'),
      whenChanged(
        'People outside the organization will no longer be able to read it.',
        'visibility',
      ),
    ),
    body: { visibility: z.enum(['private', 'public']) },
    output: CurrentOpenApiSpec,
  }),
};
