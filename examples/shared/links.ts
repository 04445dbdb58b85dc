import type { Connection } from './connection.ts';
import type { Place } from './pages.ts';

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
  nextOffset?: number;
}

const PAGES_IN_ONE_CALL = 50;

/** The links of all pages that readers cannot follow, each once for its page. */
export async function badLinks(server: Connection, place: Place): Promise<BadLink[]> {
  const found = new Map<string, BadLink>();
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const args = { ...place, offset, limit: PAGES_IN_ONE_CALL };
    const audit: Audit = await server.call('audit_links', args);
    for (const link of audit.items) found.set(`${link.page} ${link.target}`, link);
    offset = audit.nextOffset;
  }
  return [...found.values()];
}

/** A link in words that stay the same while its page is edited elsewhere. */
export function described({ title, target, status }: BadLink): string {
  return `\`${target}\` in "${title}" (${status})`;
}
