import { h } from 'hastscript';
import { userById } from '../../auth/users.ts';
import { notFound } from '../../errors.ts';
import type { OrganizationRow } from '../../organization/schema.ts';
import type { HtmlDocument } from '../parts/document.ts';
import { facts, link, listing, sectionElement } from '../parts/elements.ts';
import type { Visit } from '../parts/visit.ts';
import { BRAND, organizationHref } from './links.ts';

/** A person, for those who share an organization with them. */
export function userPage({ db, user }: Visit, params: { user: string }): HtmlDocument {
  const shared = db.all<OrganizationRow>(
    `SELECT organization.* FROM organization JOIN member ON member.organization = organization.id
     WHERE member.user = ? AND organization.id IN (SELECT organization FROM member WHERE user = ?) ORDER BY title`,
    params.user,
    user.id,
  );
  if (shared.length === 0) throw notFound('User');
  const { display_name, email } = userById(db, params.user);
  return {
    title: display_name,
    brand: BRAND,
    body: [
      h('h1', display_name),
      email === null ? '' : facts([['Email', email]]),
      sectionElement(
        'Organizations',
        listing(
          shared.map(({ id, title }) => link(organizationHref(id), title)),
          '',
        ),
      ),
    ],
  };
}
