import { parse } from 'yaml';

type Json = unknown;
type Members = Record<string, Json>;

/** An operation of an OpenAPI document with all references resolved. */
export interface Operation {
  /** In upper case. */
  method: string;
  /** With parameter names in braces. */
  path: string;
  operationId?: string;
  /** All values by their path, such as `parameters.limit.schema.maximum`. */
  facts: ReadonlyMap<string, Json>;
}

export interface Specification {
  version: string;
  operations: readonly Operation[];
}

/** The change of an operation from one version to the next. */
export interface OperationChange {
  operation: Operation;
  /** Its former path, if it moved. */
  movedFrom?: Operation;
  what: string[];
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Descriptions that do not affect how an operation is called. */
const PROSE = /(?:^|\.)(?:description|summary|example|examples|tags)(?:\.|$)/;

/** Maximum number of reported differences for one operation. */
const MAX_TOLD = 8;

/** Reads an OpenAPI document, JSON or YAML. */
export function readSpecification(text: string): Specification {
  const document = parse(text) as Members;
  const info = document.info as { version?: string } | undefined;
  const paths = Object.entries((document.paths ?? {}) as Record<string, Members>);
  return {
    version: info?.version ?? 'without a version',
    operations: paths.flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => METHODS.has(method))
        .map(([method, value]) => operationIn(document, path, item, method, value as Members)),
    ),
  };
}

function operationIn(document: Members, path: string, item: Members, method: string, own: Members) {
  const parameters = [...asList(item.parameters), ...asList(own.parameters)];
  const resolvedOperation = resolved(document, { ...own, parameters }, new Set()) as Members;
  const { operationId, ...called } = resolvedOperation;
  const facts = new Map<string, Json>();
  collect('', { ...called, parameters: byName(called.parameters) }, facts);
  return {
    method: method.toUpperCase(),
    path,
    ...(operationId !== undefined && { operationId: String(operationId) }),
    facts,
  };
}

/** Changes of the new version to operations of the old one. */
export function changesBetween(before: Specification, after: Specification): OperationChange[] {
  return before.operations.flatMap((old): OperationChange[] => {
    const now =
      after.operations.find(({ method, path }) => method === old.method && path === old.path) ??
      after.operations.find(({ operationId }) => operationId && operationId === old.operationId);
    if (!now) return [{ operation: old, what: ['removed'] }];
    const moved = now.path !== old.path || now.method !== old.method;
    const what = [
      ...(moved ? [`was \`${old.method} ${old.path}\``] : []),
      ...differences(old.facts, now.facts),
    ];
    if (what.length === 0) return [];
    return [{ operation: now, what, ...(moved && { movedFrom: old }) }];
  });
}

function differences(before: Operation['facts'], after: Operation['facts']): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !PROSE.test(name),
  );
  const differences = names.flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    if (name === 'deprecated') return [is === true ? 'deprecated' : 'no longer deprecated'];
    if (was === undefined) return [`\`${name}\` is new: ${shown(is)}`];
    if (is === undefined) return [`\`${name}\` was removed`];
    return [`\`${name}\`: ${shown(was)} → ${shown(is)}`];
  });
  const more = differences.length - MAX_TOLD;
  return more > 0 ? [...differences.slice(0, MAX_TOLD), `${more} more differences`] : differences;
}

function shown(value: Json): string {
  return `\`${JSON.stringify(value)}\``;
}

/** The value with local references resolved; a recursive one stays a reference. */
function resolved(document: Members, value: Json, within: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item, within));
  if (!isObject(value)) return value;
  const { $ref: reference } = value;
  if (typeof reference === 'string' && reference.startsWith('#/') && !within.has(reference)) {
    return resolved(document, named(document, reference), new Set([...within, reference]));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolved(document, member, within)]),
  );
}

function named(document: Members, reference: string): Json {
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json>((value, part) => (isObject(value) ? value[part] : undefined), document);
}

function byName(parameters: Json): Members {
  return Object.fromEntries(
    asList(parameters).map(({ name, ...rest }) => [String(name), rest] as const),
  );
}

function collect(at: string, value: Json, facts: Map<string, Json>): void {
  if (typeof value !== 'object' || value === null) {
    facts.set(at, value);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    collect(at === '' ? name : `${at}.${name}`, member, facts);
  }
}

function asList(value: Json): Members[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: Json): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
