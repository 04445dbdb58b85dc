import type { AuditedLink } from './audit.ts';
import type { SuggestedPage } from './suggest-pages.ts';

/** A bad link as a model sees it, without what its page or its target already says. */
export interface ListedLink
  extends Partial<Omit<AuditedLink, 'page' | 'title' | 'path' | 'status' | 'perhaps' | 'target'>> {
  target: string;
  /** Absent for a broken link. */
  status?: 'in-app';
  /** Paths of pages, with an anchor if it is known, or ids of pages without a path. */
  perhaps?: string[];
  /** The change request breaks it. */
  new?: true;
}

interface PageWithLinks {
  page: string;
  title: string;
  path?: string;
  links: ListedLink[];
}

/** The links of each page together, in the order in which the pages first occur. */
export function byPage(links: readonly (AuditedLink & { new?: true })[]): PageWithLinks[] {
  const pages = new Map<string, PageWithLinks>();
  for (const { page, title, path, ...link } of links) {
    const known = pages.get(page) ?? { page, title, ...(path && { path }), links: [] };
    pages.set(page, known);
    const one = listed(link, path);
    const earlier = known.links.find(({ target }) => target === link.target);
    known.links.push(earlier ? withoutRepeated(one, earlier) : one);
  }
  return [...pages.values()];
}

function listed(
  { status, leadsTo, perhaps, text, ...link }: Omit<AuditedLink, 'page' | 'title' | 'path'>,
  path: string | undefined,
): ListedLink {
  const isEvident = leadsTo === path || pathIn(link.target) === leadsTo;
  return {
    ...(status === 'in-app' && { status }),
    ...link,
    ...(!isShown(text, link.context) && { text }),
    ...(leadsTo !== undefined && !isEvident && { leadsTo }),
    ...(perhaps && { perhaps: perhaps.map(addressOf) }),
  };
}

/** What an earlier link of the page to the same target already tells. */
const REPEATED = ['problem', 'leadsTo', 'anchors', 'perhaps'] as const;

function withoutRepeated(link: ListedLink, earlier: ListedLink): ListedLink {
  const rest = { ...link };
  for (const name of REPEATED) {
    if (JSON.stringify(link[name]) === JSON.stringify(earlier[name])) delete rest[name];
  }
  return rest;
}

function isShown(text: string | undefined, context: string | undefined): boolean {
  return text === undefined || context?.includes(`[${text}`) === true;
}

/** The path that a relative address spells out: `guides/retries` of `../guides/retries.md#back-off`. */
function pathIn(target: string): string {
  const [address = ''] = target.split('#', 1);
  return address.replace(/^(?:\.{1,2}\/)+/, '').replace(/(?:\/README)?\.md$/, '');
}

function addressOf({ id, path, anchor }: SuggestedPage): string {
  return `${path ?? id}${anchor === undefined ? '' : `#${anchor}`}`;
}
