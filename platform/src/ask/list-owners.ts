import type { Sentence } from './marks.ts';

/** How a line ends or what it says before a list or a table: `Not supported:`, `The following are not supported.` */
export const ANNOUNCES = /[:：]$|\b(?:as follows|below|following|this table)\b/i;

/** For each block, the index of the item of a list or of the line that announces the list that it belongs to, if any. */
export function ownersOf(
  blocks: readonly Pick<Sentence, 'text' | 'line' | 'role' | 'containers'>[],
): (number | undefined)[] {
  const items: number[] = [];
  const top = () => blocks[items.at(-1) ?? -1];
  let announcement: number | undefined;
  return blocks.map(({ text, line, role, containers }, at) => {
    if (role === 'code' || (role === 'item' && top()?.line === line)) return items.at(-1);
    const isItem = role === 'item';
    while (items.length > 0 && (top()?.containers ?? 0) + (isItem ? 1 : 0) > containers)
      items.pop();
    if (containers === 0) announcement = ANNOUNCES.test(text) ? at : undefined;
    const owner = items.at(-1) ?? (containers > 0 ? announcement : undefined);
    if (isItem) items.push(at);
    return owner;
  });
}

/** The items around a block, the innermost first. */
export function itemsAround(owners: readonly (number | undefined)[], at: number): number[] {
  const around: number[] = [];
  for (let owner = owners[at]; owner !== undefined; owner = owners[owner]) around.push(owner);
  return around;
}
