import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import type { Role } from '../auth/roles.ts';
import { readBlob } from '../content/blobs.ts';
import { notFound } from '../errors.ts';
import { paging } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { type Call, type Route, route } from '../http/route.ts';
import {
  type SpecRow,
  type SpecVersionRow,
  specDocumentUrl,
  specObject,
  specVersionObject,
} from '../resources/openapi.ts';

export const openapiRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/openapi', {
    query: z.object(paging),
    handle: (call) => {
      const { row: organization, role } = openOrganization(call, call.params.organizationId);
      const from = 'FROM openapi_spec WHERE organization = ?';
      return keysetPage<SpecRow, object>(
        call,
        {
          select: `SELECT * ${from}`,
          values: [organization.id],
          keys: ['slug'],
          count: { select: `SELECT COUNT(*) AS total ${from}`, values: [organization.id] },
        },
        (row) => specObject(call, row, role),
      );
    },
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}', {
    handle: (call) => {
      const { spec, role } = openSpec(call);
      return specObject(call, spec, role);
    },
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions', {
    query: z.object(paging),
    handle: (call) => {
      const { spec } = openSpec(call);
      const from = 'FROM openapi_version WHERE spec = ?';
      return keysetPage<SpecVersionRow, object>(
        call,
        {
          select: `SELECT * ${from}`,
          values: [spec.id],
          keys: ['sequence'],
          descending: true,
          count: { select: `SELECT COUNT(*) AS total ${from}`, values: [spec.id] },
        },
        (row) => specVersionObject(call, spec, row),
      );
    },
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest', {
    handle: (call) => {
      const { spec } = openSpec(call);
      return specVersionObject(call, spec, findVersion(call, spec));
    },
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content', {
    handle: (call) => versionContent(call, findVersion(call, openSpec(call).spec)),
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}', {
    handle: (call) => {
      const { spec } = openSpec(call);
      return specVersionObject(call, spec, findVersion(call, spec, call.params.versionId));
    },
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content', {
    handle: (call) =>
      versionContent(call, findVersion(call, openSpec(call).spec, call.params.versionId)),
  }),
];

type SpecCall = Pick<Call, 'db' | 'user'> & {
  params: { organizationId: string; specSlug: string };
};

function openSpec(call: SpecCall): { spec: SpecRow; role: Role | null } {
  const { row: organization, role } = openOrganization(call, call.params.organizationId);
  const spec = call.db.get<SpecRow>(
    'SELECT * FROM openapi_spec WHERE organization = ? AND slug = ?',
    organization.id,
    call.params.specSlug,
  );
  if (!spec) throw notFound('OpenAPI specification');
  return { spec, role };
}

function findVersion(
  { db }: Pick<Call, 'db'>,
  spec: SpecRow,
  id = spec.last_version,
): SpecVersionRow {
  const sql = 'SELECT * FROM openapi_version WHERE spec = ? AND id = ?';
  const version = db.get<SpecVersionRow>(sql, spec.id, id);
  if (!version) throw notFound('OpenAPI version');
  return version;
}

/** The parsed document under the name of its file, and where the document itself is. */
function versionContent(call: Pick<Call, 'db' | 'user' | 'origin'>, version: SpecVersionRow) {
  const blob = readBlob(call.db, version.blob);
  if (!blob) throw new Error(`Blob ${version.blob} is referenced and missing`);
  const document: unknown = parseYaml(new TextDecoder().decode(blob.bytes));
  return {
    filesystem: { [version.file_name]: document },
    url: specDocumentUrl(call, version),
  };
}
