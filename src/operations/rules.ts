import type { z } from 'zod';
import type { Fields } from '../json/index.ts';

/** Returns what to pass instead, or undefined if the fields are valid. */
type Rule = (value: Fields) => string | undefined;

/** The fields that are set on an object; `null` counts, because it requests a removal. */
export function givenOf(value: Fields, fields: readonly string[]): string[] {
  return fields.filter((field) => value[field] !== undefined);
}

/** `a`, `a and b`, `a, b and c`. */
export function wordList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Exactly one of the fields is required. */
export const exactlyOneOf =
  (...fields: string[]): Rule =>
  (value) =>
    givenOf(value, fields).length === 1 ? undefined : `give exactly one of ${wordList(fields)}`;

/** At most one of the fields is allowed. */
export const atMostOneOf =
  (...fields: string[]): Rule =>
  (value) =>
    givenOf(value, fields).length <= 1 ? undefined : `give only one of ${wordList(fields)}`;

/** At least one of the fields is required. */
export const atLeastOneOf =
  (...fields: string[]): Rule =>
  (value) =>
    givenOf(value, fields).length > 0 ? undefined : `give at least one of ${wordList(fields)}`;

/** The other fields of one form of an object. */
interface FieldRules {
  required?: readonly string[];
  optional?: readonly string[];
}

/** The field `name` determines the form of the object; each form requires and allows its own fields. */
export const fieldsByKind =
  (name: string, forms: Readonly<Record<string, FieldRules>>): Rule =>
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

/** Adds a rule to a zod object as a check, so that its message carries the path of the object. */
export const ruled =
  (rule: Rule) =>
  (context: z.core.ParsePayload<Fields>): void => {
    const message = rule(context.value);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  };
