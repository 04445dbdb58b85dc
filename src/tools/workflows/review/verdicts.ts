import type { ChangeRequestLocation } from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import { ifReadable } from '../../if-readable.ts';
import type { Steps } from '../workflow.ts';

const MAX_REVIEWS = 500;

/** What a reviewer thinks of a change request, or of an earlier revision of it. */
export interface Verdict {
  status: string;
  outdated: boolean | undefined;
  reviewer: string | undefined;
}

/** The last verdict of each reviewer of a change request; undefined if the caller may not read them. The legacy service has none. */
export async function verdictsOn(
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<Verdict[] | undefined> {
  if ((await steps.service()) !== 'current') return [];
  const reviews = await ifReadable(() =>
    steps.list(operations.listChangeRequestReviews, location, MAX_REVIEWS),
  );
  if (!reviews) return undefined;
  // Somebody who asked for changes may have approved since.
  const latest = new Map<string, (typeof reviews)[number]>();
  for (const review of reviews) {
    const earlier = latest.get(review.reviewer.id);
    if (!earlier || timeOf(review) >= timeOf(earlier)) latest.set(review.reviewer.id, review);
  }
  return [...latest.values()].map(({ status, outdated, reviewer }) => ({
    status,
    outdated,
    reviewer: nameOf(reviewer),
  }));
}

function timeOf({
  createdAt = '',
  updatedAt = createdAt,
}: {
  createdAt?: string;
  updatedAt?: string;
}) {
  return updatedAt;
}

/** One sentence for a person who is about to merge: who asked for changes; empty if nobody did. */
export async function requestedChanges(
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<string> {
  const verdicts = (await verdictsOn(location, steps)) ?? [];
  const sentences = [false, true].flatMap((isEarlier) => {
    const asking = verdicts.filter(
      ({ status, outdated }) => status === 'changes-requested' && (outdated === true) === isEarlier,
    );
    const names = asking.map(({ reviewer }) => quoted(reviewer ?? 'a reviewer'));
    const of = isEarlier ? ' of an earlier revision' : '';
    return names.length > 0 ? `${names.join(', ')} asked for changes${of}.` : [];
  });
  return sentences.join(' ');
}

/** The name of a person or a team. */
export function nameOf(person: object | undefined): string | undefined {
  const { displayName, title } = (person ?? {}) as { displayName?: unknown; title?: unknown };
  return [displayName, title].find((name) => typeof name === 'string');
}
