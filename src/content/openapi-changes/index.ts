import { isObject } from '../../json/index.ts';
import { turns } from '../../turns.ts';
import {
  operationsOf,
  pathsOf,
  type Specification,
  type SpecificationOperation,
  schemasOf,
} from '../specification.ts';
import { directionsOf, refsIn } from './directions.ts';
import { documentChanges } from './document.ts';
import { type Direction, type FieldChange, same, schemaChanges } from './fields.ts';
import { operationChanges, type SpecifiedOperation } from './operations.ts';

export type { FieldChange };

/** The change of one operation or schema. */
export interface Changed {
  name: string;
  change: 'added' | 'removed' | 'changed';
  breaking?: true;
  /** The differences, if it exists in both versions. */
  fields?: FieldChange[];
  /** Operations and schemas that refer to a schema, in the new version. */
  usedBy?: string[];
}

export interface SpecificationChanges {
  /** Statements about the API as a whole. */
  document: FieldChange[];
  operations: Changed[];
  schemas: Changed[];
}

/**
 * The differences between two versions of a specification: of the API as a whole, by operation and by named schema.
 * Operations are the same if method and path are, whatever their path parameters are called. Yields to other work in
 * between.
 */
export async function compareSpecifications(
  before: Specification,
  after: Specification,
): Promise<SpecificationChanges> {
  const pause = turns();
  const operations: Changed[] = [];
  const [was, is] = [operationsBy(before), operationsBy(after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [first, second] = [was.get(key), is.get(key)];
    const changed = compareEntry(nameOf(second ?? first), first, second, () =>
      operationChanges(
        [before, first as SpecifiedOperation],
        [after, second as SpecifiedOperation],
      ),
    );
    if (changed) operations.push(changed);
    await pause();
  }
  return {
    document: documentChanges(before, after),
    operations,
    schemas: await schemasBetween(before, after, pause),
  };
}

async function schemasBetween(
  before: Specification,
  after: Specification,
  pause: () => Promise<void> | undefined,
): Promise<Changed[]> {
  const [was, is] = [
    new Map(Object.entries(schemasOf(before))),
    new Map(Object.entries(schemasOf(after))),
  ];
  const sides = [directionsOf(before), directionsOf(after)];
  const users = usersOf(after);
  const schemas: Changed[] = [];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [first, second] = [was.get(name), is.get(name)];
    const side = inBoth(sides.map((of) => of(name)));
    const changed = compareEntry(name, first, second, () => schemaChanges(first, second, side));
    const usedBy = users.get(name);
    if (changed) schemas.push({ ...changed, ...(usedBy && { usedBy: [...usedBy] }) });
    await pause();
  }
  return schemas;
}

function compareEntry(
  name: string,
  was: unknown,
  is: unknown,
  fieldsOf: () => FieldChange[],
): Changed | undefined {
  if (was === undefined) return { name, change: 'added' };
  if (is === undefined) return { name, change: 'removed', breaking: true };
  if (same(was, is)) return undefined;
  const fields = fieldsOf();
  if (fields.length === 0) return undefined;
  const isBreaking = fields.some(({ breaking }) => breaking);
  return { name, change: 'changed', ...(isBreaking && { breaking: true }), fields };
}

function inBoth(sides: readonly Direction[]): Direction {
  return {
    request: sides.some(({ request }) => request),
    response: sides.some(({ response }) => response),
  };
}

function operationsBy(specification: Specification): Map<string, SpecifiedOperation> {
  const paths = pathsOf(specification);
  const found = operationsOf(specification).map(
    ({ method, path }: SpecificationOperation): [string, SpecifiedOperation] => {
      const item = paths.get(path) ?? {};
      const shared = Array.isArray(item.parameters) ? item.parameters : [];
      const operation = isObject(item[method]) ? item[method] : {};
      const key = `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
      return [key, { path, method, operation, shared }];
    },
  );
  return new Map(found);
}

function nameOf(operation: SpecifiedOperation | undefined): string {
  return operation ? `${operation.method.toUpperCase()} ${operation.path}` : '';
}

/** For each named schema, what refers to it directly. */
function usersOf(specification: Specification): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  const note = (user: string, part: unknown) => {
    for (const name of refsIn(part)) users.set(name, (users.get(name) ?? new Set()).add(user));
  };
  for (const operation of operationsBy(specification).values()) {
    note(nameOf(operation), [operation.operation, operation.shared]);
  }
  for (const [name, schema] of Object.entries(schemasOf(specification))) note(name, schema);
  return users;
}
