import { z } from 'zod';
import { toolset } from '../define.ts';
import { idOf } from '../ids.ts';
import { listOf, NoContent } from '../outputs/common.ts';
import { JsonObject, onDemand, openEnum, paging } from '../params.ts';
import { formOf, ruled } from '../rules.ts';
import { GlossaryEntry } from './outputs.ts';

const operation = toolset('translations', {}, { beyondContract: true });

const Entry = z
  .strictObject({
    type: z.enum(['insert', 'update', 'delete']),
    id: idOf('glossaryEntry').optional(),
    translations: JsonObject.optional().meta(onDemand('text by language')),
  })
  .check(
    ruled(
      formOf('type', {
        insert: { required: ['translations'] },
        update: { required: ['id', 'translations'] },
        delete: { required: ['id'] },
      }),
    ),
  );

export const glossary = [
  operation({
    id: 'runTranslation',
    tool: 'start_translation',
    summary: 'Translate again now.',
    route: 'POST /v1/orgs/{organizationId}/translations/{translationId}/run',
    since: '0.137.0',
    effect: 'update',
    output: NoContent,
  }),
  operation({
    id: 'listGlossaryEntries',
    tool: 'list_glossary_entries',
    summary: 'List the glossary of translations.',
    route: 'GET /v1/orgs/{organizationId}/translations-glossary',
    since: '0.130.0',
    effect: 'read',
    query: { ...paging, orderBy: openEnum('en', 'fr', 'de', 'es', 'it', 'pt').optional() },
    view: 'list',
    output: listOf(GlossaryEntry),
  }),
  operation({
    id: 'updateGlossaryEntries',
    tool: 'update_glossary_entries',
    summary: 'Add, change or delete glossary entries.',
    route: 'PUT /v1/orgs/{organizationId}/translations-glossary',
    since: '0.130.0',
    effect: 'update',
    body: {
      operations: z.array(Entry),
    },
    output: NoContent,
  }),
  operation({
    id: 'getGlossaryEntry',
    tool: 'get_glossary_entry',
    summary: 'Read one glossary entry.',
    route: 'GET /v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}',
    since: '0.130.0',
    effect: 'read',
    output: GlossaryEntry,
  }),
];
