import { z } from 'zod';
import { openOrganization } from '../../auth/access.ts';
import { type Route, route } from '../../http/route.ts';
import { updateRow } from '../../store/rows.ts';
import { specObject } from '../../views/openapi.ts';
import { findVersion, openSpec, versionText } from '../openapi.ts';

const SPEC = '/v1/orgs/{organizationId}/openapi/{specSlug}';

export const openapiSourceRoutes: readonly Route[] = [
  route(`GET ${SPEC}/versions/latest/content/raw`, {
    handle: (call) => {
      const version = findVersion(call, openSpec(call).spec);
      return {
        text: versionText(call, version),
        format: version.file_name.endsWith('.json') ? 'json' : 'yaml',
      };
    },
  }),

  route(`PATCH ${SPEC}`, {
    body: z.object({ visibility: z.enum(['private', 'public']) }),
    handle: (call) => {
      openOrganization(call, call.params.organizationId, 'create');
      const { spec, role } = openSpec(call);
      const { visibility } = call.body;
      const changed = { visibility, updated_at: new Date().toISOString() };
      updateRow(call.db, 'openapi_spec', spec.id, changed);
      return specObject(call, { ...spec, ...changed }, role);
    },
  }),
];
