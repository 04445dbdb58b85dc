import type { Changed, FieldChange } from '../openapi-changes/index.ts';
import { apiTitleOf, operationsOf, type Specification } from '../specification.ts';
import { type Fact, factsInTexts, outdatedFacts } from './facts.ts';
import { namesIn } from './names.ts';

/** The clues that a text mentions a change. Plain data, so that a worker thread can search for them. */
export interface Clues {
  /** Paths and ids of changed operations, and names of changed schemas; other names are of their fields. */
  subjects: string[];
  /** Names that rarely mean anything else: `X-Tenant`, `wait_seconds`, `listSolutions`. */
  names: NameWithValues[];
  /** Names that are ordinary words; their former values make them specific. */
  words: NameWithValues[];
  /** Paths of operations, as in the document. */
  paths: string[];
  /** The title of the API, if it is more than one word. */
  titles: string[];
  /** Where the API is served. */
  servers: string[];
  facts: Fact[];
}

/** A name, and the values that are no longer true of it. */
export interface NameWithValues {
  name: string;
  values: string[];
}

/** The clues in a list of changes, and in the changes of statements about the API as a whole. */
export function cluesOf(
  changes: readonly Changed[],
  specifications: readonly Specification[],
  document: readonly FieldChange[] = [],
): Clues {
  const values = new Map<string, Set<string>>();
  const paths = new Set<string>();
  const subjects = new Set<string>();
  const operationIds = operationIdsOf(specifications);
  const note = (name: string, stated: readonly string[] = []) => {
    if (name === '') return;
    const known = values.get(name) ?? new Set();
    for (const value of stated) known.add(value);
    values.set(name, known);
  };
  for (const { name, fields = [] } of changes) {
    const path = name.slice(name.indexOf(' ') + 1);
    if (path.startsWith('/')) {
      paths.add(path);
      for (const id of operationIds.get(name) ?? []) {
        subjects.add(id);
        note(id);
      }
    } else {
      subjects.add(name);
      note(name);
    }
    for (const { at, from, to } of fields) {
      if (at === 'path') paths.add(String(from));
      else if (at === 'operationId') for (const id of [from, to]) note(String(id ?? ''));
      // No text mentions yet what was added under a new name.
      else if (from !== undefined || to === undefined) {
        const former = formerValues(from, to);
        note(fieldOf(at), former);
        // A removed choice such as `eight_hours` is specific enough by itself.
        if (Array.isArray(from))
          for (const value of former.filter(isDistinctive)) note(value, [value]);
      }
    }
  }
  const named = [...values].map(([name, former]) => ({ name, values: [...former] }));
  return {
    subjects: [...paths, ...subjects],
    names: named.filter(({ name }) => isDistinct(name)),
    words: named.filter(({ name }) => !isDistinct(name)),
    paths: [...paths],
    titles: unique(specifications.map(apiTitleOf).filter((title) => /\S\s+\S/.test(title))),
    servers: unique(specifications.flatMap(serversOf)),
    facts: [
      ...outdatedFacts(changes, specifications.flatMap(operationsOf)),
      ...factsInTexts([...document, ...changes.flatMap(({ fields = [] }) => fields)]),
    ],
  };
}

/** The name of the innermost field of a path, such as `attempts` of `requestBody.attempts.maximum`. */
function fieldOf(at: string): string {
  return namesIn(at).at(-1) ?? '';
}

/** Whether a name is more than one lower-case or capitalised word. */
function isDistinct(name: string): boolean {
  return !/^\p{L}\p{Ll}*$/u.test(name);
}

/** Whether a value is so distinct that it means the same everywhere: `eight_hours`, but not `v1` or `open`. */
function isDistinctive(value: string): boolean {
  return isDistinct(value) && /^\p{L}.{4,}/u.test(value);
}

/** Values that are no longer true, as people write them. */
function formerValues(from: unknown, to: unknown): string[] {
  const kept = new Set(listOf(to));
  return listOf(from).flatMap((value) => {
    if (kept.has(value)) return [];
    if (typeof value === 'number') return unique([String(value), value.toLocaleString('en')]);
    return typeof value === 'string' && /^[\w.-]{3,40}$/.test(value) ? [value] : [];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The ids of operations, by method and path. */
function operationIdsOf(specifications: readonly Specification[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { method, path, operationId } of specifications.flatMap(operationsOf)) {
    const name = `${method.toUpperCase()} ${path}`;
    if (operationId) ids.set(name, (ids.get(name) ?? new Set()).add(operationId));
  }
  return ids;
}

function serversOf({ servers }: Specification): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server) =>
    typeof server?.url === 'string' ? [server.url.replace(/\/$/, '')] : [],
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
