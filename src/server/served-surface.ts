import { knownServiceOf, onServiceLearned, type Service } from '../operations/index.ts';
import { isOffered, prompts } from '../prompts/index.ts';
import type { Surface } from '../tools/index.ts';
import type { Dependencies, TokenProvider } from './dependencies.ts';

/** A list that a client may have asked for. */
export type ChangedList = 'tools' | 'prompts';

type ServedSurface = Pick<Dependencies, 'client' | 'surface'>;

const known = new WeakMap<object, Map<Service, ServedSurface>>();

/** What all callers share, limited to what the service behind this token offers, if that service is known. */
export function dependenciesFor<T extends ServedSurface>(dependencies: T, token: string): T {
  const { client, surface } = dependencies;
  const service = knownServiceOf({ client, token });
  if (service === undefined) return dependencies;
  const less = surface.forService(service);
  if (less === surface) return dependencies;
  const made = known.get(dependencies) ?? new Map<Service, ServedSurface>();
  known.set(dependencies, made);
  const offered = (made.get(service) as T | undefined) ?? {
    ...dependencies,
    surface: less,
  };
  made.set(service, offered);
  return offered;
}

/**
 * Subscribes to the lists that change once it is known which service answers a token; the returned function
 * unsubscribes.
 */
export function onListsChanged(
  { client, surface }: ServedSurface,
  token: TokenProvider,
  tell: (changed: readonly ChangedList[], offered: Surface) => void,
): () => void {
  if (!surface.dependsOnService) return () => undefined;
  return onServiceLearned(client, (learnt, service) => {
    void token().then((own) => {
      if (own === learnt) tell(changedLists(surface, service), surface.forService(service));
    });
  });
}

/**
 * The dependencies of a caller that stays connected: its surface is that of the service that answers it, as soon as that is
 * known. Calls `tell` with the lists that this changes.
 */
export function followService<T extends ServedSurface>(
  dependencies: T,
  token: TokenProvider,
  tell: (changed: readonly ChangedList[]) => void,
): { dependencies: T; end: () => void } {
  let offered = dependencies.surface;
  const end = onListsChanged(dependencies, token, (changed, surface) => {
    offered = surface;
    tell(changed);
  });
  const surface: Surface = {
    get definitions() {
      return offered.definitions;
    },
    get listed() {
      return offered.listed;
    },
    get toolsets() {
      return offered.toolsets;
    },
    dependsOnService: dependencies.surface.dependsOnService,
    forService: (service) => offered.forService(service),
    howToCall: (name) => offered.howToCall(name),
    isExcluded: (name) => offered.isExcluded(name),
    call: (name, args, context) => offered.call(name, args, context),
  };
  return { dependencies: { ...dependencies, surface }, end };
}

function changedLists(surface: Surface, service: Service): ChangedList[] {
  const offered = surface.forService(service);
  const ofPrompts = ({ howToCall }: Surface) =>
    prompts.filter((prompt) => isOffered(prompt, howToCall));
  const changed: ChangedList[] = [];
  if (surface.listed.length !== offered.listed.length) changed.push('tools');
  if (ofPrompts(surface).length !== ofPrompts(offered).length) changed.push('prompts');
  return changed;
}
