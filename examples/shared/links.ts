import type { ToolClient } from './connection.ts';
import type { ContentLocation } from './pages.ts';

/** A link that readers cannot follow. */
export interface BadLink {
  page: string;
  title: string;
  /** Absent for a broken link. */
  status?: 'in-app';
  target: string;
  line?: number;
}

interface Audit {
  items: { page: string; title: string; links: Omit<BadLink, 'page' | 'title'>[] }[];
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
    for (const { page: id, title, links } of audit.items) {
      for (const link of links) found.set(`${id} ${link.target}`, { page: id, title, ...link });
    }
    page = audit.next?.page;
    more = page !== undefined;
  }
  return [...found.values()];
}

/** Describes a link in a form that stays the same while other parts of its page are edited. */
export function described({ title, target, status }: BadLink): string {
  return `\`${target}\` in "${title}" (${status ?? 'broken'})`;
}
