import type { Accessed } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import type { ChangeRequest } from '../content/change-requests.ts';
import type { ContentState, File, Page, Revision } from '../content/model.ts';
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
