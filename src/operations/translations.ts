import { z } from 'zod';
import { whenSome } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf, NoContent } from './outputs/common.ts';
import {
  GlossaryEntry,
  TranslationSettings,
  TranslationSettingsList,
} from './outputs/organizations.ts';
import { JsonObject, onDemand, openEnum, paging } from './params.ts';
import { fieldsByKind, ruled } from './rules.ts';

const operation = toolset('translations', {}, { since: '0.130.0' });

const body = { title: z.string().min(1).max(100) };

const GlossaryChange = z
  .strictObject({
    type: z.enum(['insert', 'update', 'delete']),
    id: idOf('glossaryEntry').optional(),
    translations: JsonObject.optional().meta(onDemand('text by language')),
  })
  .check(
    ruled(
      fieldsByKind('type', {
        insert: { required: ['translations'] },
        update: { required: ['id', 'translations'] },
        delete: { required: ['id'] },
      }),
    ),
  );

export const translations = {
  listTranslationSettings: operation({
    id: 'listTranslationSettings',
    tool: 'list_translation_settings',
    summary: 'List the translation settings of an organization.',
    tasks: ['which translations are set up'],
    route: 'GET /v1/orgs/{organizationId}/translations',
    effect: 'read',
    locatedBy: 'no-space',
    query: paging,
    output: TranslationSettingsList,
  }),
  createTranslationSettings: operation({
    id: 'createTranslationSettings',
    tool: 'create_translation_settings',
    summary: 'Create translation settings.',
    tasks: [
      'turn the docs into another language',
      'translate a space into German or French',
      'set up a translation',
      'add German as a language',
      'offer the docs in Spanish',
    ],
    route: 'POST /v1/orgs/{organizationId}/translations',
    effect: 'create',
    body,
    output: TranslationSettings,
  }),
  getTranslationSettings: operation({
    id: 'getTranslationSettings',
    tool: 'get_translation_settings',
    summary: 'Read translation settings with their languages.',
    tasks: ['which languages is a space translated to'],
    route: 'GET /v1/orgs/{organizationId}/translations/{translationSettingsId}',
    effect: 'read',
    locatedBy: 'no-space',
    output: TranslationSettings,
  }),
  updateTranslationSettings: operation({
    id: 'updateTranslationSettings',
    tool: 'update_translation_settings',
    summary: 'Rename translation settings.',

    tasks: ['rename a translation'],
    route: 'PUT /v1/orgs/{organizationId}/translations/{translationSettingsId}',
    effect: 'update',
    body,
    output: TranslationSettings,
  }),
  deleteTranslationSettings: operation({
    id: 'deleteTranslationSettings',
    tool: 'delete_translation_settings',
    summary: 'Delete translation settings.',
    tasks: ['stop translating', 'remove a language'],
    route: 'DELETE /v1/orgs/{organizationId}/translations/{translationSettingsId}',
    effect: 'delete',
    output: NoContent,
  }),
  startTranslation: operation({
    id: 'runTranslation',
    tool: 'start_translation',
    summary: 'Translate again now.',
    tasks: [
      'translate again',
      'run a translation',
      'bring translations up to date',
      'retranslate everything',
      'refresh the translations',
      'the German version is stale',
    ],
    route: 'POST /v1/orgs/{organizationId}/translations/{translationId}/run',
    since: '0.137.0',
    service: 'current',
    effect: 'update',
    output: NoContent,
  }),
  listGlossaryEntries: operation({
    id: 'listGlossaryEntries',
    tool: 'list_glossary_entries',
    summary: 'List the glossary of translations.',
    tasks: [
      'which terms are in the glossary',
      'term list for translators',
      'how is a term translated',
    ],
    route: 'GET /v1/orgs/{organizationId}/translations-glossary',
    since: '0.130.0',
    service: 'current',
    effect: 'read',
    locatedBy: 'no-space',
    query: { ...paging, orderBy: openEnum('en', 'fr', 'de', 'es', 'it', 'pt').optional() },
    output: listOf(GlossaryEntry),
  }),
  updateGlossaryEntries: operation({
    id: 'updateGlossaryEntries',
    tool: 'update_glossary_entries',
    summary: 'Add, change or delete glossary entries.',
    tasks: [
      'words that must stay untranslated',
      'keep a name in the original language',
      'add a term for translators',
      'fix a term of the glossary',
      'never translate our product name',
      'fix how a term is translated',
    ],
    route: 'PUT /v1/orgs/{organizationId}/translations-glossary',
    since: '0.130.0',
    service: 'current',
    effect: 'update',
    confirm: whenSome('operations', ({ type }) => type === 'delete', 'It deletes entries.'),
    body: {
      operations: z.array(GlossaryChange),
    },
    output: NoContent,
  }),
  getGlossaryEntry: operation({
    id: 'getGlossaryEntry',
    tool: 'get_glossary_entry',
    summary: 'Read one glossary entry.',
    route: 'GET /v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}',
    since: '0.130.0',
    service: 'current',
    effect: 'read',
    locatedBy: 'no-space',
    output: GlossaryEntry,
  }),
};
