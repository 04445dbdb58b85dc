import type { Arguments, ArgumentsOf, ItemOf, Operation } from '../../operations/index.ts';
import { operations } from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { ifReadable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';
import { candidateOf, listCandidates, type NameCandidate, type NamedItem } from './candidates.ts';

/** Reads all items of a list. */
type Lister = <O extends Operation>(lister: O, args: ArgumentsOf<O>) => Promise<ItemOf<O>[]>;

type User = NonNullable<NamedItem['user']>;

/** A team member, as a service without a list of teams returns one. */
export interface TeamMember {
  user: User;
  /** The role in the organization. */
  role?: string | null;
  disabled?: boolean;
  team: { id: string; title?: string; role?: string };
}

/** The operations for finding people on a service without a list of members. */
export const PEOPLE_OPERATIONS: readonly Operation[] = [
  operations.listSamlProviders,
  operations.listTeamMembers,
  operations.listSpaceComments,
  operations.listChangeRequests,
];

/**
 * The people whom a service without a list of members reveals: those of the team in question, or else the authors in
 * the space and the members of teams that new members join.
 */
export async function knownPeople(list: Lister, args: Arguments): Promise<NameCandidate[]> {
  const { organizationId, teamId, spaceId } = args;
  if (typeof organizationId === 'string' && typeof teamId === 'string') {
    const members = await membersOf(list, organizationId, { id: teamId });
    return members.map(candidateOf);
  }
  const people: (User | undefined)[] = [];
  if (typeof organizationId === 'string') {
    const members = await membersOfDefaultTeams(list, organizationId);
    people.push(...members.map(({ user }) => user));
  }
  if (typeof spaceId === 'string') people.push(...(await authorsIn(list, spaceId)));
  const known = new Map(people.flatMap((user) => (user ? [[user.id, user] as const] : [])));
  return [...known.values()].map((user) => candidateOf({ user }));
}

/**
 * The refusal of a name that none of the known people has. The service has no list of members, so there may be others.
 */
export function unknownPersonRefusal(name: string, seen: readonly NameCandidate[]): Refusal {
  const known = seen.length > 0 ? ` It knows: ${listCandidates(seen)}.` : '';
  return new Refusal(
    `Nothing was sent: this service has no list of members to find ${asGiven(name)} in.${known} For others give the id, which list_team_members shows for a team that they are in, and createdBy or postedBy for what they wrote.`,
  );
}

async function authorsIn(list: Lister, spaceId: string): Promise<(User | undefined)[]> {
  const comments = await list(operations.listSpaceComments, { spaceId });
  const requests = await Promise.all(
    (['open', 'draft', 'merged'] as const).map((status) =>
      list(operations.listChangeRequests, { spaceId, status }),
    ),
  );
  return [
    ...comments.map(({ postedBy }) => postedBy),
    ...requests.flat().map(({ createdBy }) => createdBy),
  ];
}

/** Members of the teams that single sign-on adds people to: the only teams that the legacy service reveals. */
export async function membersOfDefaultTeams(
  list: Lister,
  organizationId: string,
): Promise<TeamMember[]> {
  // Not every caller may list them, and other sources may know some people.
  const members = await ifReadable(async () => {
    const teams = await defaultTeams(list, organizationId);
    return Promise.all(teams.map((team) => membersOf(list, organizationId, team)));
  });
  return members?.flat() ?? [];
}

interface Team {
  id: string;
  title?: string;
}

/** The teams that single sign-on puts people into. */
export async function defaultTeams(list: Lister, organizationId: string): Promise<Team[]> {
  const providers = await list(operations.listSamlProviders, { organizationId });
  const teams = providers.flatMap(({ defaultTeam }) => (defaultTeam as Team | undefined) ?? []);
  return [...new Map(teams.map((team) => [team.id, team])).values()];
}

async function membersOf(list: Lister, organizationId: string, team: Team): Promise<TeamMember[]> {
  const members = await list(operations.listTeamMembers, { organizationId, teamId: team.id });
  return members.flatMap(({ organization, team: membership }) =>
    organization?.user
      ? {
          user: organization.user,
          role: organization.role,
          disabled: organization.disabled,
          team: { id: team.id, title: team.title, role: membership?.role },
        }
      : [],
  );
}
