import type { ServerContext } from '@modelcontextprotocol/server';
import { type Caller, Received } from '../operations/index.ts';
import type { ToolOutcome } from '../tools/index.ts';
import { NAME, VERSION } from '../version.ts';
import { type Era, sealOf } from './approval.ts';
import type { Dependencies, TokenProvider } from './dependencies.ts';
import type { Subscriptions } from './events/subscriptions.ts';
import { handleCompletion } from './handlers/completion.ts';
import { handlePrompts } from './handlers/prompts.ts';
import { handleResources } from './handlers/resources.ts';
import { handleSkills, SKILLS_CAPABILITY } from './handlers/skills.ts';
import { handleSubscriptions } from './handlers/subscriptions.ts';
import { handleTools } from './handlers/tools.ts';
import { ICONS } from './icon.ts';
import { ObservedServer } from './observed-server.ts';

/** The server's name as clients see it. */
export const SERVER_INFO = { name: NAME, version: VERSION, title: 'Documentation platform' };

/** The same in the answer to a handshake. Every answer of 2026 has the other one. */
export const INTRODUCED = { ...SERVER_INFO, icons: ICONS };

/** This depends only on the program and its options, so the same caller may cache it for a while. */
const UNCHANGING = { ttlMs: 300_000, cacheScope: 'private' } as const;

/** How long a client may cache an answer, by method. */
export const CACHE_HINTS = {
  'server/discover': UNCHANGING,
  'tools/list': UNCHANGING,
  'prompts/list': UNCHANGING,
  'resources/templates/list': UNCHANGING,
};

/** Features that only some servers have. */
interface ServerFeatures {
  /**
   * Subscriptions of a client that stays connected. Otherwise only streams carry them, which clients of 2025 cannot
   * open.
   */
  subscriptions?: Subscriptions;
  /** The result of the first tool call, if it was already made. */
  made?: Promise<ToolOutcome | undefined>;
}

/** The capabilities of a server, given those for resources and for lists. */
export function serverCapabilities(
  resources: { subscribe?: boolean },
  lists: { listChanged?: boolean } = {},
) {
  return { tools: lists, resources, prompts: lists, completions: {}, ...SKILLS_CAPABILITY };
}

/** Builds the server for one caller. Cheap enough for every HTTP request. */
export function buildServer(
  dependencies: Dependencies,
  token: TokenProvider,
  era: Era,
  { subscriptions, made }: ServerFeatures = {},
): ObservedServer {
  const seal = sealOf(dependencies.stateKey);
  const canSubscribe = dependencies.changes && (era === 'modern' || subscriptions !== undefined);
  const resources = canSubscribe ? { subscribe: true } : {};
  // A stateless client of 2025 cannot be notified.
  const canHear = dependencies.surface.dependsOnService && (era === 'modern' || subscriptions);
  const lists = canHear ? { listChanged: true } : {};
  const server = new ObservedServer(dependencies, token, SERVER_INFO, {
    capabilities: serverCapabilities(resources, lists),
    instructions: dependencies.instructions(dependencies.surface.toolsets),
    requestState: { verify: seal.verify },
    cacheHints: CACHE_HINTS,
  });
  const callerOf = async (context: ServerContext): Promise<Caller> => ({
    client: dependencies.client,
    token: await token(),
    party: context.http?.authInfo?.extra?.party as string | undefined,
    signal: context.mcpReq.signal,
    watch: server.observed(context),
    received: new Received(),
  });
  const revisionOf = (context: ServerContext) => server.revisionOf(context);
  handleTools(server, dependencies, { callerOf, revisionOf, seal, era, made });
  handleResources(server, dependencies, { callerOf, era });
  if (subscriptions && era === 'legacy') handleSubscriptions(server, subscriptions);
  handleSkills(server, dependencies, era === 'modern' ? UNCHANGING : {});
  handlePrompts(server, dependencies, { callerOf, revisionOf });
  handleCompletion(server, dependencies, callerOf);
  return server;
}
