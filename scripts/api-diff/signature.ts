import { type Json, type PublishedOperation, resolve } from '../published.ts';

/** One input of an operation, such as `query limit` or `body title`. */
export interface InputField {
  required: boolean;
  /** The possible schemas of its value, as the description has them. */
  schemas: readonly Json[];
}

/** All inputs of an operation, by position. */
export type Signature = ReadonlyMap<string, InputField>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Json;
}

/**
 * The parameters and body fields of an operation. Path parameters are positional: renaming one changes no request.
 */
export function signatureOf({ definition, item }: PublishedOperation, document: Json): Signature {
  const parameters = [item, definition]
    .flatMap((holder) => (holder.parameters ?? []) as unknown as Json[])
    .map((parameter) => resolve(parameter, document) as unknown as Parameter)
    .filter((parameter) => parameter.in !== 'path')
    .map(({ in: place, name, required = false, schema = {} }): [string, InputField] => [
      `${place} ${name}`,
      { required, schemas: [schema] },
    ]);
  return new Map([...parameters, ...bodyFields(definition, document)]);
}

function bodyFields({ requestBody }: Json, document: Json): [string, InputField][] {
  if (!requestBody) return [];
  const { content = {} } = resolve(requestBody, document);
  return Object.entries<Json>(content).flatMap(
    ([type, { schema = {} }]): [string, InputField][] => {
      const forms = formsOf(schema, document);
      const names = new Set(forms.flatMap(({ properties }) => [...properties.keys()]));
      if (names.size === 0) {
        return [[`body (${type})`, { required: true, schemas: [schema] }]];
      }
      return [...names].map((name) => [
        `body ${name}`,
        {
          required: forms.every(({ required }) => required.has(name)),
          schemas: forms.flatMap(({ properties }) => properties.get(name) ?? []),
        },
      ]);
    },
  );
}

/** One of the objects that a schema allows. */
interface ObjectForm {
  properties: Map<string, Json>;
  required: Set<string>;
}

function formsOf(schema: Json, document: Json): ObjectForm[] {
  const { properties = {}, required, allOf, oneOf, anyOf } = resolve(schema, document);
  const own: ObjectForm = {
    properties: new Map(Object.entries<Json>(properties)),
    required: new Set((required ?? []) as unknown as string[]),
  };
  const parts = list(allOf).map((part) => formsOf(part, document));
  const alternatives = [...list(oneOf), ...list(anyOf)].flatMap((one) => formsOf(one, document));
  return [...parts, alternatives]
    .filter((forms) => forms.length > 0)
    .reduce((forms, next) => forms.flatMap((form) => next.map((one) => joined(form, one))), [own]);
}

function joined(one: ObjectForm, other: ObjectForm): ObjectForm {
  return {
    properties: new Map([...one.properties, ...other.properties]),
    required: new Set([...one.required, ...other.required]),
  };
}

const list = (value: Json | undefined) => (value ?? []) as unknown as Json[];
