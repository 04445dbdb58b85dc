import { eachInTurns } from '@docs-platform-mcp/platform/turns';

export {
  countConnections,
  eachInTurns,
  limitPipelining,
  mapInTurns,
  turns,
  yieldToOthers,
} from '@docs-platform-mcp/platform/turns';

export { limitUnsent } from '@docs-platform-mcp/platform/unread';

/** The items that satisfy a condition; yields to other work in between. */
export async function filterInTurns<T>(
  items: readonly T[],
  fits: (item: T) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  await eachInTurns(items, (item) => {
    if (fits(item)) found.push(item);
  });
  return found;
}
