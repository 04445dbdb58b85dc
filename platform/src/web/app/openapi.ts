import { h } from 'hastscript';
import { openOrganization } from '../../auth/access.ts';
import { notFound } from '../../errors.ts';
import type { SpecVersionRow } from '../../openapi/schema.ts';
import { findSpec } from '../../openapi/specs.ts';
import { withoutSecrets } from '../../runtime/outbound.ts';
import { specDocumentUrl } from '../../serializers/openapi.ts';
import type { HtmlDocument } from '../parts/document.ts';
import { badge, facts, link, listing, sectionElement, time } from '../parts/elements.ts';
import type { Visit } from '../parts/visit.ts';
import { BRAND } from './links.ts';
import { organizationCrumbs } from './organization.ts';

const MAX_VERSIONS = 100;

/** An OpenAPI specification with its versions. */
export function specPage(
  visit: Visit,
  params: { organization: string; spec: string },
): HtmlDocument {
  const { row } = openOrganization(visit, params.organization, 'read');
  const spec = findSpec(visit.db, { organization: row.id, slug: params.spec });
  if (!spec) throw notFound('OpenAPI specification');
  const versions = visit.db.all<SpecVersionRow>(
    `SELECT * FROM openapi_version WHERE spec = ? ORDER BY sequence DESC LIMIT ${MAX_VERSIONS}`,
    spec.id,
  );
  const items = versions.map((version) => [
    link(specDocumentUrl(visit, version), version.file_name),
    h('p.meta', time(version.created_at)),
  ]);
  return {
    title: spec.slug,
    brand: BRAND,
    crumbs: organizationCrumbs(visit, row.id),
    body: [
      h('h1', [`${spec.slug} `, badge(spec.processing_state)]),
      facts([
        ['Source', spec.source_url === null ? 'given as text' : withoutSecrets(spec.source_url)],
        ['Updated', time(spec.updated_at)],
        ...(spec.error_message === null ? [] : [['Problem', spec.error_message] as const]),
      ]),
      sectionElement('Versions', listing(items, 'None yet')),
    ],
  };
}
