/** What the roles on content let their holders do, from the least to the most. */
export const ROLE_MEANS: Readonly<Record<string, string>> = {
  none: 'nothing: no grant reaches this space',
  read: 'read',
  comment: 'read, comment',
  review: 'read, comment, review change requests',
  edit: 'read, comment, review, edit and merge',
  create: 'read, comment, review, edit, merge, create content',
  admin: 'everything, permissions and deletion included',
};

const ORDER = Object.keys(ROLE_MEANS);

/** Which of two roles allows more, as a comparison for sorting: the greater first. */
export function greaterFirst(one: string | null, other: string | null): number {
  return ORDER.indexOf(other ?? 'none') - ORDER.indexOf(one ?? 'none');
}
