import { type Fields, isObject } from '../../json/index.ts';
import type { Specification } from '../specification.ts';
import {
  brief,
  changed,
  describedBy,
  type FieldChange,
  joinedPath,
  same,
  schemaChanges,
} from './fields.ts';

const REQUEST = { request: true, response: false };
const RESPONSE = { request: false, response: true };

/** An operation merged with the parts that its path shares. */
export interface SpecifiedOperation {
  path: string;
  method: string;
  operation: Fields;
  shared: readonly unknown[];
}

/** The differences of one operation between two specifications. */
export function operationChanges(
  [before, was]: [Specification, SpecifiedOperation],
  [after, is]: [Specification, SpecifiedOperation],
): FieldChange[] {
  return [
    ...(was.path === is.path ? [] : [{ at: 'path', from: was.path, to: is.path }]),
    ...parameterChanges(parametersOf(before, was), parametersOf(after, is)),
    ...bodyChanges(
      resolved(before, was.operation.requestBody),
      resolved(after, is.operation.requestBody),
    ),
    ...responseChanges([before, was.operation.responses], [after, is.operation.responses]),
    ...otherChanges(was.operation, is.operation),
  ];
}

/** Parameters keyed by location and name; path parameters by position. */
function parametersOf(
  specification: Specification,
  { path, operation, shared }: SpecifiedOperation,
) {
  const own = Array.isArray(operation.parameters) ? operation.parameters : [];
  const found = new Map<string, Fields>();
  const inPath = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  for (const listed of [...shared, ...own]) {
    const parameter = resolved(specification, listed);
    if (!isObject(parameter)) continue;
    const { name, in: where } = parameter;
    const at = where === 'path' ? `path.${inPath.indexOf(String(name))}` : `${where}.${name}`;
    found.set(at, parameter);
  }
  return found;
}

function parameterChanges(was: ReadonlyMap<string, Fields>, is: ReadonlyMap<string, Fields>) {
  const found: FieldChange[] = [];
  for (const at of new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(at), is.get(at)];
    const named = (after ?? before) as Fields;
    const place = `parameters.${String(named.in)}.${String(named.name)}`;
    if (!after) found.push({ at: place, from: kindOf(before), breaking: true });
    else if (!before) {
      const isRequired = after.required === true;
      const description = describedBy(after, schemaOf(after));
      found.push({
        ...{ at: place, to: kindOf(after), ...description },
        ...(isRequired && { breaking: true }),
      });
    } else {
      found.push(...requirementChange(before, after, place));
      found.push(...schemaChanges(schemaOf(before), schemaOf(after), REQUEST, place));
      found.push(...noteChange(before, after, place));
    }
  }
  return found;
}

function requirementChange(was: Fields, is: Fields, place: string): FieldChange[] {
  const [from, to] = [was.required === true, is.required === true];
  if (from === to) return [];
  return [{ at: `${place}.required`, from, to, ...(to && { breaking: true }) }];
}

function noteChange(was: Fields, is: Fields, place: string): FieldChange[] {
  return ['description', 'deprecated'].flatMap((name) =>
    same(was[name], is[name]) ? [] : [changed(joinedPath(place, name), was[name], is[name])],
  );
}

function bodyChanges(was: unknown, is: unknown): FieldChange[] {
  const at = 'requestBody';
  if (!isObject(was) && !isObject(is)) return [];
  if (!isObject(is)) return [{ at, from: 'a body', breaking: true }];
  if (!isObject(was)) {
    return [{ at, to: 'a body', ...(is.required === true && { breaking: true }) }];
  }
  return [
    ...requirementChange(was, is, at),
    ...contentChanges(was, is, at, REQUEST),
    ...noteChange(was, is, at),
  ];
}

function responseChanges(
  [before, was]: [Specification, unknown],
  [after, is]: [Specification, unknown],
): FieldChange[] {
  const [old, now] = [isObject(was) ? was : {}, isObject(is) ? is : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((status) => {
    const at = `responses.${status}`;
    const [first, second] = [resolved(before, old[status]), resolved(after, now[status])];
    if (!isObject(first)) return [{ at, to: brief(descriptionOf(second)) }];
    if (!isObject(second)) {
      const breaking = /^[2d]/.test(status) && { breaking: true as const };
      return [{ at, from: brief(descriptionOf(first)), ...breaking }];
    }
    return [...contentChanges(first, second, at, RESPONSE), ...noteChange(first, second, at)];
  });
}

/** The schemas of a body by media type. Before version 3 there is only one, and none in a request. */
function contentChanges(was: Fields, is: Fields, at: string, side: typeof REQUEST): FieldChange[] {
  const [old, now] = [contentOf(was), contentOf(is)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((type) => {
    const place = type === 'application/json' || type === '' ? at : `${at}.${type}`;
    if (!(type in now)) return [{ at: place, from: type, breaking: true as const }];
    if (!(type in old)) return [{ at: place, to: type }];
    return schemaChanges(old[type], now[type], side, place);
  });
}

function contentOf({ content, schema }: Fields): Fields {
  if (schema !== undefined) return { '': schema };
  if (!isObject(content)) return {};
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, isObject(media) ? media.schema : {}]),
  );
}

function otherChanges(was: Fields, is: Fields): FieldChange[] {
  const found = ['operationId', 'summary', 'description', 'deprecated', 'tags'].flatMap((name) =>
    same(was[name], is[name]) ? [] : [changed(name, was[name], is[name])],
  );
  if (same(was.security, is.security)) return found;
  const { from, to } = { from: schemesIn(was.security), to: schemesIn(is.security) };
  return [...found, { at: 'security', from, to, breaking: true }];
}

/** The security schemes that requests need, in words. */
export function schemesIn(security: unknown): string {
  if (!Array.isArray(security)) return 'as for all';
  return security.map((one) => Object.keys(one ?? {}).join(' and ')).join(' or ') || 'none';
}

function schemaOf(parameter: Fields): unknown {
  if (parameter.schema !== undefined) return parameter.schema;
  const { name: _, in: __, required: ___, description: ____, ...schema } = parameter;
  return schema;
}

function kindOf(parameter: Fields | undefined): unknown {
  const schema = parameter && schemaOf(parameter);
  return parameter?.required === true ? `${brief(schema)}, required` : brief(schema);
}

function descriptionOf(response: unknown): unknown {
  return isObject(response) ? (response.description ?? 'a response') : 'a response';
}

const MAX_STEPS = 10;

/** Resolves a reference within the document: parameters, bodies and responses may be shared. */
function resolved(specification: Specification, reference: unknown): unknown {
  let node = reference;
  for (let steps = 0; steps < MAX_STEPS && isObject(node); steps += 1) {
    const { $ref } = node;
    if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return node;
    node = $ref
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(
        (inner, part) => (isObject(inner) && Object.hasOwn(inner, part) ? inner[part] : undefined),
        specification,
      );
  }
  return node;
}
