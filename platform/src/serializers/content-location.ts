import type { Accessed } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import type { ChangeRequest } from '../content/change-requests.ts';
import type { ContentState, File, Page, Revision } from '../content/model.ts';
import type { PageLink } from '../content/references.ts';
import { files, pages } from '../content/tables.ts';
import type { OrganizationRow } from '../organization/schema.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import { changeRequestObject } from './change-request.ts';
import { fileObject } from './file.ts';
import { organizationObject } from './organization.ts';
import { pageObject } from './page.ts';
import { revisionHeader } from './revision.ts';
import { spaceObject } from './space.ts';

/** The content that has a page or file. */
export interface LocationContext {
  organization: Accessed<OrganizationRow>;
  space: Accessed<SpaceRow>;
  state: ContentState;
  revision: Revision;
  changeRequest?: ChangeRequest;
}

export function pageLocation(context: Context, around: LocationContext, page: Page, anchor = '') {
  return {
    kind: 'page' as const,
    ...place(context, around),
    page: pageObject(context, around.state, page, undefined),
    ...(anchor && { internalLocation: { type: 'anchor' as const, anchor } }),
  };
}

export function fileLocation(context: Context, around: LocationContext, file: File) {
  return {
    kind: 'file' as const,
    ...place(context, around),
    file: fileObject(context, file),
  };
}

function place(
  context: Context,
  { organization, space, revision, changeRequest }: LocationContext,
) {
  return {
    organization: organizationObject(context, organization),
    space: spaceObject(context, space),
    versionContext: changeRequest
      ? {
          type: 'changeRequest' as const,
          changeRequest: changeRequestObject(context, changeRequest),
        }
      : { type: 'revision' as const, revision: revisionHeader(context, revision) },
  };
}

/** A link of a page: its target, and the page that contains it. */
export function pageLinkObject(
  context: Context,
  around: LocationContext,
  page: Page,
  link: PageLink,
) {
  return {
    status: link.status,
    relation: 'reference' as const,
    targetReference: targetLocation(context, around, page, link),
    locationReferences: [pageLocation(context, around, page)],
  };
}

/** The page or file itself if it exists, else the original address. */
function targetLocation(context: Context, around: LocationContext, page: Page, link: PageLink) {
  const { target, url } = link;
  const { db } = context;
  if (target.kind === 'anchor') return pageLocation(context, around, page, target.anchor);
  const linked = target.kind === 'page' && pages.find(db, around.state, target.page);
  if (linked) return pageLocation(context, around, linked, target.anchor);
  const file = target.kind === 'file' && files.find(db, around.state, target.file);
  if (file) return fileLocation(context, around, file);
  return { kind: 'url' as const, url };
}
