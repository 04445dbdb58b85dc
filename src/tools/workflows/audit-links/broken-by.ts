import { readTexts, type SpaceTexts } from '../../../content/find/index.ts';
import type { ChangeRequestLocation } from '../../../content/index.ts';
import type { Steps } from '../workflow.ts';
import { type AuditedLink, audit } from './audit.ts';

/** The links on pages of a change request that readers cannot follow because of it. */
export async function brokenBy(
  location: ChangeRequestLocation,
  read: SpaceTexts,
  steps: Steps,
): Promise<AuditedLink[]> {
  const { bad } = await audit(location, read, steps);
  return notInPrimary(location.spaceId, bad, steps);
}

/** Those of some bad links that primary content lacks, or that readers can follow there. */
export async function notInPrimary(
  spaceId: string,
  bad: readonly AuditedLink[],
  steps: Steps,
): Promise<AuditedLink[]> {
  if (bad.length === 0) return [];
  const pages = new Set(bad.map(({ page }) => page));
  const primary = { spaceId };
  const read = await readTexts(primary, () => pages, steps.caller);
  const before = await audit(primary, read, steps);
  return newLinks(bad, before.bad);
}

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
