import type { Element } from 'hast';
import { h } from 'hastscript';
import { openOrganization, permitted, siteRole } from '../../auth/access.ts';
import { allows } from '../../auth/roles.ts';
import { siteTarget } from '../../serializers/site-url.ts';
import type { SectionRow, SiteRow, SiteSpaceRow, SiteVisibility } from '../../sites/schema.ts';
import { sectionsInOrder } from '../../sites/sections.ts';
import { siteSpacesIn } from '../../sites/site-spaces.ts';
import { findSite, sectionGroups, shareLinks } from '../../sites/tables.ts';
import { visitorKey } from '../../sites/visitor-key.ts';
import type { HtmlDocument } from '../parts/document.ts';
import { badge, facts, link, listing, sectionElement } from '../parts/elements.ts';
import type { Visit } from '../parts/visit.ts';
import { BRAND, spaceHref } from './links.ts';
import { organizationCrumbs } from './organization.ts';

/** The audience of a published site, besides the members of its organization. */
const AUDIENCES: Readonly<Record<SiteVisibility, string>> = {
  public: 'everybody, search engines too',
  unlisted: 'everybody who has its address, but no search engine',
  'share-link': 'holders of a share link',
  'visitor-auth': 'visitors with a signed token',
};

/** A site as its makers see it: its content, its audience, and how visitors get access. */
export function sitePage(
  visit: Visit,
  params: { organization: string; site: string },
): HtmlDocument {
  const { db } = visit;
  const { row, role } = openOrganization(visit, params.organization, 'read');
  const site = findSite(db, row.id, params.site);
  const onSite = siteRole(visit, site);
  permitted({ row: site, role: onSite }, 'read', 'site');
  const mayShare = allows(onSite, 'create');
  const target = siteTarget({ ...visit, site });
  const sections = sectionsInOrder(db, site.id);
  return {
    title: site.title,
    brand: BRAND,
    crumbs: organizationCrumbs(visit, row.id),
    body: [
      h('h1', [`${site.title} `, badge(site.published === 1 ? 'published' : 'not published')]),
      facts([
        ['Visibility', `${site.visibility}: for ${AUDIENCES[site.visibility]}`],
        ['Type', site.type],
        ['Shown at', site.published === 1 ? link(target, target) : 'nowhere yet'],
        ...(site.proxy === null ? [] : [['By proxy at', site.proxy] as const]),
      ]),
      sectionElement(
        'What it shows',
        sections.length > 0
          ? h(
              'ul',
              sections.map((row) =>
                h('li', [
                  row.title,
                  groupOf(visit, row),
                  shownIf(row.condition),
                  spacesOf(visit, siteSpacesIn(db, site.id, row.id)),
                ]),
              ),
            )
          : spacesOf(visit, siteSpacesIn(db, site.id, null)),
      ),
      sectionElement('Share links', shareLinkList(visit, site, target, mayShare)),
      allows(role, 'create') && site.visibility === 'visitor-auth'
        ? sectionElement('Visitors', visitors(visit, site, target))
        : '',
    ],
  };
}

function spacesOf({ db }: Visit, rows: readonly SiteSpaceRow[]): Element {
  const items = rows.map(({ space, path, condition }) => {
    const found = db.get<{ title: string }>('SELECT title FROM space WHERE id = ?', space);
    return [link(spaceHref(space), found?.title ?? space), ` at ${path}`, shownIf(condition)];
  });
  return listing(items, 'No spaces');
}

function groupOf({ db }: Visit, { site, section_group: group }: SectionRow): Element | '' {
  return group === null
    ? ''
    : h('span.meta', `, in the group ${sectionGroups.get(db, site, group).title}`);
}

function shownIf(condition: string | null): Element | '' {
  return condition === null ? '' : h('span.meta', [', shown if ', h('code', condition)]);
}

/** Whoever may not create share links does not learn their addresses either. */
function shareLinkList({ db }: Visit, site: SiteRow, target: string, mayShare: boolean): Element {
  const items = shareLinks.all(db, site.id).map(({ name, share_key, active }) => {
    if (active === 0) return [`${name} `, badge('inactive')];
    return mayShare ? link(`${target}/${share_key}`, name) : name;
  });
  return listing(items, 'None');
}

/** Everybody who may change the site may also admit visitors, and sign their tokens with its key. */
function visitors({ db }: Visit, site: SiteRow, target: string): Element[] {
  return [
    h('p', [
      'Visitors come with a token at ',
      h('code', `${target}?jwt_token=…`),
      ': a JWT signed with HS256 and this key, with an expiry.',
    ]),
    h('pre', { tabIndex: 0, role: 'group', ariaLabel: 'Key' }, h('code', visitorKey(db, site.id))),
  ];
}
