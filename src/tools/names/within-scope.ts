import type { Directory } from '../../content/index.ts';
import type { Scope } from '../../operations/index.ts';

/** The part of what a token reaches that is within the operator's limits. */
export function withinScope(all: Directory, { pinned, allowedSpaces }: Scope): Directory {
  const { organizationId, spaceId, siteId } = pinned;
  const isOpen = (pin: string | undefined, id: string) => pin === undefined || pin === id;
  const inside = ({ organization }: { organization: string }) =>
    isOpen(organizationId, organization);
  return {
    ...all,
    organizations: all.organizations.filter(({ id }) => isOpen(organizationId, id)),
    collections: all.collections.filter(inside),
    spaces: all.spaces.filter(
      (space) =>
        inside(space) &&
        isOpen(spaceId, space.id) &&
        (!allowedSpaces || allowedSpaces.has(space.id)),
    ),
    sites: all.sites.filter((site) => inside(site) && isOpen(siteId, site.id)),
  };
}
