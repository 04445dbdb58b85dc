/** The parts of an OpenAPI document that are read here. */
export interface Specification {
  openapi?: string;
  swagger?: string;
  info?: unknown;
  servers?: unknown;
  paths?: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, unknown> };
  definitions?: Record<string, unknown>;
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
export function schemasOf({ components, definitions }: Specification): Record<string, unknown> {
  return components?.schemas ?? definitions ?? {};
}

/** All operations of a specification, in document order. */
export function operationsOf({ paths = {} }: Specification): SpecificationOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => {
        const { operationId, summary } = operation as Partial<SpecificationOperation>;
        return { method, path, ...(operationId && { operationId }), ...(summary && { summary }) };
      }),
  );
}

/** The title that a specification gives the API; empty if it gives none. */
export function apiTitleOf({ info }: Specification): string {
  const { title } = (info ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title.trim() : '';
}
