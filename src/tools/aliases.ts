import type { Tool } from './tool.ts';

/** Gives the present name of a tool for one that it had before, and every other name as it is. */
export type PresentName = (name: string) => string;

/**
 * The names that tools had before, as their records say (`aliases`).
 * @throws {Error} for one that is taken by another tool.
 */
export function presentNames(catalogue: readonly Pick<Tool, 'name' | 'aliases'>[]): PresentName {
  const taken = new Set(catalogue.map(({ name }) => name));
  const present = new Map<string, string>();
  for (const { name, aliases = [] } of catalogue) {
    for (const alias of aliases) {
      if (taken.has(alias)) throw new Error(`${alias} names two tools; one of them is ${name}`);
      taken.add(alias);
      present.set(alias, name);
    }
  }
  return (name) => present.get(name) ?? name;
}

/** A selection whose tools have their present names. */
export function withPresentNames<
  T extends {
    readonly tools?: readonly string[];
    readonly excludeTools: readonly string[];
  },
>(selection: T, present: PresentName): T {
  const { tools, excludeTools } = selection;
  return {
    ...selection,
    ...(tools && { tools: tools.map(present) }),
    excludeTools: excludeTools.map(present),
  };
}
