import {
  DIRECTORY_OPERATIONS,
  type Directory,
  directoryOf,
  MAX_READ_ORGANIZATIONS,
} from '../../../content/index.ts';
import { type Operation, operations } from '../../../operations/index.ts';
import { matchingCandidates, type NameCandidate, resolveName } from '../../names/candidates.ts';
import { isEmail, mayBeTitle } from '../../names/kinds.ts';
import {
  knownPeople,
  membersOfDefaultTeams,
  PEOPLE_OPERATIONS,
  type TeamMember,
  unknownPersonRefusal,
} from '../../names/people.ts';
import { ROLE_RIGHTS } from '../../runs/roles.ts';
import type { Steps } from '../workflow.ts';

const MAX_LISTED = 1000;

/** The operations that reveal access where grants cannot be listed. */
export const LEGACY_ACCESS: readonly Operation[] = [...DIRECTORY_OPERATIONS, ...PEOPLE_OPERATIONS];

/** An id that consists only of letters. */
const LETTERS_ONLY_ID = /^\p{L}{20,}$/u;

/** What the legacy API reveals about the people of a space. */
interface KnownAccess {
  space: { id: string; title?: string };
  people: NameCandidate[];
  members: TeamMember[];
  /** The default levels of the space and of what is above it, the nearest first. */
  levels: LegacyLevel[];
  /** What is missing because the organization of the space is unknown; empty if it is known. */
  unplaced: string[];
}

const UNKNOWN_GRANTS =
  'grants to the user or to teams on the space or its collections, one of which may decide instead; the app shows them';

/**
 * What the legacy API reveals about a user's access to a space. It has no list of grants, only the organization roles
 * of people in some teams, and the default levels.
 * @throws {Refusal} for a person who does not occur in its answers.
 */
export async function legacyAccess(spaceId: string, userId: string, steps: Steps) {
  const known = await knownAccess(spaceId, steps);
  const isName = isEmail(userId) || (mayBeTitle(userId) && !LETTERS_ONLY_ID.test(userId));
  const id = isName ? await resolvePerson(userId, known.people) : userId;
  const own = known.members.filter(({ user }) => user.id === id);
  const [member] = own;
  const facts = {
    user: {
      id,
      displayName: known.people.find((one) => one.id === id)?.title,
      email: member?.user.email,
    },
    space: known.space,
    ...(member && { organizationRole: member.role, teams: own.map(({ team }) => team) }),
    ...(member?.disabled && { warning: 'This member is disabled and cannot sign in.' }),
  };
  if (member?.role === 'admin') {
    return { ...facts, role: 'admin', may: ROLE_RIGHTS.admin, through: 'organization role' };
  }
  const role = roleUnlessGranted(known, member);
  return {
    ...facts,
    defaultLevels: known.levels,
    ...(role !== undefined && { unlessGranted: { role, may: ROLE_RIGHTS[role ?? 'none'] } }),
    notTold: [
      UNKNOWN_GRANTS,
      ...(member ? ['other teams'] : ['role in the organization', 'teams']),
      ...known.unplaced,
    ],
  };
}

async function resolvePerson(name: string, people: readonly NameCandidate[]): Promise<string> {
  if ((await matchingCandidates(name.trim(), people)).length === 0)
    throw unknownPersonRefusal(name, people);
  return resolveName(name, 'person', people, {
    finder: operations.listTeamMembers.tool,
  });
}

/** What the legacy API reveals about everybody whom it knows. */
export async function legacyAccessOfAll(spaceId: string, steps: Steps) {
  const known = await knownAccess(spaceId, steps);
  return {
    space: known.space,
    people: known.people.map(({ id, title }) => {
      const member = known.members.find(({ user }) => user.id === id);
      const isAdmin = member?.role === 'admin';
      const role = isAdmin ? 'admin' : roleUnlessGranted(known, member);
      return {
        ...{ id, displayName: title },
        ...(isAdmin ? { role } : { unlessGranted: role ?? null }),
        ...(member?.disabled && { disabled: true }),
      };
    }),
    defaultLevels: known.levels,
    notTold: [
      'people who are in no default team and wrote nothing in this space',
      UNKNOWN_GRANTS,
      ...known.unplaced,
    ],
  };
}

async function knownAccess(spaceId: string, steps: Steps): Promise<KnownAccess> {
  // Fails for a space that does not exist; this service cannot read a space by its id.
  await steps.send(operations.listChangeRequests, { spaceId, limit: 1 });
  const directory = await directoryOf(steps.caller, { scope: steps.caller.scope });
  const { spaces, collections } = directory;
  const entry = spaces.find(({ id }) => id === spaceId);
  const organizationId = entry?.organization;
  const list: Parameters<typeof knownPeople>[0] = (lister, args) =>
    steps.list(lister, args, MAX_LISTED);
  return {
    space: { id: spaceId, title: entry?.title },
    people: await knownPeople(list, { spaceId, organizationId }),
    members: organizationId ? await membersOfDefaultTeams(list, organizationId) : [],
    levels: await defaultLevelsOf(entry, collections, organizationId, steps),
    unplaced: entry ? [] : [missingWithoutOrganization(directory)],
  };
}

function missingWithoutOrganization({ isUnread, organizations }: Directory): string {
  const why = isUnread
    ? `it was not looked up, because this token reaches ${organizations.length} organizations and at most ${MAX_READ_ORGANIZATIONS} are read; a server started with --organization reads that one`
    : 'no list that this token may read contains the space';
  return `the organization of the space, and with it its title, organization roles, default teams and default levels: ${why}`;
}

/** The role that somebody has if no grant says otherwise; undefined if that is unknown. */
function roleUnlessGranted({ levels }: KnownAccess, member: TeamMember | undefined) {
  return levels.find(({ level }) => level !== 'inherit')?.level ?? member?.role;
}

interface LegacyLevel {
  on: string;
  title: string;
  level: string;
}

/** The default levels of a space and of the collections above it, the nearest first. */
async function defaultLevelsOf(
  space: { id: string; title: string; parent?: string } | undefined,
  collections: readonly { id: string; parent?: string }[],
  organizationId: string | undefined,
  steps: Steps,
): Promise<LegacyLevel[]> {
  if (!space?.parent || !organizationId) return [];
  const [inside, all] = await Promise.all([
    steps.list(operations.listSpacesInCollection, { collectionId: space.parent }, MAX_LISTED),
    steps.list(operations.listCollections, { organizationId }, MAX_LISTED),
  ]);
  const levels: LegacyLevel[] = [];
  const add = (on: string, place: { title?: string } | undefined) => {
    const { title = '', defaultLevel } = (place ?? {}) as { title?: string; defaultLevel?: string };
    if (defaultLevel !== undefined) levels.push({ on, title, level: defaultLevel });
  };
  add(
    'space',
    inside.find(({ id }) => id === space.id),
  );
  const seen = new Set<string>();
  for (let at: string | undefined = space.parent; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const id: string = at;
    add(
      'collection',
      all.find((one) => one.id === id),
    );
    at = collections.find((one) => one.id === id)?.parent;
  }
  return levels;
}
