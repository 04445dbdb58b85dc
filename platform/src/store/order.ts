import { generateKeyBetween } from 'fractional-indexing';
import { badRequest, conflict } from '../errors.ts';

/** Refers to a sibling that may be of several types; without a type, the one with this id. */
export interface Pointer {
  type?: string;
  id: string;
}

/** An object with a position among its siblings. */
export interface Positioned {
  type: string;
  id: string;
  position: string;
}

/** A position next to one of the siblings; by default the last one. */
export interface SiblingPlace {
  before?: Pointer;
  after?: Pointer;
}

/** The key of the position after all siblings, which are in order. */
export function lastPosition(siblings: readonly { position: string }[]): string {
  return generateKeyBetween(siblings.at(-1)?.position ?? null, null);
}

/**
 * The key of a position among these siblings, which are in order; undefined if the object is already there. 400 if the
 * position is not next to another one of them.
 */
export function positionAt(
  siblings: readonly Positioned[],
  moving: string,
  place: SiblingPlace,
): string | undefined {
  const others = siblings.filter(({ id }) => id !== moving);
  const at = indexOf(others, place);
  if (siblings[at]?.id === moving) return undefined;
  return generateKeyBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null);
}

/** Like `positionAt`, for a move that has to change something: 409 if it does not. */
export function movedPosition(
  siblings: readonly Positioned[],
  moving: string,
  place: SiblingPlace,
): string {
  const position = positionAt(siblings, moving, place);
  if (position === undefined) throw conflict('It is already in this place');
  return position;
}

function indexOf(others: readonly Positioned[], { before, after }: SiblingPlace): number {
  const target = before ?? after;
  if (target === undefined) return others.length;
  const { type, id } = target;
  const index = others.findIndex((other) => other.id === id && (type ?? other.type) === other.type);
  if (index < 0) {
    throw badRequest(
      `body.position: no other ${type ? `${type} ` : ''}${id} is where it is moved to`,
    );
  }
  return before === undefined ? index + 1 : index;
}
