import { z } from 'zod';
import { DIRECTORY_OPERATIONS, type Directory, directoryOf } from '../../content/index.ts';
import {
  allOperations,
  offeredBy,
  type Scope,
  type Service,
  UNSCOPED,
} from '../../operations/index.ts';
import { withinScope } from '../names/within-scope.ts';
import { workflow } from './workflow.ts';

const CALLED: Readonly<Record<Service, string>> = {
  contract: 'the older API',
  current: "today's API",
};

/** The caller's context: who they are, their organizations and contents, the limits, and the service. */
export const getContext = workflow({
  name: 'get_context',
  title: 'Get context',
  summary:
    'Start here: who you are, your organizations with collections, all spaces and sites, what is pinned, and which service this is.',
  toolset: 'organizations',
  effect: 'read',
  calls: [],
  mayCall: DIRECTORY_OPERATIONS,
  tells: true,
  input: {},
  output: z.looseObject({
    organizations: z.array(z.looseObject({ id: z.string(), title: z.string() })),
  }),
  async work(_, { context }) {
    const scope = context.scope ?? UNSCOPED;
    const { isExcluded } = context;
    const directory = withinScope(await directoryOf(context, { isExcluded, fresh: true }), scope);
    const { service, user, organizations, gaps } = directory;
    return {
      ...(user && { user }),
      organizations: organizations.map(({ id, title }) => organizationOf(id, title, directory)),
      ...limitsOf(scope),
      ...(service && { service: CALLED[service], ...lackingIn(service) }),
      ...(gaps.length > 0 && { mayBeIncomplete: gaps }),
    };
  },
});

function organizationOf(
  organization: string,
  title: string,
  { collections, spaces, sites }: Directory,
) {
  const own = spaces.filter((space) => space.organization === organization);
  const inside = collections.filter((one) => one.organization === organization);
  const known = new Set(inside.map(({ id }) => id));
  const loose = own.filter(({ parent }) => parent === undefined || !known.has(parent));
  const published = sites.filter((site) => site.organization === organization);
  return {
    id: organization,
    title,
    collections: inside.map(({ id, title: name, parent }) => ({
      id,
      title: name,
      ...(parent !== undefined && { parent: inside.find((one) => one.id === parent)?.title }),
      ...some('spaces', own.filter((space) => space.parent === id).map(brief)),
    })),
    ...some('spaces', loose.map(brief)),
    ...some('sites', published.map(brief)),
  };
}

function brief({ id, title }: { id: string; title: string }) {
  return { id, title };
}

function some(name: string, items: object[]): Record<string, object[]> {
  return items.length > 0 ? { [name]: items } : {};
}

function limitsOf({ pinned, allowedSpaces }: Scope) {
  return {
    ...(Object.keys(pinned).length > 0 && { pinned }),
    ...(allowedSpaces && { allowedSpaces: [...allowedSpaces] }),
  };
}

/** The toolsets without an operation on the service; of the others, the writes that nothing else does. */
function lackingIn(service: Service): { lacks?: string[] } {
  const offered = new Set(
    allOperations.filter((one) => offeredBy(one, service)).map(({ toolset }) => toolset),
  );
  const missing = allOperations.filter((one) => !offeredBy(one, service));
  const instead = service === 'contract' ? 'predecessor' : 'successor';
  const lacks = missing.flatMap((one) => {
    if (!offered.has(one.toolset)) return one.toolset;
    return one.effect === 'read' || one[instead] !== undefined ? [] : one.tool;
  });
  return lacks.length > 0 ? { lacks: [...new Set(lacks)] } : {};
}
