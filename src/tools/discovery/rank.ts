import { createIndex, type Index, type Rankable } from './search-index.ts';

export type { Rankable };

export interface RankingOptions {
  /** Only tools of this toolset. */
  toolset?: string;
  /** How many at most; 5 by default. */
  limit?: number;
}

/** Finds the tools of a catalogue that a query in plain words may mean, best first. */
export type Ranking<T> = (query: string, options?: RankingOptions) => T[];

const DEFAULT_LIMIT = 5;

/**
 * Ranks a catalogue; the index is built by the first query. Tools that match equally well keep the
 * catalogue's order. A query without a telling word finds nothing, or, within a toolset, the first
 * of it; an unknown toolset has no tools.
 */
export function createRanking<T extends Rankable>(catalogue: readonly T[]): Ranking<T> {
  let index: Index | undefined;
  return (query, { toolset, limit = DEFAULT_LIMIT } = {}) => {
    const eligible = (tool: Rankable) => toolset === undefined || tool.toolset === toolset;
    index ??= createIndex(catalogue);
    const positions = index.find(query, eligible);
    if (positions) {
      const found = positions.map((position) => catalogue[position] as T);
      return namedFirst(found, query).slice(0, limit);
    }
    return toolset === undefined ? [] : catalogue.filter(eligible).slice(0, limit);
  };
}

/** Who asks for a tool by its name, in words or as it is written, means that one. */
function namedFirst<T extends Rankable>(tools: readonly T[], query: string): T[] {
  const name = query.trim().toLowerCase().replaceAll(/\s+/g, '_');
  const named = tools.filter((tool) => tool.name === name);
  return [...named, ...tools.filter((tool) => tool.name !== name)];
}
