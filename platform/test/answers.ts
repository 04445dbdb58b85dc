import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { installed, type Json, readDescription, resolve } from '../../scripts/published.ts';
import { FOR_DESCRIPTIONS } from '../../test/support/published.ts';
import { bodiesOf } from './asked.ts';
import type { ApiAnswer } from './support.ts';

/** A path of the contract in the notation of the descriptions. */
export function publishedPath(path: string): string {
  return path.replace('/v1', '').replace('{translationSettingsId}', '{translationId}');
}

/** A violation of a description: the location, without positions in lists, and the reason. */
export type Violation = string;

interface Description {
  components: { schemas: { Document: { oneOf: object[] } } };
  paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
}

/** The answers of one published OpenAPI description. */
export class PublishedAnswers {
  readonly version: string;
  readonly #ajv = new Ajv(FOR_DESCRIPTIONS);
  readonly #document: Description;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(version: string) {
    this.version = version;
    this.#document = readDescription(installed(version), allowNull) as unknown as Description;
    separateEmptyBody(this.#document);
    formats.default(this.#ajv);
    for (const format of ['emoji', 'icon']) this.#ajv.addFormat(format, true);
    this.#ajv.addSchema(this.#document, version, undefined, false);
  }

  /** Whether the description has the route, `METHOD /path` as the API writes it. */
  has(route: string): boolean {
    return this.#operation(route) !== undefined;
  }

  /** Where an answer violates its description. */
  violations(route: string, answer: ApiAnswer): Violation[] {
    const { status, text } = answer;
    const described = this.#operation(route)?.responses[status];
    if (!described) return [`status ${status} is not published`];
    const { content = {} } = resolve(described as Json, this.#document as unknown as Json);
    const [type] = Object.keys(content);
    if (type === undefined) return text === '' ? [] : [`status ${status} has a body`];
    if (text === '') return [`status ${status} has no body`];
    const segments = [...this.#at(route), 'responses', String(status), 'content', type, 'schema'];
    const validate = this.#validator(segments);
    const faults = bodiesOf(answer).flatMap((body) =>
      validate(body) ? [] : telling(validate.errors ?? []).map(describe),
    );
    return [...new Set(faults)];
  }

  #operation(route: string) {
    const [, path = '', method = ''] = this.#at(route);
    return this.#document.paths[path]?.[method];
  }

  #at(route: string): string[] {
    const [method = '', path = ''] = route.split(' ');
    return ['paths', publishedPath(path), method.toLowerCase()];
  }

  #validator(segments: readonly string[]): ValidateFunction {
    const escaped = segments.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'));
    const $ref = `${this.version}#/${escaped.join('/')}`;
    const validator = this.#validators.get($ref) ?? this.#ajv.compile({ $ref });
    this.#validators.set($ref, validator);
    return validator;
  }
}

/** Translates `nullable` to JSON Schema where there is no type; the validator only supports it beside a type. */
function allowNull(_name: string, value: unknown): unknown {
  const mayBeNull =
    typeof value === 'object' && value !== null && 'nullable' in value && !('type' in value);
  if (!mayBeNull) return value;
  const { nullable, ...schema } = value;
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}

/**
 * A body without text is described as an object without fields, but pages combine it with further fields, so no page
 * would be valid. Replaced by what is meant: the object has neither form of text.
 */
function separateEmptyBody({ components }: Description): void {
  const { oneOf } = components.schemas.Document;
  const empty = oneOf.findIndex((form) => 'additionalProperties' in form);
  oneOf[empty] = { not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] } };
}

/** Omits the errors of the individual forms of a union. */
function telling(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors
    .filter(({ keyword }) => keyword === 'oneOf')
    .map((error) => error.instancePath);
  return errors.filter(({ keyword, instancePath }) => {
    if (keyword === 'oneOf') return true;
    const holder = instancePath.slice(0, instancePath.lastIndexOf('/'));
    return !unions.includes(keyword === 'enum' ? holder : instancePath);
  });
}

function describe({ instancePath, message = '' }: ErrorObject): Violation {
  return `${instancePath.replaceAll(/\/\d+/g, '/[]')} ${message}`;
}
