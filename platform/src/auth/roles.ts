/** Content and member roles, in ascending order of rights. */
export const ROLES = ['read', 'comment', 'review', 'edit', 'create', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** Whether a role includes everything that `needed` allows. No role allows nothing. */
export function allows(role: Role | null, needed: Role): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The strongest of several roles; null if there is none. */
export function greatest(roles: readonly (Role | null)[]): Role | null {
  return ROLES.findLast((role) => roles.includes(role)) ?? null;
}

/** What a caller with this role may do in a space. */
export function spacePermissions(role: Role | null) {
  return {
    view: allows(role, 'read'),
    access: allows(role, 'read'),
    admin: allows(role, 'admin'),
    viewInviteLinks: allows(role, 'admin'),
    edit: allows(role, 'edit'),
    triggerGitSync: allows(role, 'admin'),
    comment: allows(role, 'comment'),
    merge: allows(role, 'edit'),
    review: allows(role, 'review'),
    installIntegration: allows(role, 'admin'),
  };
}

export function collectionPermissions(role: Role | null) {
  return {
    view: allows(role, 'read'),
    admin: allows(role, 'admin'),
    viewInviteLinks: allows(role, 'admin'),
    create: allows(role, 'create'),
  };
}

export function organizationPermissions(role: Role | null) {
  const admin = allows(role, 'admin');
  const member = role !== null;
  return {
    view: true,
    access: member,
    admin,
    ownTeam: admin,
    createContent: allows(role, 'create'),
    createOpenAPISpec: allows(role, 'create'),
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: member,
    listTeams: member,
    listIntegrations: member,
    listInstallations: admin,
    installIntegration: admin,
  };
}

/** Anybody who has the site's address may see it. */
export function sitePermissions(role: Role | null) {
  return {
    view: true,
    access: allows(role, 'read'),
    edit: allows(role, 'edit'),
    create: allows(role, 'create'),
    admin: allows(role, 'admin'),
    installIntegration: allows(role, 'admin'),
    viewAdaptiveSchema: allows(role, 'read'),
    editAdaptiveSchema: allows(role, 'create'),
  };
}
