import type { Tool } from '../tool.ts';

/** Returns the current name of a tool for a former one, and any other name unchanged. */
export type ResolveAlias = (name: string) => string;

/**
 * The former names of tools, from their records (`aliases`).
 * @throws {Error} for one that is also the name of another tool.
 */
export function aliasResolver(catalogue: readonly Pick<Tool, 'name' | 'aliases'>[]): ResolveAlias {
  const taken = new Set(catalogue.map(({ name }) => name));
  const byAlias = new Map<string, string>();
  for (const { name, aliases = [] } of catalogue) {
    for (const alias of aliases) {
      if (taken.has(alias)) throw new Error(`${alias} names two tools; one of them is ${name}`);
      taken.add(alias);
      byAlias.set(alias, name);
    }
  }
  return (name) => byAlias.get(name) ?? name;
}

/** A selection with former tool names replaced. */
export function resolveAliases<
  T extends {
    readonly tools?: readonly string[];
    readonly excludeTools: readonly string[];
  },
>(selection: T, resolve: ResolveAlias): T {
  const { tools, excludeTools } = selection;
  return {
    ...selection,
    ...(tools && { tools: tools.map(resolve) }),
    excludeTools: excludeTools.map(resolve),
  };
}
