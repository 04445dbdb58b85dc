import { Ajv, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { installed, type Json, readDescription, resolve } from '../../scripts/published.ts';
import type { Method, RouteTemplate } from '../../src/operations/index.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
}

/** One operation of a published OpenAPI description. */
export interface PublishedOperation {
  version: string;
  path: string;
  parameters: (Parameter & { readonly validate: ValidateFunction })[];
  /** Undefined when the operation takes no body. */
  readonly validateBody: ValidateFunction | undefined;
  /** Names of the fields that the body may have in any of its forms. */
  bodyFields: string[];
  /**
   * JSON types of the answer at a path of field names, with `[]` for the items of a list. Empty if the description
   * has no such field.
   */
  answerTypes: (path: readonly string[]) => string[];
  /** Whether every answer has the field at such a path, provided that it has the object that contains the field. */
  answerRequires: (path: readonly string[]) => boolean;
}

/** Halves the time to compile the large schemas of a description, which validate only few values each. */
export const FOR_DESCRIPTIONS: Options = {
  strict: false,
  allErrors: true,
  logger: false,
  inlineRefs: false,
  code: { optimize: false },
};

/** Validators are compiled on first use, because compiling all of them takes seconds. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const escaped = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
const typeOf = (schema: Json): string[] => {
  const types = [schema.type as unknown as string | string[] | undefined].flat();
  const named = types.filter((type) => type !== undefined);
  if (named.length > 0) return named.map((type) => (type === 'integer' ? 'number' : type));
  if (schema.properties) return ['object'];
  return schema.enum ? ['string'] : [];
};

const pointer = (...segments: string[]) => `#/${segments.map(escaped).join('/')}`;

/** A description that validates values against its schemas in place. */
class PublishedDescription {
  private readonly ajv = new Ajv(FOR_DESCRIPTIONS);
  private readonly document: Json;

  readonly version: string;

  constructor(version: string) {
    this.version = version;
    this.document = readDescription(installed(version));
    formats.default(this.ajv);
    this.ajv.addSchema(this.document, version, undefined, false);
  }

  operation(method: Method, path: string): PublishedOperation | undefined {
    const verb = method.toLowerCase();
    const item = this.document.paths?.[path];
    const operation = item?.[verb];
    if (!item || !operation) return undefined;
    const at = ['paths', path];
    const listed = [...this.parametersAt(item, at), ...this.parametersAt(operation, [...at, verb])];
    const body = [...at, verb, 'requestBody', 'content', 'application/json', 'schema'];
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    const validateBody = once(() => (schema ? this.validator(pointer(...body)) : undefined));
    const schemasAt = this.finder(this.answerOf(operation));
    return {
      version: this.version,
      path,
      parameters: listed,
      get validateBody() {
        return validateBody();
      },
      bodyFields: schema ? this.fieldsOf(schema) : [],
      answerTypes: (path) => {
        const forms = schemasAt(path).flatMap((schema) => this.formsOf(schema));
        return [...new Set(forms.flatMap(typeOf))];
      },
      answerRequires: (path) => {
        const holders = schemasAt(path.slice(0, -1));
        return holders.every((holder) => this.requires(holder, path.at(-1) ?? ''));
      },
    };
  }

  /** Whether the route is described, whatever its parameters are called. */
  has(method: Method, path: string): boolean {
    const anonymous = (template: string) => template.replaceAll(/\{\w+\}/g, '{}');
    return Object.entries(this.document.paths ?? {}).some(
      ([described, item]) =>
        anonymous(described) === anonymous(path) && method.toLowerCase() in (item as Json),
    );
  }

  private parametersAt(holder: Json, at: string[]): PublishedOperation['parameters'] {
    const entries = (holder.parameters ?? []) as unknown as Json[];
    return entries.map((entry, index) => {
      const location = entry.$ref ?? pointer(...at, 'parameters', String(index));
      const parameter = this.resolve(entry) as unknown as Parameter;
      const validate = once(() => this.validator(`${location}/schema`));
      return {
        ...parameter,
        get validate() {
          return validate();
        },
      };
    });
  }

  private validator(location: string): ValidateFunction {
    return this.ajv.compile({ $ref: `${this.version}${location}` });
  }

  private resolve(node: Json): Json {
    return resolve(node, this.document);
  }

  /** The schema of the success answer; none if it has no body. */
  private answerOf(operation: Json): Json[] {
    const responses = Object.entries(operation.responses ?? {});
    const success = responses.filter(([status]) => status.startsWith('2'));
    return success.flatMap(([, response]) =>
      Object.values<Json>(this.resolve(response as Json).content ?? {}).flatMap(
        ({ schema }) => schema ?? [],
      ),
    );
  }

  /** Finds the schemas at a path below these, and remembers those that it has found. */
  private finder(roots: Json[]): (path: readonly string[]) => Json[] {
    const found = new Map([['', roots]]);
    const schemasAt = (path: readonly string[]): Json[] => {
      const key = path.join('/');
      const known = found.get(key);
      if (known) return known;
      const name = path.at(-1) ?? '';
      const forms = schemasAt(path.slice(0, -1)).flatMap((schema) => this.formsOf(schema));
      const schemas = new Set(
        forms.map((form) => (name === '[]' ? form.items : form.properties?.[name])),
      );
      const listed = [...schemas].filter((schema) => schema !== undefined);
      found.set(key, listed);
      return listed;
    };
    return schemasAt;
  }

  private requires(schema: Json, name: string): boolean {
    const { required = [], allOf = [], oneOf = [], anyOf = [] } = this.resolve(schema);
    const [all, ...choices] = [allOf, oneOf, anyOf] as unknown as Json[][];
    return (
      (required as unknown as string[]).includes(name) ||
      (all ?? []).some((part) => this.requires(part, name)) ||
      choices.some((forms) => forms.length > 0 && forms.every((form) => this.requires(form, name)))
    );
  }

  /** A schema and all its components. */
  private formsOf(schema: Json): Json[] {
    const resolved = this.resolve(schema);
    const { allOf = [], oneOf = [], anyOf = [] } = resolved;
    const parts = [allOf, oneOf, anyOf].flat() as unknown as Json[];
    return [resolved, ...parts.flatMap((part) => this.formsOf(part))];
  }

  private fieldsOf(schema: Json): string[] {
    return this.formsOf(schema).flatMap(({ properties = {} }) => Object.keys(properties));
  }
}

const descriptions = ['0.202.0', '0.143.2', '0.91.0'].map(
  (version) => new PublishedDescription(version),
);

/** The operation in each published version that has it; paths are relative to `/v1`. */
export function publishedOperations(method: Method, path: string): PublishedOperation[] {
  return descriptions.flatMap((description) => description.operation(method, path) ?? []);
}

/** Whether a published version has a route of the records, `METHOD /v1/path`. */
export function hasRoute(version: string, route: RouteTemplate): boolean {
  const [method, path] = route.split(' /v1') as [Method, string];
  return descriptions.some(
    (description) => description.version === version && description.has(method, path),
  );
}
