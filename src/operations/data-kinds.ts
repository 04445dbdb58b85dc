import { z } from 'zod';

/** Kinds of strings in answers that are not text by people. */
export type DataKind = 'id' | 'word' | 'time' | 'address';

/** Marks the strings of answers that are not text. Stored beside the schemas, so that it is not published. */
const kinds = z.registry<{ data: DataKind }>();

/** The form of each kind. A value of any other form is treated as text, even if its record names a kind. */
const FORMS: Readonly<Record<DataKind, RegExp>> = {
  id: /^[\w.:@+~-]{1,128}$/,
  word: /^[A-Za-z][\w.:-]{0,63}$/,
  time: /^\d{4}-\d\d-\d\d(?:T[\d:.]{4,18}(?:Z|[+-]\d\d:?\d\d)?)?$/,
  address: /^https?:\/\/[^\s<>"'`\\^{|}]{1,2048}$/,
};

/** Marks a field as something other than text by people. */
export function dataOf<T extends z.ZodType>(data: DataKind, field: T): T {
  kinds.add(field, { data });
  return field;
}

/** What is known about an answer: the kind or the values of a string, or the kinds of an object's members. */
type KnownKinds = RegExp | ReadonlySet<string> | ReadonlyMap<string, KnownKinds> | undefined;

/**
 * Members that any object may have in addition to its schema: its type, its location, whether it is a draft, and how
 * much of a list it has.
 */
const EVERYWHERE: readonly (readonly [string, KnownKinds])[] = [
  ['object', FORMS.word],
  ['count', undefined],
  ['more', undefined],
  ['draft', undefined],
  [
    'urls',
    new Map(
      ['app', 'published', 'preview', 'public', 'location'].map((name) => [name, FORMS.address]),
    ),
  ],
];

const known = new WeakMap<z.ZodType, { form: KnownKinds }>();

/**
 * Whether an answer contains text by people: any string, or member name, that its record's schema does not mark as
 * something else.
 */
export function hasForeignText(answer: unknown, schema: z.ZodType): boolean {
  const form = known.get(schema) ?? { form: formOf(schema) };
  known.set(schema, form);
  return isForeign(answer, form.form);
}

function isForeign(value: unknown, form: KnownKinds): boolean {
  if (typeof value === 'string') return !isKnown(value, form);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => isForeign(item, form));
  if (!(form instanceof Map)) return Object.keys(value).length > 0;
  for (const key of Object.keys(value)) {
    if (!form.has(key) || isForeign((value as Record<string, unknown>)[key], form.get(key))) {
      return true;
    }
  }
  return false;
}

function isKnown(text: string, form: KnownKinds): boolean {
  if (form instanceof RegExp) return form.test(text);
  return form instanceof Set && form.has(text);
}

function formOf(schema: z.ZodType): KnownKinds {
  const kind = kinds.get(schema);
  if (kind) return FORMS[kind.data];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return formOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodArray) return formOf(schema.element as z.ZodType);
  if (schema instanceof z.ZodEnum) return new Set(schema.options.map(String));
  if (!(schema instanceof z.ZodObject)) return undefined;
  const members = Object.entries(schema.shape as Record<string, z.ZodType>);
  return new Map([
    ...EVERYWHERE,
    ...members.map(([name, member]) => [name, formOf(member)] as const),
  ]);
}
