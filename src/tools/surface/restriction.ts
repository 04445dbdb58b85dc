import type { Tool } from '../tool.ts';
import type { SurfaceOptions } from './options.ts';

/** A caller's restrictions of what the operator allows. */
export interface Restriction {
  /** Lists only tools of these toolsets, and those in `tools`. */
  readonly toolsets?: readonly string[];
  /** Lists only these tools, and those of `toolsets`. */
  readonly tools?: readonly string[];
  /** Tools to exclude, however they are called. */
  readonly excludeTools: readonly string[];
  /** Excludes everything that writes. */
  readonly readOnly: boolean;
}

/** The listed tools, and those that can be called through discovery tools. */
export interface OfferedTools {
  readonly listed: readonly Tool[];
  readonly reachable: ReadonlyMap<string, Tool>;
}

/**
 * The operator's options with the caller's restrictions. A caller may list tools that the operator did not list, as
 * long as they could be called through another one. `list` returns the tools of given options.
 */
export function restricted(
  operator: SurfaceOptions,
  { toolsets, tools, excludeTools, readOnly }: Restriction,
  offer: OfferedTools,
  list: (options: SurfaceOptions) => readonly Tool[],
): SurfaceOptions {
  const less: SurfaceOptions = {
    ...operator,
    excludeTools: [...operator.excludeTools, ...excludeTools],
    readOnly: operator.readOnly || readOnly,
  };
  if (!toolsets && !tools) return less;
  const typed: SurfaceOptions = { ...less, mode: 'typed' };
  const requested = list({ ...typed, toolsets: toolsets ?? [], tools: tools ?? [] });
  const allowed = callable(offer);
  const names = requested.map(({ name }) => name).filter((name) => allowed.has(name));
  return { ...typed, toolsets: [], tools: names };
}

/** Names of all callable tools, directly or through a discovery tool. */
function callable({ listed, reachable }: OfferedTools): ReadonlySet<string> {
  const names = new Set(listed.map(({ name }) => name));
  const reads = names.has('read_operation');
  const writes = names.has('write_operation');
  for (const { name, effect } of reachable.values()) {
    if (effect === 'read' ? reads : writes) names.add(name);
  }
  return names;
}
