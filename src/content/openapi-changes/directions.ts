import { isObject } from '../../json/index.ts';
import { pathsOf, type Specification, schemasOf } from '../specification.ts';
import type { Direction } from './fields.ts';

/** Which schemas are sent and which are read: those reachable from requests or responses. */
export function directionsOf(specification: Specification): (schema: string) => Direction {
  const named = new Map(
    Object.entries(schemasOf(specification)).map(([name, schema]) => [name, refsIn(schema)]),
  );
  const components = isObject(specification.components) ? specification.components : {};
  const sent: unknown[] = [components.parameters, components.requestBodies];
  const read: unknown[] = [components.responses, components.headers];
  for (const item of pathsOf(specification).values()) {
    for (const [key, operation] of Object.entries(item)) {
      if (key === 'parameters') sent.push(operation);
      else if (isObject(operation)) {
        read.push(operation.responses);
        sent.push(operation.parameters, operation.requestBody);
      }
    }
  }
  const requests = reachable(sent.flatMap(refsIn), named);
  const responses = reachable(read.flatMap(refsIn), named);
  return (schema) => {
    const side = { request: requests.has(schema), response: responses.has(schema) };
    // An unreferenced schema may be used from outside, either way.
    return side.request || side.response ? side : { request: true, response: true };
  };
}

function reachable(
  from: readonly string[],
  named: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    left.push(...(named.get(name) ?? []));
  }
  return found;
}

/** The names of all schemas that a part of a document refers to, at any depth. */
export function refsIn(part: unknown): string[] {
  const found = new Set<string>();
  const left = [part];
  for (let node = left.pop(); left.length > 0 || node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { $ref } = node as { $ref?: unknown };
    const name =
      typeof $ref === 'string' ? /^#\/(?:components\/schemas|definitions)\/(.+)$/.exec($ref) : null;
    if (name?.[1] !== undefined) found.add(name[1]);
    left.push(...Object.values(node));
  }
  return [...found];
}
