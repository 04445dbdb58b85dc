import type { ChangeRequestLocation } from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import { ifReadable } from '../../if-readable.ts';
import type { Steps } from '../workflow.ts';

const MAX_REVIEWS = 50;

/** What a reviewer thinks of a change request, or of an earlier revision of it. */
export interface Verdict {
  status: string;
  outdated: boolean | undefined;
  reviewer: string | undefined;
}

/** The verdicts on a change request; undefined if the caller may not read them. The legacy service has none. */
export async function verdictsOn(
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<Verdict[] | undefined> {
  if ((await steps.service()) !== 'current') return [];
  const reviews = await ifReadable(() =>
    steps.list(operations.listChangeRequestReviews, location, MAX_REVIEWS),
  );
  return reviews?.map(({ status, outdated, reviewer }) => ({
    status,
    outdated,
    reviewer: nameOf(reviewer),
  }));
}

/** One sentence for a person who is about to merge: who asked for changes; empty if nobody did. */
export async function requestedChanges(
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<string> {
  const verdicts = (await verdictsOn(location, steps)) ?? [];
  const asking = verdicts.filter(
    ({ status, outdated }) => status === 'changes-requested' && outdated !== true,
  );
  if (asking.length === 0) return '';
  const names = asking.map(({ reviewer }) => quoted(reviewer ?? 'a reviewer'));
  return `${[...new Set(names)].join(', ')} asked for changes before it is merged.`;
}

/** The name of a person or a team. */
export function nameOf(person: object | undefined): string | undefined {
  const { displayName, title } = (person ?? {}) as { displayName?: unknown; title?: unknown };
  return [displayName, title].find((name) => typeof name === 'string');
}
