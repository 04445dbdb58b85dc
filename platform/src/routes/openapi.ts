import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import type { Role } from '../auth/roles.ts';
import { readBlob } from '../content/blobs.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import { MAX_LARGE_BODY_BYTES, paging } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { RawJson } from '../http/raw-json.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { OPENAPI_JSON } from '../openapi/document.ts';
import { startProcessing } from '../openapi/process.ts';
import type { SpecRow, SpecVersionRow } from '../openapi/schema.ts';
import { deleteSpec, findSpec, putSpec } from '../openapi/specs.ts';
import { location } from '../serializers/context.ts';
import { specDocumentUrl, specObject, specVersionObject } from '../serializers/openapi.ts';
import { updateRow } from '../store/rows.ts';
import { computed } from '../workers/computed.ts';

const slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by single hyphens');

const source = z.union(
  [
    z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048) }),
    z.strictObject({ text: z.string().min(1) }),
  ],
  'must be {"url": an http(s) address of at most 2048 characters} or {"text": the document}',
);

const SPEC = '/v1/orgs/{organizationId}/openapi/{specSlug}';

export const openapiRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/openapi', {
    query: z.object(paging),
    handle: (call) => {
      const { row: organization, role } = openOrganization(
        call,
        call.params.organizationId,
        'read',
      );
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

  route('POST /v1/orgs/{organizationId}/openapi', {
    body: z.object({ slug, source }),
    maxBody: MAX_LARGE_BODY_BYTES,
    handle: (call) => {
      const opened = openOrganization(call, call.params.organizationId, 'create');
      const key = { organization: opened.row.id, slug: call.body.slug };
      if (findSpec(call.db, key)) {
        throw conflict(`There is a specification ${key.slug} already; update it with PUT`);
      }
      return created(call, process(call, key, call.body.source), opened.role);
    },
  }),

  route('PUT /v1/orgs/{organizationId}/openapi/{specSlug}', {
    body: z.object({ source }),
    maxBody: MAX_LARGE_BODY_BYTES,
    handle: (call) => {
      const opened = openOrganization(call, call.params.organizationId, 'create');
      const key = { organization: opened.row.id, slug: call.params.specSlug };
      const isNew = !findSpec(call.db, key);
      if (isNew) checkSlug(key.slug);
      const spec = process(call, key, call.body.source);
      return isNew ? created(call, spec, opened.role) : specObject(call, spec, opened.role);
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/openapi/{specSlug}', {
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'create');
      deleteSpec(call.db, { organization: row.id, slug: call.params.specSlug });
      return HttpReply.noContent();
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
    handle: (call) => {
      const { spec } = openSpec(call);
      return versionContent(call, spec, findVersion(call, spec));
    },
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}', {
    handle: (call) => {
      const { spec } = openSpec(call);
      return specVersionObject(call, spec, findVersion(call, spec, call.params.versionId));
    },
  }),

  route('GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content', {
    handle: (call) => {
      const { spec } = openSpec(call);
      return versionContent(call, spec, findVersion(call, spec, call.params.versionId));
    },
  }),

  route(`GET ${SPEC}/versions/latest/content/raw`, {
    profile: 'current',
    handle: (call) => {
      const version = findVersion(call, openSpec(call).spec);
      return {
        text: versionText(call, version),
        format: version.file_name.endsWith('.json') ? 'json' : 'yaml',
      };
    },
  }),

  route(`PATCH ${SPEC}`, {
    profile: 'current',
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

function checkSlug(text: string): void {
  const { error } = slug.safeParse(text);
  if (error) throw badRequest(`specSlug: ${error.issues[0]?.message}`);
}

function process(
  call: Pick<Call, 'db' | 'runtime'>,
  key: Parameters<typeof putSpec>[1],
  from: z.output<typeof source>,
): SpecRow {
  const spec = putSpec(call.db, key, from);
  startProcessing(call.db, call.runtime, spec);
  return spec;
}

function created(call: Context, spec: SpecRow, role: Role | null) {
  const address = location(call, `/orgs/${spec.organization}/openapi/${spec.slug}`);
  return HttpReply.created(specObject(call, spec, role), address);
}

type SpecCall = Pick<Call, 'db' | 'user'> & {
  params: { organizationId: string; specSlug: string };
};

/** The specification that the path names, with the role of the caller in its organization. */
function openSpec(call: SpecCall): { spec: SpecRow; role: Role | null } {
  const { row: organization, role } = openOrganization(call, call.params.organizationId, 'read');
  const spec = findSpec(call.db, { organization: organization.id, slug: call.params.specSlug });
  if (!spec) throw notFound('OpenAPI specification');
  return { spec, role };
}

/** A version of a specification, by default the latest; 404 when it has none. */
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

/** The parsed document under the name of its file, and the address of the document itself. */
function versionContent(
  call: Pick<Call, 'db' | 'origin'>,
  { visibility }: SpecRow,
  version: SpecVersionRow,
) {
  const document = new RawJson(computed(OPENAPI_JSON, versionText(call, version)));
  const url = specDocumentUrl(call, version);
  return {
    filesystem: { [version.file_name]: document },
    url,
    urls: { source: url, public: visibility === 'public' ? url : null },
  };
}

/** The document of a version as uploaded. */
function versionText({ db }: Pick<Call, 'db'>, version: SpecVersionRow): string {
  const blob = readBlob(db, version.blob);
  if (!blob) throw new Error(`Blob ${version.blob} is referenced and missing`);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(blob.bytes);
}
