/** What each role on content allows, from the lowest to the highest. */
export const ROLE_RIGHTS: Readonly<Record<string, string>> = {
  none: 'nothing: no grant reaches this space',
  read: 'read',
  comment: 'read, comment',
  review: 'read, comment, review change requests',
  edit: 'read, comment, review, edit and merge',
  create: 'read, comment, review, edit, merge, create content',
  admin: 'everything, permissions and deletion included',
};

const ORDER = Object.keys(ROLE_RIGHTS);

/** Compares two roles for sorting: the higher first. */
export function compareRoles(one: string | null, other: string | null): number {
  return ORDER.indexOf(other ?? 'none') - ORDER.indexOf(one ?? 'none');
}
