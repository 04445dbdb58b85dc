import { generateKeyBetween } from 'fractional-indexing';
import { badRequest, conflict } from '../errors.ts';

/** Something with a place among its siblings. */
export interface Placed {
  id: string;
  position: string;
}

/** A place beside the sibling with this id; without either it is the last one. */
export interface Place {
  before?: string | undefined;
  after?: string | undefined;
}

/** The key of the place behind all siblings, which are given in their order. */
export function lastPosition(siblings: readonly Placed[]): string {
  return generateKeyBetween(siblings.at(-1)?.position ?? null, null);
}

/**
 * The key that puts one of the siblings, which are given in their order, into a place. 400 when the place is not
 * beside another sibling, 409 when it is there already.
 */
export function movedPosition(siblings: readonly Placed[], moving: string, place: Place): string {
  const others = siblings.filter(({ id }) => id !== moving);
  const at = indexOf(others, place);
  if (siblings[at]?.id === moving) throw conflict('It is in this place already');
  return generateKeyBetween(others[at - 1]?.position ?? null, others[at]?.position ?? null);
}

function indexOf(others: readonly Placed[], { before, after }: Place): number {
  const target = before ?? after;
  if (target === undefined) return others.length;
  const index = others.findIndex(({ id }) => id === target);
  if (index < 0) {
    throw badRequest(
      `body.position: ${target} is not beside what is moved; name one of its siblings`,
    );
  }
  return before === undefined ? index + 1 : index;
}
