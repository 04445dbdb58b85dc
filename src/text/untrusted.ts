import type { Fields } from '../json/index.ts';
import { createFence } from './fence.ts';

/**
 * The members with the marks around an object. In ASCII order one sorts before all other names and one after them, so
 * that they enclose the members even if a host sorts them.
 */
const OPENING = '!';
const CLOSING = '~';

/** The server's own remarks on the facts, placed after the marks. */
const OURS = 'cut';

/** Members that could pass for the server's own marks and remarks in an answer of the platform. */
export const RESERVED: readonly string[] = [OPENING, CLOSING, OURS];

/** An object with one pair of marks around everything that came from the platform. */
export function markUntrusted(facts: Fields, fence = createFence()): Fields {
  const { open, close } = fence.marks();
  const { [OURS]: ours, [OPENING]: _, [CLOSING]: __, ...others } = facts;
  const marked = { [OPENING]: open, ...others, [CLOSING]: close };
  return ours === undefined ? marked : { ...marked, [OURS]: ours };
}
