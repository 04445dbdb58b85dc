import { z } from 'zod';
import {
  openCollection,
  openOrganization,
  openSpace,
  placeOf,
  placeOfSite,
  type Target,
} from '../auth/access.ts';
import { ROLES, type Role } from '../auth/roles.ts';
import { roleOrGuest } from '../http/input.ts';
import type { Call } from '../http/route.ts';
import type { OrganizationRow } from '../organization/schema.ts';
import { openSite } from '../sites/open.ts';

/** An object on which roles are granted. */
export type PermissionTarget = Target;

/** One kind of target. */
export interface TargetKind {
  path: string;
  /** The target that the path of a call names, when the caller has the role on it; 403 or 404 otherwise. */
  open: (call: Call, needed: Role) => PermissionTarget;
  /** The possible new values of a single role. */
  role: z.ZodType<Role | null>;
  /** Whether lists include roles that were set to none. */
  tellsNone: boolean;
}

export const spaces: TargetKind = {
  path: '/spaces/{spaceId}',
  open: (call, needed) => {
    const { row } = openSpace(call, call.params.spaceId ?? '', needed);
    return placeOf(row);
  },
  role: roleOrGuest,
  tellsNone: false,
};

export const collections: TargetKind = {
  path: '/collections/{collectionId}',
  open: (call, needed) => {
    return openCollection(call, call.params.collectionId ?? '', needed).row;
  },
  role: roleOrGuest,
  tellsNone: false,
};

export const sites: TargetKind = {
  path: '/orgs/{organizationId}/sites/{siteId}',
  open: ({ params, ...call }, needed) => {
    const { organizationId = '', siteId = '' } = params;
    const { site } = openSite({ ...call, params: { organizationId, siteId } }, needed);
    return placeOfSite(site);
  },
  role: z.enum(ROLES),
  tellsNone: true,
};

/** A target whose lists may be read. */
export interface ListedTarget extends PermissionTarget {
  row: OrganizationRow;
  /** The caller's role in the organization. */
  role: Role | null;
}

/** The target, for a member of its organization: guests must not see who else is there. */
export function openList(call: Call, kind: TargetKind): ListedTarget {
  const target = kind.open(call, 'read');
  return { ...target, ...openOrganization(call, target.organization, 'read') };
}
