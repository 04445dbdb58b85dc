import { z } from 'zod';
import { type Arguments, toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf } from './outputs/common.ts';
import { ContentImportRun } from './outputs/content.ts';
import { onDemand, paging, Url } from './params.ts';
import { fieldsByKind, ruled } from './rules.ts';

const operation = toolset('imports', {}, { service: 'current' });

export const imports = {
  listImports: operation({
    id: 'listImportRuns',
    tool: 'list_imports',
    summary: 'List imports with their progress.',
    tasks: ['which imports ran', 'what was imported'],
    route: 'GET /v1/org/{organizationId}/imports',
    since: '0.201.0',
    effect: 'read',
    locatedBy: { items: 'target.space' },
    query: {
      ...paging,
      space: idOf('space').optional(),
      changeRequest: idOf('changeRequest').optional(),
      site: idOf('site').optional(),
      status: z
        .enum(['active', 'pending', 'in-progress', 'completed', 'failed', 'cancelled'])
        .optional(),
    },
    output: listOf(ContentImportRun),
  }),
  startImport: operation({
    id: 'startImportRun',
    tool: 'start_import',
    predecessor: 'import_content and import_change_request_content bring content in.',
    summary:
      'Import a website or uploaded files into a space. `enhance` false copies faithfully; otherwise a model rewrites.',
    tasks: [
      'bring old docs in from notion or confluence',
      'import a website into a space',
      'import word documents',
      'migrate from Confluence',
      'import our Notion workspace',
      'import markdown or Word files',
      'crawl a website into a space',
    ],
    route: 'POST /v1/org/{organizationId}/imports',
    since: '0.143.2',
    effect: 'create',
    confirm: ({ target }) =>
      (target as Arguments).changeRequest === undefined
        ? 'It writes into primary content, which readers see, not into a change request.'
        : undefined,
    confirmTarget: ({ target }) => ({
      path: '/v1/spaces/{spaceId}',
      args: { spaceId: (target as Arguments).space },
    }),
    openWorld: true,
    body: {
      source: z
        .strictObject({
          type: z.enum(['website', 'file']),
          url: Url.optional(),
          files: z.array(z.string()).min(1).max(50).optional().meta(onDemand('storage keys')),
        })
        .check(
          ruled(
            fieldsByKind('type', { website: { required: ['url'] }, file: { required: ['files'] } }),
          ),
        ),
      target: z.strictObject({
        space: idOf('space'),
        changeRequest: idOf('changeRequest').optional(),
        page: idOf('page').optional(),
      }),
      site: idOf('site').optional(),
      enhance: z.boolean().optional(),
    },
    output: ContentImportRun,
  }),
  getImport: operation({
    id: 'getImportRun',
    tool: 'get_import',
    summary: 'Read the progress of an import.',
    tasks: [
      'did the import finish',
      'how far is an import',
      'why did an import fail',
      'progress of a migration',
      'is the import done',
    ],
    route: 'GET /v1/org/{organizationId}/imports/{importRunId}',
    since: '0.201.0',
    effect: 'read',
    output: ContentImportRun,
  }),
  cancelImport: operation({
    id: 'cancelImportRun',
    tool: 'cancel_import',
    summary: 'Stop an import.',
    tasks: ['stop an import that runs', 'abort a migration', 'stop a migration'],
    route: 'POST /v1/org/{organizationId}/imports/{importRunId}/cancel',
    since: '0.143.2',
    effect: 'update',
    output: ContentImportRun,
  }),
};
