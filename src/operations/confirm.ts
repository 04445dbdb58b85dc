import type { Arguments, Confirm } from './define.ts';

/** Every call is asked for. */
export const always =
  (why: string): Confirm =>
  () =>
    why;

/** Asked for where one of the fields is set to null, which takes away what it held. */
export const whenNull =
  (why: string, ...fields: string[]): Confirm =>
  (args) =>
    fields.some((field) => args[field] === null) ? why : undefined;

/** Asked for where the field has one of the values. */
export const whenOneOf =
  (field: string, values: readonly unknown[], why: string): Confirm =>
  (args) =>
    values.includes(args[field]) ? why : undefined;

/** Asked for where one item of a list, given by the field that holds it, is of this kind. */
export const whenSome =
  (field: string, isOne: (item: Arguments) => boolean, why: string): Confirm =>
  (args) =>
    ((args[field] as Arguments[] | undefined) ?? []).some(isOne) ? why : undefined;

/** Asked for by the first of several reasons that holds. */
export const whenAny =
  (...reasons: Confirm[]): Confirm =>
  (args) => {
    for (const reason of reasons) {
      const why = reason(args);
      if (why !== undefined) return why;
    }
    return undefined;
  };

/** A display condition that is removed shows to all what was for some. */
export const whenShownToAll = whenNull(
  'Without its condition it is shown to every reader.',
  'condition',
);

/** Visibilities with which people who are not known can read a site. */
export const whenOpened = whenOneOf(
  'visibility',
  ['public', 'unlisted', 'share-link'],
  'People who are not signed in can read it then.',
);
