import { z } from 'zod';
import {
  collectionRole,
  openCollection,
  openOrganization,
  openSpace,
  siteRole,
  spaceRole,
} from '../auth/access.ts';
import type { UserContext } from '../auth/context.ts';
import { ROLES, type Role } from '../auth/roles.ts';
import { roleOrGuest } from '../http/input.ts';
import type { Call } from '../http/route.ts';
import type { OrganizationRow } from '../organization/schema.ts';
import { openSite } from '../sites/open.ts';

/** An object on which roles are granted. */
export interface PermissionTarget {
  id: string;
  organization: string;
  /** The role that a caller has on it. */
  roleOf: (caller: UserContext) => Role | null;
}

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
    return { ...row, roleOf: (caller) => spaceRole(caller, row) };
  },
  role: roleOrGuest,
  tellsNone: false,
};

export const collections: TargetKind = {
  path: '/collections/{collectionId}',
  open: (call, needed) => {
    const { row } = openCollection(call, call.params.collectionId ?? '', needed);
    return { ...row, roleOf: (caller) => collectionRole(caller, row) };
  },
  role: roleOrGuest,
  tellsNone: false,
};

export const sites: TargetKind = {
  path: '/orgs/{organizationId}/sites/{siteId}',
  open: ({ params, ...call }, needed) => {
    const { organizationId = '', siteId = '' } = params;
    const { site } = openSite({ ...call, params: { organizationId, siteId } }, needed);
    return { ...site, roleOf: (caller) => siteRole(caller, site) };
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
