import type { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

/** Says what to give instead, or nothing when the fields are fine. */
type Rule = (value: Fields) => string | undefined;

/** The fields of the object that are given; `null` counts, as it asks for a removal. */
export function givenOf(value: Fields, fields: readonly string[]): string[] {
  return fields.filter((field) => value[field] !== undefined);
}

/** `a`, `a and b`, `a, b and c`. */
export function wordList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Exactly one of the fields is to be given. */
export const exactlyOneOf =
  (...fields: string[]): Rule =>
  (value) =>
    givenOf(value, fields).length === 1 ? undefined : `give exactly one of ${wordList(fields)}`;

/** One of the fields may be given, not more. */
export const atMostOneOf =
  (...fields: string[]): Rule =>
  (value) =>
    givenOf(value, fields).length <= 1 ? undefined : `give only one of ${wordList(fields)}`;

/** One of the fields is to be given, or more. */
export const atLeastOneOf =
  (...fields: string[]): Rule =>
  (value) =>
    givenOf(value, fields).length > 0 ? undefined : `give at least one of ${wordList(fields)}`;

/** What one form of an object has besides the field that names the form. */
interface Form {
  required?: readonly string[];
  optional?: readonly string[];
}

/** The field `name` says which form the object has; each form requires and allows its own fields. */
export const formOf =
  (name: string, forms: Readonly<Record<string, Form>>): Rule =>
  (value) => {
    const { required = [], optional = [] } = forms[String(value[name])] ?? {};
    const allowed = [...required, ...optional];
    const others = Object.keys(value).filter((field) => field !== name);
    const missing = required.filter((field) => value[field] === undefined);
    const surplus = givenOf(value, others).filter((field) => !allowed.includes(field));
    if (missing.length > 0) return `${value[name]} needs ${wordList(missing)}`;
    return surplus.length > 0
      ? `${wordList(surplus)} does not belong to ${value[name]}`
      : undefined;
  };

/** Makes a rule a check of a zod object, so that its message carries the path of the object. */
export const ruled =
  (rule: Rule) =>
  (context: z.core.ParsePayload<Fields>): void => {
    const message = rule(context.value);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  };
