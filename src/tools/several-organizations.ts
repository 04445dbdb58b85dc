import { PlatformError } from '../client/index.ts';
import { fencedInline, quoted } from '../text/index.ts';
import { turns } from '../turns.ts';
import { Refusal } from './refusal.ts';
import type { Tool } from './tool.ts';

interface Organization {
  readonly id: string;
  readonly title: string;
}

/** Maximum number of organizations that the refusal names. */
const MAX_NAMED = 20;

/** A call could mean several organizations, and names none. */
export class SeveralOrganizations extends Refusal {
  readonly organizations: readonly Organization[];

  /** `otherwise`: what else may be wrong. */
  constructor(organizations: readonly Organization[], otherwise = '') {
    const named = organizations.slice(0, MAX_NAMED);
    const names = named.map(({ id, title }) => `${quoted(title)} (${id})`).join(', ');
    const more = organizations.length - named.length;
    const rest = more > 0 ? ` and ${more} more, which list_organizations lists` : '';
    super(
      `Nothing was sent: ${otherwise}organizationId is required, because you have several: ${fencedInline(names, 'names on the platform')}${rest}.`,
    );
    this.organizations = organizations;
  }
}

/** Maximum number of organizations to ask for one call. */
const MAX_COMBINED = 5;

const ORGANIZATION_LIST = /^\/v1\/orgs\/\{organizationId\}\/[\w-]+$/;

/** The part of a list's answer that matters where the lists of several organizations are combined. */
interface ListAnswer {
  items: readonly object[];
  count?: number;
  next?: unknown;
  /** The existing names, if nothing was found. */
  there?: readonly string[];
}

/** Whether a tool lists things of an organization, so that the lists of several organizations can be combined. */
export function canCombineLists(
  { effect, operation }: Tool,
  { organizations }: SeveralOrganizations,
) {
  const { paged = false, pathTemplate = '' } = operation ?? {};
  return (
    effect === 'read' &&
    paged &&
    ORGANIZATION_LIST.test(pathTemplate) &&
    organizations.length <= MAX_COMBINED
  );
}

/**
 * The first items of the lists of all organizations in one list, each with the title of its organization as \`in\`.
 * Organizations that refuse the caller are left out, unless all do.
 */
export async function combinedList(
  { organizations }: SeveralOrganizations,
  read: (organizationId: string) => Promise<unknown>,
): Promise<object> {
  const lists: { title: string; listed: ListAnswer }[] = [];
  const refused: { title: string; error: PlatformError }[] = [];
  for (const { id, title } of organizations) {
    try {
      lists.push({ title, listed: (await read(id)) as ListAnswer });
    } catch (error) {
      const isTheirs = error instanceof PlatformError && [403, 404].includes(error.status ?? 0);
      if (!isTheirs) throw error;
      refused.push({ title, error });
    }
  }
  if (lists.length === 0) throw refused[0]?.error ?? new Error('no organization was asked');
  const longer = lists.filter(({ listed }) => listed.next !== undefined);
  const items: object[] = [];
  const turn = turns();
  for (const { title, listed } of lists) {
    for (const item of listed.items) {
      items.push({ ...item, in: title });
      await turn();
    }
  }
  const there = lists.flatMap(({ listed }) => listed.there ?? []);
  return {
    items,
    ...(items.length === 0 && there.length > 0 && { there: [...new Set(there)] }),
    ...(longer.length === 0 && { count: items.length }),
    ...(longer.length > 0 && { moreIn: longer.map(({ title }) => title) }),
    ...(refused.length > 0 && { notIn: refused.map(({ title }) => title) }),
  };
}
