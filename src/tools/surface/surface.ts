import { z } from 'zod';
import {
  type Arguments,
  isWithinScope,
  knownServiceOf,
  learnService,
  type Scope,
  type Service,
} from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { suggestion } from '../arguments/nearest-name.ts';
import { parseArguments } from '../arguments/parse.ts';
import { previewTool, runTool, type ToolOutcome } from '../call.ts';
import { confirmArgument } from '../confirmation/confirmation.ts';
import { discoveryTools } from '../discovery/tools.ts';
import { safeToShow } from '../own-token.ts';
import { Refusal } from '../refusal.ts';
import { errorResult } from '../results/result.ts';
import { type CallContext, type Delegation, reachOf, type Tool } from '../tool.ts';
import { aliasResolver, type ResolveAlias, resolveAliases } from './aliases.ts';
import { isOfferedBy, isServiceSpecific, notOfferedMessage } from './availability.ts';
import { type ToolDefinition, toolDefinition, withResultSize } from './definition.ts';
import type { SurfaceOptions } from './options.ts';
import type { PrebuiltDefinitions } from './prebuilt.ts';
import { type OfferedTools, type Restriction, restricted } from './restriction.ts';
import { checkNames, listedTools, reachableTools, toolsetNames } from './selection.ts';

/**
 * What one server lists and lets clients call: decided at its start, the same for every connection to the same service.
 */
export interface Surface {
  readonly definitions: readonly ToolDefinition[];
  /** Names of the tools that are listed. */
  readonly listed: readonly string[];
  /** Names of the toolsets with at least one tool; while the service is unknown, with one that either service has. */
  readonly toolsets: readonly string[];
  /**
   * Whether the listed tools depend on which service answers a caller. Always false if the operator configured the
   * service.
   */
  readonly dependsOnService: boolean;
  /** The part of this surface that the service offers; all of it while the service is unknown. */
  forService(service: Service | undefined): Surface;
  /** How a tool is called: by its own name, or through one that calls others; undefined where it cannot be. */
  howToCall(name: string): 'listed' | 'read_operation' | 'write_operation' | undefined;
  /** Whether the tool with this name was excluded, and with it everything else that calls its operation. */
  isExcluded(name: string): boolean;
  /** Calls a tool by its current or a former name; undefined if there is no such tool. */
  call(name: string, args: unknown, context: CallContext): Promise<ToolOutcome | undefined>;
}

/** The surface of an operator, which a caller may restrict. */
export interface RestrictableSurface extends Surface {
  /** @throws {SelectionError} for an unknown name. */
  restrict(restriction: Restriction): Surface;
}

/** Listed in discovery mode. The preview is left out because it is not essential. */
const DISCOVERY = ['find_operations', 'read_operation', 'write_operation'];

/**
 * Determines from the operator's options which tools are listed and which can be called. The definitions of tools that
 * the options leave as they are come from the prebuilt ones, if there are any: deriving schemas takes long.
 * @throws {SelectionError} for an unknown name.
 */
export function createSurface(
  catalogue: readonly Tool[],
  given: SurfaceOptions,
  prebuilt: PrebuiltDefinitions = () => undefined,
): RestrictableSurface {
  const resolveAlias = aliasResolver(catalogue);
  const options = resolveAliases(given, resolveAlias);
  const { scope, confirm, api, localFiles } = options;
  const here = localFiles ? catalogue.map(withLocalInput) : catalogue;
  const asking = confirm === 'always' ? here.map(withConfirmArgument) : here;
  const inScope = asking.filter((tool) => isWithinScope(scope, reachOf(tool)));
  const offered = api === 'auto' ? inScope : inScope.filter((tool) => isOfferedBy(tool, api));
  checkNames([...offered, ...discoveryTools([])], options);
  const offer = offeredTools(inScope, options);
  // Schemas take long to derive, and each caller may restrict the surface differently.
  const known = new WeakMap<Tool, ToolDefinition>();
  const own = new Set(catalogue);
  const definitionOf = (tool: Tool) => {
    const asked = withoutPinned(tool, scope);
    // The prebuilt form of local input is that of a server on the caller's machine.
    const built = own.has(asked) && !asked.localInput ? prebuilt(tool.name) : undefined;
    return built
      ? withResultSize(built, options.maxResultTokens)
      : toolDefinition(asked, options.maxResultTokens);
  };
  const define = (tool: Tool) => {
    const definition = known.get(tool) ?? definitionOf(tool);
    known.set(tool, definition);
    return definition;
  };
  const parts = { catalogue, tools: inScope, define, resolveAlias };
  return Object.assign(buildSurface(parts, options), {
    restrict: (asked: Restriction) => {
      const restriction = resolveAliases(asked, resolveAlias);
      checkNames([...catalogue, ...discoveryTools([])], restriction);
      const less = restricted(
        options,
        restriction,
        offer,
        (more) => offeredTools(inScope, more).listed,
      );
      return buildSurface(parts, less);
    },
  });
}

/** What the surfaces of one operator have in common. */
interface SurfaceParts {
  catalogue: readonly Tool[];
  /** All tools within the operator's limits, whichever service has them. */
  tools: readonly Tool[];
  define: (tool: Tool) => ToolDefinition;
  resolveAlias: ResolveAlias;
}

/** The offered ones among these tools, some of which the connected service may lack. */
function offeredTools(
  tools: readonly Tool[],
  options: SurfaceOptions,
): OfferedTools & { lacking: Tool[] } {
  const service = options.api === 'auto' ? undefined : options.api;
  const has = (tool: Tool) => service === undefined || isOfferedBy(tool, service);
  const inScope = tools.filter(has);
  const reachable = byName(reachableTools(inScope, options));
  const lacking = reachableTools(tools, options).filter((tool) => !has(tool));
  const direct = options.mode === 'discovery' ? [] : listedTools(inScope, options);
  const names = new Set(direct.map(({ name }) => name));
  const meta = discoveryTools([...reachable.values()], names, { tools: lacking, service });
  const listed =
    options.mode === 'discovery'
      ? reachableTools(meta, options).filter(({ name }) => DISCOVERY.includes(name))
      : listedTools([...inScope, ...meta], options);
  return { listed, reachable, lacking };
}

function buildSurface(
  parts: SurfaceParts,
  options: SurfaceOptions,
  dependsOnService = false,
): Surface {
  const { catalogue, tools, define, resolveAlias } = parts;
  const { api } = options;
  const has = (tool: Tool) => api === 'auto' || isOfferedBy(tool, api);
  const { listed, reachable, lacking: others } = offeredTools(tools, options);
  const lacking = byName(others);
  /** Says what to do instead of a tool that only the other service has. */
  const explainLack = (name: string) => {
    const tool = lacking.get(resolveAlias(name));
    return tool && api !== 'auto' ? errorResult(notOfferedMessage(tool, api)) : undefined;
  };
  const callable = byName(listed);
  const superseded = byName(
    listed.flatMap(({ supersedes = [] }) =>
      supersedes.flatMap((name) => reachable.get(name) ?? []),
    ),
  );
  const howToCall: Surface['howToCall'] = (asked) => {
    const name = resolveAlias(asked);
    if (callable.has(name)) return 'listed';
    const tool = reachable.get(name);
    const caller = tool && discoveryToolFor(tool);
    return caller && callable.has(caller) ? caller : undefined;
  };
  /**
   * A read is executed as if read_operation had been called. A write is not, so that hosts can recognise it by its
   * tool.
   */
  const unlistedRead = (name: string) =>
    howToCall(name) === 'read_operation' ? reachable.get(name) : undefined;
  const isExcluded = (name: string) => options.excludeTools.includes(resolveAlias(name));
  let definitions: readonly ToolDefinition[] | undefined;
  const ofServices = new Map<Service, Surface>();
  const ofService = (service: Service): Surface => {
    const known =
      ofServices.get(service) ?? buildSurface(parts, { ...options, api: service }, true);
    ofServices.set(service, known);
    return known;
  };
  const surface: Surface = {
    get definitions() {
      definitions ??= listed.map(define);
      return definitions;
    },
    listed: listed.map(({ name }) => name),
    toolsets: toolsetNames(
      catalogue.filter((tool) => has(tool) && (api !== 'auto' || !isServiceSpecific(tool))),
    ),
    dependsOnService: dependsOnService || (api === 'auto' && listed.some(isServiceSpecific)),
    forService: (service) => (service && api === 'auto' ? ofService(service) : surface),
    howToCall,
    isExcluded,
    call: (name, args, caller) => {
      const known = resolveAlias(name);
      const named = callable.get(known) ?? superseded.get(known) ?? unlistedRead(known);
      const tool = named && (reachable.get(changeRequestCounterpart(named, args) ?? '') ?? named);
      if (!tool) {
        const refused = notListed(name, howToCall(name)) ?? explainLack(name);
        return Promise.resolve(safeToShow(refused, caller.token));
      }
      const context = options.excludeTools.length > 0 ? { ...caller, isExcluded } : caller;
      const outcome = tool.delegate
        ? delegate(tool, args, context, options, { reachable, resolveAlias, explainLack })
        : runTool(tool, args, context, options);
      if (surface.dependsOnService) learnServiceAfter(outcome, caller);
      return outcome.then((done) => safeToShow(done, caller.token));
    },
  };
  return surface;
}

/** Learns after the first successful call which service answers a caller. After a refused call nothing is sent. */
function learnServiceAfter(outcome: Promise<ToolOutcome | undefined>, caller: CallContext): void {
  if (knownServiceOf(caller) !== undefined) return;
  outcome.then(
    (done) => {
      if (done && 'text' in done && !done.isError) learnService(caller);
    },
    () => undefined,
  );
}

/** The discovery tool that calls an unlisted one. */
function discoveryToolFor({ effect }: Tool): 'read_operation' | 'write_operation' {
  return effect === 'read' ? 'read_operation' : 'write_operation';
}

/** The refusal of a direct call to an unlisted tool; undefined if there is no such tool. */
function notListed(
  name: string,
  discoveryTool: ReturnType<Surface['howToCall']>,
): ToolOutcome | undefined {
  if (!discoveryTool) return undefined;
  return errorResult(
    `${name} is not listed by this server. Nothing was sent; call ${discoveryTool} with name ${JSON.stringify(name)} and these arguments.`,
  );
}

/** The tools that a discovery tool can call, and why not the others. */
interface Callable {
  reachable: OfferedTools['reachable'];
  resolveAlias: ResolveAlias;
  explainLack(name: string): ToolOutcome | undefined;
}

/** Calls the tool that this one stands for, under all of that tool's rules. */
async function delegate(
  tool: Tool,
  args: unknown,
  context: CallContext,
  options: SurfaceOptions,
  { reachable, resolveAlias, explainLack }: Callable,
): Promise<ToolOutcome> {
  let delegation: Delegation | undefined;
  try {
    delegation = tool.delegate?.(parseArguments(tool, args));
  } catch (error) {
    if (error instanceof Refusal) return errorResult(error.message);
    throw error;
  }
  const { name = '', arguments: given, preview } = delegation ?? {};
  const target = [name, snakeCase(name), snakeCase(lastPart(name))]
    .map((one) => reachable.get(resolveAlias(one)))
    .find((one) => one !== undefined);
  if (!target) {
    const lacked = explainLack(name);
    if (lacked) return lacked;
    return errorResult(
      `There is no operation ${asGiven(name)} here${suggestion(name, [...reachable.keys()]) || '.'} find_operations searches them all.`,
    );
  }
  if (!preview && tool.effect === 'read' && target.effect !== 'read') {
    return errorResult(`${name} writes (${target.effect}); call it with write_operation.`);
  }
  if (!preview && tool.effect !== 'read' && target.effect === 'read') {
    return errorResult(`${name} only reads; call it with read_operation.`);
  }
  return preview
    ? previewTool(target, given, context, options)
    : runTool(target, given, context, options);
}

/** The counterpart of a read of primary content for the change request that the call names. */
function changeRequestCounterpart(
  { name, effect, input }: Tool,
  args: unknown,
): string | undefined {
  const { changeRequestId } = (args ?? {}) as Arguments;
  const isNamed = (changeRequestId ?? '') !== '';
  const isMeant = isNamed && effect === 'read' && !('changeRequestId' in input.shape);
  return isMeant ? name.replace(/^(get|list)_/, '$1_change_request_') : undefined;
}

const MAX_NAME = 60;

/** A tool's name without the prefix of its toolset or server: `teams.list_teams`, `mcp__docs__list_teams`. */
function lastPart(name: string): string {
  return /(?:\.|\/|__)([^./]{1,60})$/.exec(name.slice(-MAX_NAME))?.[1]?.replace(/^.*__/, '') ?? '';
}

/** `listTeams`, `List teams` or `list-teams` as `list_teams`. */
function snakeCase(name: string): string {
  return name
    .slice(0, MAX_NAME)
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll(/[\s-]/g, '_')
    .toLowerCase();
}

/** A pinned value is supplied, so the schema does not ask for it. */
function withoutPinned(tool: Tool, { pinned }: Scope): Tool {
  const names = Object.keys(pinned).filter((name) => name in tool.input.shape);
  if (names.length === 0) return tool;
  const shape = Object.entries(tool.input.shape).filter(([name]) => !names.includes(name));
  return { ...tool, input: z.strictObject(Object.fromEntries(shape)) };
}

function withLocalInput(tool: Tool): Tool {
  return tool.localInput ? { ...tool, input: tool.input.extend(tool.localInput) } : tool;
}

function withConfirmArgument(tool: Tool): Tool {
  if (!tool.destructive || tool.delegate) return tool;
  return { ...tool, input: tool.input.extend({ confirm: confirmArgument }) };
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
