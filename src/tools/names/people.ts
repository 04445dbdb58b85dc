import type { Arguments, ArgumentsOf, ItemOf, Operation } from '../../operations/index.ts';
import { operations } from '../../operations/index.ts';
import { type Candidate, candidateOf, type Named } from './candidates.ts';

/** Reads all items of a list. */
type Lister = <O extends Operation>(lister: O, args: ArgumentsOf<O>) => Promise<ItemOf<O>[]>;

/**
 * The people that a service without a list of members tells of: those of the team in question, or else those who wrote
 * in the space.
 */
export async function peopleSeen(list: Lister, args: Arguments): Promise<Candidate[]> {
  const { organizationId, teamId, spaceId } = args;
  if (typeof organizationId === 'string' && typeof teamId === 'string') {
    const members = await list(operations.listTeamMembers, { organizationId, teamId });
    return members.flatMap(({ organization }) =>
      organization?.user ? [candidateOf({ user: organization.user })] : [],
    );
  }
  if (typeof spaceId !== 'string') return [];
  const comments = await list(operations.listSpaceComments, { spaceId });
  const requests = await Promise.all(
    (['open', 'draft', 'merged'] as const).map((status) =>
      list(operations.listChangeRequests, { spaceId, status }),
    ),
  );
  const people: Named['user'][] = [
    ...comments.map(({ postedBy }) => postedBy),
    ...requests.flat().map(({ createdBy }) => createdBy),
  ];
  const known = new Map(people.flatMap((user) => (user ? [[user.id, user] as const] : [])));
  return [...known.values()].map((user) => candidateOf({ user }));
}
