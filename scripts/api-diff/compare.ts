import type { Operation } from '../../src/operations/index.ts';
import {
  type Json,
  normalized,
  type PublishedOperation,
  publishedOperations,
} from '../published.ts';
import { sameValues } from './same-values.ts';
import { type Signature, signatureOf } from './signature.ts';

/** What another version of the API has differently from what is known here. */
export interface Differences {
  /** Operations that are not known yet, with their names. */
  added: string[];
  /** Tools whose operation is not there. */
  removed: string[];
  /** Tools whose operation takes something else, and what. */
  changed: { tool: string; route: string; changes: string[] }[];
}

/**
 * Compares another description with the one that the records are made from. An operation is found again by its
 * method and path. Known are those of the records, ended ones too, and those that the own description has.
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

/** The operation takes something else: what is gone (-), new (+) and different (~). */
function changesOf(before: Described, after: Described): string[] {
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

interface Described {
  signature: Signature;
  document: Json;
}

function described(operation: PublishedOperation, document: Json): Described {
  return { signature: signatureOf(operation, document), document };
}
