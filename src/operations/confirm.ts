import type { Fields } from '../json/index.ts';
import { quoted } from '../text/index.ts';
import type { Arguments, Confirm, HeldRole } from './define.ts';

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
export const whenAny = (...reasons: Confirm[]): Confirm => {
  const any = comparing(
    reasons.flatMap(({ compared = [] }) => compared),
    (args, present) => {
      for (const reason of reasons) {
        const why = reason(args, present);
        if (why !== undefined) return why;
      }
      return undefined;
    },
  );
  const comparesRoles = reasons.some((reason) => reason.comparesRoles);
  return Object.assign(any, comparesRoles && { comparesRoles });
};

function comparing(
  compared: readonly string[],
  reason: (args: Arguments, present?: Fields) => string | undefined,
): Confirm {
  return Object.assign(reason, { compared });
}

/** Needs confirmation if one of the fields is set to another value than it has, or than is known. */
export const whenChanged = (why: string, ...fields: string[]): Confirm =>
  comparing(fields, (args, present) =>
    fields.some((field) => args[field] !== undefined && args[field] !== present?.[field])
      ? why
      : undefined,
  );

/** Needs confirmation if the field has one of the values, and the target is known to have one of the others. */
export const whenNoLonger = (
  field: string,
  isLost: (value: unknown, present: unknown) => boolean,
  why: string,
): Confirm =>
  comparing([field], (args, present) =>
    present && args[field] !== undefined && isLost(args[field], present[field]) ? why : undefined,
  );

/** A draft is not shown to readers. */
export const whenDraftChanged = whenChanged(
  'It decides whether readers get it: they get no drafts.',
  'draft',
);

/** From the highest to the lowest. */
const ROLES: readonly unknown[] = ['admin', 'create', 'edit', 'review', 'comment', 'read', null];

function isLower(role: unknown, present: unknown): boolean {
  return ROLES.includes(present) && ROLES.indexOf(role) > ROLES.indexOf(present);
}

/** Maximum number of people and teams that a question names. */
const MAX_NAMED = 4;

/** Needs confirmation if a role is given to somebody who has a higher one, or may have one. */
export const whenSomebodyLowered: Confirm = Object.assign(
  comparing(['role'], (args, present) => {
    const held = present?.held as readonly HeldRole[] | undefined;
    if (!held) return 'It replaces the role that they have now, which cannot be read.';
    const lowered = new Map(
      held
        .filter(({ role }) => isLower(args.role, role))
        .map(({ id, name, role }) => [id, `${quoted(name)} (${role})`]),
    );
    if (lowered.size === 0) return undefined;
    const named = [...lowered.values()].slice(0, MAX_NAMED);
    const more = lowered.size - named.length;
    return `The new role allows less than some have now: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  }),
  { comparesRoles: true },
);

/** Needs confirmation if a role is removed, or lower than the target is known to have. */
export const whenLowered = (why: string): Confirm =>
  whenAny(
    whenNull(why, 'role'),
    comparing(['role'], ({ role }, present) =>
      role !== undefined && isLower(role, present?.role ?? present?.permission)
        ? 'The new role allows less than the present one.'
        : undefined,
    ),
  );

export const CHANGES_DEFAULT = 'It changes what members without a role of their own may do there.';

/** A display condition decides who sees something; without one, everybody does. */
export const whenShownToOthers = whenAny(
  whenNull('Without its condition, every reader will see it.', 'condition'),
  whenNoLonger(
    'condition',
    (condition, present) => condition !== present,
    'Another condition will decide which readers see it.',
  ),
);

/** What is moved elsewhere gets the access of its new place. */
export const whenMoved = whenNoLonger(
  'parent',
  (parent, present) => parent !== (present ?? null),
  'Its new location decides who can read and change it.',
);

/** Visibilities with which anonymous people can read a site. */
const OPEN_VISIBILITIES: readonly unknown[] = ['public', 'unlisted', 'share-link'];

export const whenOpened = whenOneOf(
  'visibility',
  OPEN_VISIBILITIES,
  'People who are not signed in will be able to read it.',
);

/** A new site is public unless its visibility says otherwise. */
export const whenCreatedOpen = whenOneOf(
  'visibility',
  [undefined, ...OPEN_VISIBILITIES],
  'Once it is published, people who are not signed in will be able to read it.',
);

export const whenClosed = whenNoLonger(
  'visibility',
  (visibility, present) =>
    OPEN_VISIBILITIES.includes(present) && !OPEN_VISIBILITIES.includes(visibility),
  'People who are not signed in will no longer be able to read it.',
);
