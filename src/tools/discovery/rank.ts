import { createIndex, type Rankable } from './search-index.ts';

export type { Rankable };

export interface RankingOptions {
  /** Restricts the search to this toolset. */
  toolset?: string;
  /** Maximum number of results; default 5. */
  limit?: number;
}

/** Finds the tools of a catalogue that a query in plain words may mean, the best first. */
export type Ranking<T> = (query: string, options?: RankingOptions) => T[];

const DEFAULT_LIMIT = 5;

/**
 * Creates the ranking of a catalogue, with turns for other work. Equal matches keep the catalogue's order. A query
 * without a significant word finds nothing, or, within a toolset, its first tools. An unknown toolset has no tools.
 */
export async function createRanking<T extends Rankable>(
  catalogue: readonly T[],
): Promise<Ranking<T>> {
  const index = await createIndex(catalogue);
  return (query, { toolset, limit = DEFAULT_LIMIT } = {}) => {
    const eligible = (tool: Rankable) => toolset === undefined || tool.toolset === toolset;
    const positions = index.find(query, eligible);
    if (positions) {
      const found = positions.map((position) => catalogue[position] as T);
      return namedFirst(found, query).slice(0, limit);
    }
    return toolset === undefined ? [] : catalogue.filter(eligible).slice(0, limit);
  };
}

/** A tool's exact name, in words or as written, alone or among others, means that tool; a longer name comes first. */
function namedFirst<T extends Rankable>(tools: readonly T[], query: string): T[] {
  const words = `_${query.toLowerCase().replaceAll(/[^a-z_]+/g, '_')}_`;
  const isNamed = ({ name }: T) => words.includes(`_${name}_`);
  const named = tools.filter(isNamed).sort((one, other) => other.name.length - one.name.length);
  return [...named, ...tools.filter((tool) => !isNamed(tool))];
}
