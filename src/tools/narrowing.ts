import type { SurfaceOptions } from './surface-options.ts';
import type { Tool } from './tool.ts';

/** How much less than the operator allows one caller asks for. */
export interface Narrowing {
  /** Only tools of these toolsets are listed, and those of `tools`. */
  readonly toolsets?: readonly string[];
  /** Only these tools are listed, and those of `toolsets`. */
  readonly tools?: readonly string[];
  /** Taken away, in every way of calling them. */
  readonly excludeTools: readonly string[];
  /** Everything that writes is taken away. */
  readonly readOnly: boolean;
}

/** What is listed, and what can be called through the tools that call others. */
export interface Offer {
  readonly listed: readonly Tool[];
  readonly reachable: ReadonlyMap<string, Tool>;
}

/**
 * The operator's options with what the caller does not want taken away. A caller may have tools listed that the
 * operator did not list, as long as they could be called through another; `list` says what options come to.
 */
export function narrowed(
  operator: SurfaceOptions,
  { toolsets, tools, excludeTools, readOnly }: Narrowing,
  offer: Offer,
  list: (options: SurfaceOptions) => readonly Tool[],
): SurfaceOptions {
  const less: SurfaceOptions = {
    ...operator,
    excludeTools: [...operator.excludeTools, ...excludeTools],
    readOnly: operator.readOnly || readOnly,
  };
  if (!toolsets && !tools) return less;
  const typed: SurfaceOptions = { ...less, mode: 'typed' };
  const wanted = list({ ...typed, toolsets: toolsets ?? [], tools: tools ?? [] });
  const allowed = callable(offer);
  const names = wanted.map(({ name }) => name).filter((name) => allowed.has(name));
  return { ...typed, toolsets: [], tools: names };
}

/** Names of all that can be called, directly or through a tool that calls others. */
function callable({ listed, reachable }: Offer): ReadonlySet<string> {
  const names = new Set(listed.map(({ name }) => name));
  const reads = names.has('read_operation');
  const writes = names.has('write_operation');
  for (const { name, effect } of reachable.values()) {
    if (effect === 'read' ? reads : writes) names.add(name);
  }
  return names;
}
