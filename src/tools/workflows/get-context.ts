import { z } from 'zod';
import { DIRECTORY_OPERATIONS, type Directory, directoryOf } from '../../content/index.ts';
import {
  allOperations,
  type Operation,
  offeredBy,
  type Scope,
  type Service,
  UNSCOPED,
} from '../../operations/index.ts';
import { withinScope } from '../names/within-scope.ts';
import { workflow } from './workflow.ts';

const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  contract: 'the legacy API',
  current: 'the current API',
};

/** The caller's context: who they are, their organizations and contents, the limits, and the service. */
export const getContext = workflow({
  name: 'get_context',
  title: 'Get context',
  summary:
    'Start here: you, organizations, collections, all spaces and sites, what is pinned, the service.',
  tasks: [
    'where am i',
    'who am i',
    'which spaces are there',
    'everything i can reach',
    'all spaces and sites',
    'overview of everything that can be seen',
    'overview of everything i can see',
    'what can i reach',
    'overview of my spaces',
  ],
  toolset: 'organizations',
  effect: 'read',
  calls: [],
  mayCall: DIRECTORY_OPERATIONS,
  restrictsAnswers: true,
  input: {},
  output: z.looseObject({
    organizations: z.array(z.looseObject({ id: z.string(), title: z.string() })),
  }),
  async work(_, { caller }) {
    const scope = caller.scope ?? UNSCOPED;
    const { isExcluded } = caller;
    const directory = withinScope(
      await directoryOf(caller, { isExcluded, fresh: true, scope }),
      scope,
    );
    const { service, user, gaps } = directory;
    return {
      ...(user && { user }),
      organizations: organizationsOf(directory),
      ...limitsOf(scope),
      ...(service && { service: SERVICE_NAMES[service], ...missingIn(service) }),
      ...(gaps.length > 0 && { mayBeIncomplete: gaps }),
    };
  },
});

/** The contents of each organization, from lists that are each read once. */
function organizationsOf({ organizations, collections, spaces, sites }: Directory) {
  const known = new Map(collections.map((one) => [one.id, one]));
  const parentIn = (organization: string, parent: string | undefined) => {
    const found = parent === undefined ? undefined : known.get(parent);
    return found?.organization === organization ? found : undefined;
  };
  const placed = groupedBy(spaces, ({ organization, parent }) =>
    parentIn(organization, parent) ? (parent as string) : organization,
  );
  const inside = groupedBy(collections, ({ organization }) => organization);
  const published = groupedBy(sites, ({ organization }) => organization);
  return organizations.map(({ id: organization, title }) => ({
    id: organization,
    title,
    collections: (inside.get(organization) ?? []).map(({ id, title: name, parent }) => ({
      id,
      title: name,
      ...(parent !== undefined && { parent: parentIn(organization, parent)?.title }),
      ...ifAny('spaces', placed.get(id)),
    })),
    ...ifAny('spaces', placed.get(organization)),
    ...ifAny('sites', published.get(organization)),
  }));
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function ifAny(
  name: string,
  items: readonly { id: string; title: string }[] = [],
): Record<string, object[]> {
  return items.length > 0 ? { [name]: items.map(({ id, title }) => ({ id, title })) } : {};
}

function limitsOf({ pinned, allowedSpaces }: Scope) {
  return {
    ...(Object.keys(pinned).length > 0 && { pinned }),
    ...(allowedSpaces && { allowedSpaces: [...allowedSpaces] }),
  };
}

/**
 * The toolsets without an operation on the service; in the others, the missing writes and lists that have no
 * replacement.
 */
function missingIn(service: Service): { lacks?: string[]; lacksTools?: string[] } {
  const offered = new Set(
    allOperations.filter((one) => offeredBy(one, service)).map(({ toolset }) => toolset),
  );
  const missing = allOperations.filter((one) => !offeredBy(one, service));
  const instead = service === 'contract' ? 'predecessor' : 'successor';
  const isMissed = ({ effect, tool }: Operation) => effect !== 'read' || tool.startsWith('list_');
  const toolsets = missing.map(({ toolset }) => toolset).filter((one) => !offered.has(one));
  const tools = missing
    .filter((one) => offered.has(one.toolset) && isMissed(one) && one[instead] === undefined)
    .map(({ tool }) => tool);
  return {
    ...(toolsets.length > 0 && { lacks: [...new Set(toolsets)] }),
    ...(tools.length > 0 && { lacksTools: tools }),
  };
}
