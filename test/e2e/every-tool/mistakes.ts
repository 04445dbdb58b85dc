interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** A tool as a client lists it. */
export interface Listed {
  name: string;
  inputSchema: Schema;
  outputSchema: object;
  annotations: { readOnlyHint: boolean };
}

/** A call with one thing wrong with it. */
export interface Mistake {
  what: string;
  args: Record<string, unknown>;
  /** What the refusal has to name. */
  names: string;
  /** The call names something that is not there: to take that away is done already. */
  absent?: true;
}

type Args = Record<string, unknown>;

/** Values that no repair turns into one of the type. */
const WRONG: Record<string, unknown> = {
  string: { no: 'text' },
  number: 'many',
  integer: 'many',
  boolean: 'perhaps',
  array: 7,
  object: 'no object',
};

/** Ids that must not lead anywhere else: to another place of the API, or past its end. */
const HOSTILE_IDS = ['..', '../..', 'a/b', '.', 'a\u200bb', 'no-such-thing-0001'];

const ID = /Id$|^(specSlug|fieldName)$/;

/** What is made where it is not there yet: any name is right. */
const MADE_ON_DEMAND = ['set_openapi_spec'];

/** Every way in which a valid call can be wrong that its own schema tells. */
export function* mistakesOf({ name, inputSchema }: Listed, valid: Args): Generator<Mistake> {
  const { properties = {}, required = [] } = inputSchema;
  yield { what: 'unknown argument', args: { ...valid, nonsense: 1 }, names: 'nonsense' };
  for (const missing of required) {
    const { [missing]: _, ...rest } = valid;
    yield { what: `without ${missing}`, args: rest, names: missing };
  }
  for (const [argument, { type, enum: values }] of Object.entries(properties)) {
    const [plain = ''] = [type].flat();
    if (plain in WRONG) {
      yield { what: 'wrong type', args: { ...valid, [argument]: WRONG[plain] }, names: argument };
    }
    if (values) {
      yield {
        what: 'outside of the values',
        args: { ...valid, [argument]: 'none-of-them' },
        names: argument,
      };
    }
    if (!ID.test(argument) || !required.includes(argument)) continue;
    if (MADE_ON_DEMAND.includes(name)) continue;
    for (const id of HOSTILE_IDS) {
      yield { what: 'a wrong id', args: { ...valid, [argument]: id }, names: '', absent: true };
    }
  }
}
