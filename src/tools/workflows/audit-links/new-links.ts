import type { AuditedLink } from './audit.ts';

/** What identifies a link before and after a change. */
export type KnownLink = Pick<AuditedLink, 'page' | 'target' | 'leadsTo'>;

/** The links that an earlier state does not contain; of a link that occurs more often than before, the last ones. */
export function newLinks<L extends KnownLink>(links: readonly L[], earlier: readonly KnownLink[]) {
  const left = new Map<string, number>();
  for (const link of earlier) left.set(keyOf(link), (left.get(keyOf(link)) ?? 0) + 1);
  return links.filter((link) => {
    const count = left.get(keyOf(link)) ?? 0;
    left.set(keyOf(link), count - 1);
    return count <= 0;
  });
}

/** Stays the same if the target page moves, which changes the path in the link. */
function keyOf({ page, target, leadsTo }: KnownLink): string {
  const anchor = target.indexOf('#');
  return `${page} ${leadsTo === undefined || anchor === -1 ? target : target.slice(anchor)}`;
}
