import { readTexts, type SpaceTexts } from '../../../content/find/index.ts';
import type { ChangeRequestLocation } from '../../../content/index.ts';
import type { Steps } from '../workflow.ts';
import { type AuditedLink, audit } from './audit.ts';
import { newLinks } from './new-links.ts';

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
  const read = await readTexts(primary, () => pages, steps.context);
  const before = await audit(primary, read, steps);
  return newLinks(bad, before.bad);
}
