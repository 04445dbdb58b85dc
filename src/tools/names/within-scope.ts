import type { Directory } from '../../content/index.ts';
import { allowedSpacesOf, type Scope } from '../../operations/index.ts';

/** The part of what a token reaches that is within the operator's limits. */
export function withinScope(all: Directory, scope: Scope): Directory {
  const { organizationId, siteId } = scope.pinned;
  const allowed = allowedSpacesOf(scope);
  const isOpen = (pin: string | undefined, id: string) => pin === undefined || pin === id;
  const inside = ({ organization }: { organization: string }) =>
    isOpen(organizationId, organization);
  const spaces = all.spaces.filter((space) => inside(space) && (!allowed || allowed.has(space.id)));
  const holders = allowed && withParents(spaces, all.collections);
  return {
    ...all,
    organizations: all.organizations.filter(({ id }) => isOpen(organizationId, id)),
    collections: all.collections.filter((one) => inside(one) && (!holders || holders.has(one.id))),
    spaces,
    sites: all.sites.filter((site) => inside(site) && isOpen(siteId, site.id)),
  };
}

/** The ids of the collections that hold the spaces, and of those around them. */
function withParents(spaces: Directory['spaces'], collections: Directory['collections']) {
  const parents = new Map(collections.map(({ id, parent }) => [id, parent]));
  const holders = new Set<string>();
  for (const { parent } of spaces) {
    for (let id = parent; id !== undefined && !holders.has(id); id = parents.get(id))
      holders.add(id);
  }
  return holders;
}
