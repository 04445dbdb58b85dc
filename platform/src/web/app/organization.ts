import type { Element } from 'hast';
import { h } from 'hastscript';
import {
  type Accessed,
  openCollection,
  openOrganization,
  readableSpaces,
  rolesOf,
} from '../../auth/access.ts';
import { allows } from '../../auth/roles.ts';
import type { SpecRow } from '../../openapi/schema.ts';
import { customFields, teams, translationSettings } from '../../organization/owned.ts';
import type { CollectionRow, OrganizationRow } from '../../organization/schema.ts';
import { groupByPage, searchSections } from '../../search/search.ts';
import { readableSites } from '../../sites/sites.ts';
import type { SpaceRow } from '../../spaces/schema.ts';
import { step } from '../../workers/computed.ts';
import type { Crumb, HtmlDocument } from '../parts/document.ts';
import { badge, link, listing, searchForm, sectionElement } from '../parts/elements.ts';
import type { Visit } from '../parts/visit.ts';
import { BRAND, organizationHref, spaceHref } from './links.ts';
import { hitList } from './search.ts';

/** The organizations of the signed-in user. */
export function startPage(visit: Visit): HtmlDocument {
  const rows = visit.db.all<OrganizationRow>(
    `SELECT organization.* FROM organization JOIN member ON member.organization = organization.id
     WHERE member.user = ? ORDER BY title`,
    visit.user.id,
  );
  const items = rows.map(({ id, title }) => link(organizationHref(id), title));
  return {
    title: 'Organizations',
    brand: BRAND,
    body: [h('h1', 'Organizations'), listing(items, 'You belong to no organization')],
  };
}

/** Others get turns between its parts. */
export function organizationPage(
  visit: Visit,
  { organization }: { organization: string },
): HtmlDocument {
  const opened = openOrganization(visit, organization);
  const { row, role } = opened;
  const spaces = step(`spaces of ${row.id}`, () => readableSpaces(visit, row.id));
  const listed = step(`contents of ${row.id}`, () => contents(visit, row.id, null, spaces));
  const query = visit.url.searchParams.get('q') ?? '';
  return {
    title: row.title,
    brand: BRAND,
    body: [
      h('h1', row.title),
      searchForm(organizationHref(row.id), query, 'Search all spaces'),
      query ? searchResults(visit, spaces, query) : '',
      sectionElement('Spaces', listed),
      allows(role, 'read') ? step(`settings of ${row.id}`, () => settings(visit, opened)) : '',
    ],
  };
}

export function collectionPage(visit: Visit, { collection }: { collection: string }): HtmlDocument {
  const { row } = openCollection(visit, collection);
  const spaces = readableSpaces(visit, row.organization);
  return {
    title: row.title,
    brand: BRAND,
    crumbs: organizationCrumbs(visit, row.organization),
    body: [
      h('h1', row.title),
      row.description === null ? '' : h('p', row.description),
      sectionElement('Spaces', contents(visit, row.organization, row.id, spaces)),
    ],
  };
}

/** The breadcrumbs of objects in an organization. */
export function organizationCrumbs(visit: Visit, organization: string): Crumb[] {
  const { row } = openOrganization(visit, organization);
  return [{ title: row.title, href: organizationHref(row.id) }];
}

/** Collections and spaces in a collection, or at the root of the organization, with nested ones. */
function contents(
  visit: Visit,
  organization: string,
  parent: string | null,
  spaces: readonly Accessed<SpaceRow>[],
): Element {
  const roleOn = rolesOf(visit, organization);
  const sql = 'SELECT * FROM collection WHERE organization = ? ORDER BY position, id';
  const collections = grouped(visit.db.all<CollectionRow>(sql, organization), (row) => row.parent);
  const shown = grouped(spaces, ({ row }) => row.collection);
  const listed = (above: string | null): Element => {
    const own = (shown.get(above) ?? []).map(({ row }) => link(spaceHref(row.id), row.title));
    const below = (collections.get(above) ?? [])
      .filter((row) => roleOn(row) !== null)
      .map(({ id, title }) => [link(`/app/c/${id}`, title), listed(id)]);
    return listing([...own, ...below], 'No spaces');
  };
  return listed(parent);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string | null) {
  const found = new Map<string | null, T[]>();
  for (const item of items) {
    const together = found.get(keyOf(item));
    if (together) together.push(item);
    else found.set(keyOf(item), [item]);
  }
  return found;
}

function searchResults(
  visit: Visit,
  spaces: readonly Accessed<SpaceRow>[],
  query: string,
): Element {
  const ids = spaces.map(({ row }) => row.id);
  return hitList(visit, groupByPage(searchSections(visit.db, ids, query)));
}

/** The objects of the organization besides content. */
function settings(visit: Visit, { row: { id } }: Accessed<OrganizationRow>): Element[] {
  const { db } = visit;
  const sites = readableSites(visit, id);
  const specs = db.all<SpecRow>(
    'SELECT * FROM openapi_spec WHERE organization = ? ORDER BY slug',
    id,
  );
  const parts: [string, Element[]][] = [
    [
      'Sites',
      sites.map((site) =>
        h('span', [
          link(`${organizationHref(id)}/sites/${site.id}`, site.title),
          ' ',
          badge(site.published === 1 ? site.visibility : 'not published'),
        ]),
      ),
    ],
    [
      'OpenAPI specifications',
      specs.map(({ slug }) => link(`${organizationHref(id)}/openapi/${slug}`, slug)),
    ],
    ['Custom fields', customFields.all(db, id).map(({ name, title }) => h('span', title ?? name))],
    ['Translations', translationSettings.all(db, id).map(({ title }) => h('span', title))],
    ['Teams', teams.all(db, id).map(({ title }) => h('span', title))],
  ];
  return parts.map(([title, items]) => sectionElement(title, listing(items, 'None')));
}
