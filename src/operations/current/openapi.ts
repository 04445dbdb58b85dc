import { z } from 'zod';
import { toolset } from '../define.ts';
import { OpenAPISpec, OpenAPISpecRawContent } from './outputs.ts';

const operation = toolset('openapi', {}, { beyondContract: true });

export const openapi = [
  operation({
    id: 'getLatestOpenAPISpecVersionContentRaw',
    tool: 'get_latest_openapi_source',
    summary: 'Read the latest version of a specification as the text it was given.',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
    since: '0.201.0',
    effect: 'read',
    view: 'object',
    output: OpenAPISpecRawContent,
  }),
  operation({
    id: 'updateOpenAPISpecBySlug',
    tool: 'update_openapi_spec',
    summary: 'Make a specification private or public.',
    route: 'PATCH /v1/orgs/{organizationId}/openapi/{specSlug}',
    since: '0.130.0',
    effect: 'update',
    body: { visibility: z.enum(['private', 'public']) },
    output: OpenAPISpec,
  }),
];
