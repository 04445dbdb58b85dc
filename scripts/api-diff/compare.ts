import type { Operation } from '../../src/operations/index.ts';
import {
  type Json,
  normalized,
  type PublishedOperation,
  publishedOperations,
} from '../published.ts';
import { sameValues } from './same-values.ts';
import { type Signature, signatureOf } from './signature.ts';

/** The differences between another version of the API and what is known here. */
export interface Differences {
  /** Unknown operations, by name. */
  added: string[];
  /** Tools whose operation is missing. */
  removed: string[];
  /** Tools whose operation has a different signature, and the differences. */
  changed: { tool: string; route: string; changes: string[] }[];
}

/**
 * Compares another description with the one that the records are based on. Operations are matched by method and path.
 * Known operations are those of the records, including ended ones, and those of our own description.
 */
export function compare(other: Json, own: Json, records: readonly Operation[]): Differences {
  const known = byRoute(own);
  const found = byRoute(other);
  const recorded = new Set(records.map(({ route }) => normalized(route)));
  const current = records.filter(({ route }) => known.has(normalized(route)));
  return {
    added: [...found]
      .filter(([key]) => !known.has(key) && !recorded.has(key))
      .map(([, { route, id }]) => `${route} (${id})`),
    removed: current
      .filter(({ route }) => !found.has(normalized(route)))
      .map(({ tool, route }) => `${tool}: ${route}`),
    changed: current.flatMap(({ tool, route }) => {
      const before = known.get(normalized(route));
      const after = found.get(normalized(route));
      if (!before || !after) return [];
      const changes = changesOf(described(before, own), described(after, other));
      return changes.length > 0 ? [{ tool, route, changes }] : [];
    }),
  };
}

function byRoute(description: Json): Map<string, PublishedOperation> {
  return new Map(
    publishedOperations(description).map((operation) => [normalized(operation.route), operation]),
  );
}

/** The operation has a different signature: removed (-), added (+) and changed (~) parts. */
function changesOf(before: DescribedOperation, after: DescribedOperation): string[] {
  const [olds, news] = [before.signature, after.signature];
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((place) => {
    const [old, now] = [olds.get(place), news.get(place)];
    if (!now) return [`- ${place}`];
    if (!old) return [`+ ${place}${now.required ? ', required' : ''}`];
    const same = sameValues(
      { value: old.schemas, document: before.document },
      { value: now.schemas, document: after.document },
    );
    return [
      ...(old.required === now.required
        ? []
        : [`~ ${place} is ${now.required ? 'required' : 'optional'} now`]),
      ...(same ? [] : [`~ ${place} allows other values`]),
    ];
  });
}

interface DescribedOperation {
  signature: Signature;
  document: Json;
}

function described(operation: PublishedOperation, document: Json): DescribedOperation {
  return { signature: signatureOf(operation, document), document };
}
