import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import { paging } from '../http/input.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { ownedPage, translationSettings } from '../organization/owned.ts';
import { translationSettingsObject } from '../serializers/translation-settings.ts';
import { newId } from '../store/ids.ts';
import { created } from './shared.ts';

const body = z.object({ title: z.string().min(1).max(100) });

export const translationRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/translations', {
    profile: 'contract',
    query: z.object(paging),
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'read');
      return ownedPage(call, translationSettings, row.id, (settings) => {
        return translationSettingsObject(call, settings, role);
      });
    },
  }),

  route('POST /v1/orgs/{organizationId}/translations', {
    profile: 'contract',
    body,
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      const at = new Date().toISOString();
      const settings = {
        id: newId(),
        organization: row.id,
        title: call.body.title,
        languages: '[]',
        created_at: at,
        updated_at: at,
      };
      translationSettings.insert(call.db, settings);
      return created(translationSettingsObject(call, settings, role));
    },
  }),

  route('GET /v1/orgs/{organizationId}/translations/{translationSettingsId}', {
    profile: 'contract',
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'read');
      const { translationSettingsId } = call.params;
      const settings = translationSettings.get(call.db, row.id, translationSettingsId);
      return translationSettingsObject(call, settings, role);
    },
  }),

  route('PUT /v1/orgs/{organizationId}/translations/{translationSettingsId}', {
    profile: 'contract',
    body,
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      const { translationSettingsId } = call.params;
      const before = translationSettings.get(call.db, row.id, translationSettingsId);
      const change = { title: call.body.title, updated_at: new Date().toISOString() };
      translationSettings.update(call.db, before.id, change);
      return translationSettingsObject(call, { ...before, ...change }, role);
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/translations/{translationSettingsId}', {
    profile: 'contract',
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      translationSettings.remove(call.db, row.id, call.params.translationSettingsId);
      return HttpReply.noContent();
    },
  }),
];
