import { type Fields, isObject } from '../json/index.ts';

/** The parts of an OpenAPI document that are read here. Nothing says that a document is valid. */
export interface Specification {
  openapi?: unknown;
  swagger?: unknown;
  info?: unknown;
  servers?: unknown;
  paths?: unknown;
  components?: unknown;
  definitions?: unknown;
}

/** One operation of a specification, and its location. */
export interface SpecificationOperation {
  /** In lower case, as in the document. */
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/**
 * The specification within the content of a version. Services differ: its `filesystem` is a list of files with an
 * entry point, an object of documents or files by name, or the document itself.
 */
export function specificationIn(content: { filesystem?: unknown }): Specification | undefined {
  const { filesystem } = content;
  const entries = Object.values(filesystem ?? {});
  const first = entries.find((entry) => (entry as SpecificationFile | null)?.isEntrypoint === true);
  return [filesystem, first, ...entries]
    .flatMap((entry) => [entry, (entry as SpecificationFile | null | undefined)?.specification])
    .find(isSpecification);
}

interface SpecificationFile {
  isEntrypoint?: boolean;
  specification?: unknown;
}

function isSpecification(value: unknown): value is Specification {
  return typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value);
}

/** The named schemas of an OpenAPI 2 or 3 document. */
export function schemasOf({ components, definitions }: Specification): Fields {
  const schemas = isObject(components) ? components.schemas : undefined;
  return [schemas, definitions].find(isObject) ?? {};
}

/** What a specification says about each path, which includes its operations. */
export function pathsOf({ paths }: Specification): Map<string, Fields> {
  const items = Object.entries(isObject(paths) ? paths : {});
  return new Map(items.filter((item): item is [string, Fields] => isObject(item[1])));
}

/** All operations of a specification, in document order. */
export function operationsOf(specification: Specification): SpecificationOperation[] {
  return [...pathsOf(specification)].flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ method, path, ...namesOf(operation) })),
  );
}

function namesOf(operation: unknown): Pick<SpecificationOperation, 'operationId' | 'summary'> {
  const { operationId, summary } = isObject(operation) ? operation : {};
  return {
    ...(typeof operationId === 'string' && operationId !== '' && { operationId }),
    ...(typeof summary === 'string' && summary !== '' && { summary }),
  };
}

/** The title that a specification gives the API; empty if it gives none. */
export function apiTitleOf({ info }: Specification): string {
  const { title } = isObject(info) ? info : {};
  return typeof title === 'string' ? title.trim() : '';
}
