import type { PublishedOperation } from '../published.ts';
import { groupBy } from './group-by.ts';
import { REASONS, type Reason } from './reasons.ts';

interface Selector {
  reason: string;
  /** The field of the reason, and the value that it names. */
  name: string;
  selects: (operation: PublishedOperation) => boolean;
}

/** How each field of a reason selects operations. */
const SELECTORS: Record<
  Exclude<keyof Reason, 'reason'>,
  (operation: PublishedOperation, value: string) => boolean
> = {
  audience: ({ audience }, value) => audience === value,
  tags: ({ tags }, value) => tags.includes(value),
  paths: ({ route }, value) => route.split(' ')[1]?.startsWith(value) ?? false,
  ids: ({ id }, value) => id === value,
};

/**
 * The operations that are left out, by reason.
 * @throws naming every operation without a reason and every reason that selects no operation.
 */
export function assignReasons(
  leftOut: readonly PublishedOperation[],
  reasons: readonly Reason[] = REASONS,
): Map<string, PublishedOperation[]> {
  const selectors = reasons.flatMap(selectorsOf);
  const found = leftOut.map((operation) => ({
    operation,
    selector: selectors.find(({ selects }) => selects(operation)),
  }));
  const used = new Set(found.map(({ selector }) => selector));
  const problems = [
    ...found
      .filter(({ selector }) => !selector)
      .map(({ operation: { id, route } }) => `${id} (${route}) has neither a tool nor a reason`),
    ...selectors
      .filter((selector) => !used.has(selector))
      .map(({ name, reason }) => `${name} has nothing that is left out: "${reason}"`),
  ];
  if (problems.length > 0) {
    throw new Error(`${problems.join('\n')}\nCorrect scripts/api-coverage/reasons.ts.`);
  }
  const groups = groupBy(found, ({ selector }) => selector?.reason ?? '');
  return new Map(
    reasons.map(({ reason }) => [
      reason,
      (groups.get(reason) ?? []).map(({ operation }) => operation),
    ]),
  );
}

function selectorsOf({ reason, ...fields }: Reason): Selector[] {
  return Object.entries(SELECTORS).flatMap(([field, selects]) =>
    (fields[field as keyof typeof fields] ?? []).map((value) => ({
      reason,
      name: `${field}: ${value}`,
      selects: (operation) => selects(operation, value),
    })),
  );
}
