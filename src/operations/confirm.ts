import type { Arguments, Confirm } from './define.ts';

/** Every call needs confirmation. */
export const everyCall =
  (why: string): Confirm =>
  () =>
    why;

/** Needs confirmation if one of the fields is set to null, which deletes its value. */
export const whenNull =
  (why: string, ...fields: string[]): Confirm =>
  (args) =>
    fields.some((field) => args[field] === null) ? why : undefined;

/** Needs confirmation if one of the fields is set at all. */
export const whenGiven =
  (why: string, ...fields: string[]): Confirm =>
  (args) =>
    fields.some((field) => args[field] !== undefined) ? why : undefined;

/** Needs confirmation if the field has one of the values. */
export const whenOneOf =
  (field: string, values: readonly unknown[], why: string): Confirm =>
  (args) =>
    values.includes(args[field]) ? why : undefined;

/** Needs confirmation if one item of the list in this field is of this kind. */
export const whenSome =
  (field: string, isOne: (item: Arguments) => boolean, why: string): Confirm =>
  (args) =>
    ((args[field] as Arguments[] | undefined) ?? []).some(isOne) ? why : undefined;

/** The first applicable reason of several. */
export const whenAny =
  (...reasons: Confirm[]): Confirm =>
  (args) => {
    for (const reason of reasons) {
      const why = reason(args);
      if (why !== undefined) return why;
    }
    return undefined;
  };

/** Removing a display condition shows everybody what only some could see. */
export const whenShownToAll = whenNull(
  'Without its condition it is shown to every reader.',
  'condition',
);

/** Visibilities with which anonymous people can read a site. */
export const whenOpened = whenOneOf(
  'visibility',
  ['public', 'unlisted', 'share-link'],
  'People who are not signed in can read it then.',
);
