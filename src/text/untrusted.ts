import { createFence } from './fence.ts';

type Facts = Record<string, unknown>;

/**
 * The members that hold the marks around an object. In the order of ASCII one stands before all other names and one
 * after them, so that they stay around them where a host sorts the members.
 */
const OPENING = '!untrusted';
const CLOSING = '~untrusted';

/** What this server itself says of the facts, which stands behind the marks. */
const OURS = 'cut';

/** An object with one pair of marks around all of it that came from the platform; `kind` says what it is. */
export function markUntrusted(facts: Facts, kind: string, fence = createFence()): Facts {
  const { open, close } = fence.marks({ kind });
  const { [OURS]: ours, ...others } = facts;
  const marked = { [OPENING]: open, ...others, [CLOSING]: close };
  return ours === undefined ? marked : { ...marked, [OURS]: ours };
}
