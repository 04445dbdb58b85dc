import type { ToolClient } from './connection.ts';
import type { ContentLocation } from './pages.ts';

/** A link that readers cannot follow. */
export interface BadLink {
  page: string;
  title: string;
  status: 'broken' | 'in-app';
  target: string;
  line?: number;
}

interface Audit {
  items: BadLink[];
  next?: { page: string };
}

const LINKS_IN_ONE_CALL = 500;

/** The links that readers cannot follow, without duplicates on a page. */
export async function badLinks(server: ToolClient, place: ContentLocation): Promise<BadLink[]> {
  const found = new Map<string, BadLink>();
  for (let page: string | undefined, more = true; more; ) {
    const args = {
      ...place,
      all: true,
      limit: LINKS_IN_ONE_CALL,
      ...(page !== undefined && { page }),
    };
    const audit: Audit = await server.call('audit_links', args);
    for (const link of audit.items) found.set(`${link.page} ${link.target}`, link);
    page = audit.next?.page;
    more = page !== undefined;
  }
  return [...found.values()];
}

/** Describes a link in a form that stays the same while other parts of its page are edited. */
export function described({ title, target, status }: BadLink): string {
  return `\`${target}\` in "${title}" (${status})`;
}
