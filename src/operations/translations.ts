import { z } from 'zod';
import { toolset } from './define.ts';
import { NoContent } from './outputs/common.ts';
import { TranslationSettings, TranslationSettingsList } from './outputs/organizations.ts';
import { paging } from './params.ts';

const operation = toolset('translations', {}, { since: '0.130.0' });

const body = { title: z.string().min(1).max(100) };

export const translations = [
  operation({
    id: 'listTranslationSettings',
    tool: 'list_translation_settings',
    summary: 'List the translation settings of an organization.',
    route: 'GET /v1/orgs/{organizationId}/translations',
    effect: 'read',
    query: paging,
    output: TranslationSettingsList,
  }),
  operation({
    id: 'createTranslationSettings',
    tool: 'create_translation_settings',
    summary: 'Create translation settings.',
    route: 'POST /v1/orgs/{organizationId}/translations',
    effect: 'create',
    body,
    output: TranslationSettings,
  }),
  operation({
    id: 'getTranslationSettings',
    tool: 'get_translation_settings',
    summary: 'Read translation settings with their languages.',
    route: 'GET /v1/orgs/{organizationId}/translations/{translationSettingsId}',
    effect: 'read',
    output: TranslationSettings,
  }),
  operation({
    id: 'updateTranslationSettings',
    tool: 'update_translation_settings',
    summary: 'Rename translation settings.',
    route: 'PUT /v1/orgs/{organizationId}/translations/{translationSettingsId}',
    effect: 'update',
    body,
    output: TranslationSettings,
  }),
  operation({
    id: 'deleteTranslationSettings',
    tool: 'delete_translation_settings',
    summary: 'Delete translation settings.',
    route: 'DELETE /v1/orgs/{organizationId}/translations/{translationSettingsId}',
    effect: 'delete',
    output: NoContent,
  }),
];
