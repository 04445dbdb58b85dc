import { PlatformError } from '../../../client/index.ts';
import { flattenPages } from '../../../content/index.ts';
import {
  idsAmong,
  operations,
  type PageNode,
  requireWithin,
  ScopeError,
  UNSCOPED,
} from '../../../operations/index.ts';
import { PageTargets } from '../page-targets.ts';
import type { Steps } from '../workflow.ts';
import { type LinkedText, linksIn } from './page-links.ts';

/** A linked page of another space, and its anchor. */
export interface OtherSpacePage {
  page?: string;
  path?: string;
  fragment: string;
  /** Whether the link uses the page's address in the app. */
  isAppAddress?: boolean;
}

/** What is known about another space. */
export interface OtherSpace {
  /** Whether people outside of its organization may read it; undefined if unknown. */
  isPublished: boolean | undefined;
  find(page: OtherSpacePage): PageNode | undefined;
  /** Texts of the linked pages whose anchors are needed, by id. */
  texts: ReadonlyMap<string, LinkedText>;
}

/** Visibilities that include people outside of the organization. */
const PUBLISHED = new Set(['public', 'unlisted', 'share-link', 'visitor-auth']);

/** Whether a space is published, according to its visibility; undefined if the service does not return it. */
export async function isPublished(spaceId: string, steps: Steps): Promise<boolean | undefined> {
  if ((await steps.service()) !== 'current') return undefined;
  const { visibility = '' } = await steps.send(operations.getSpace, { spaceId });
  return PUBLISHED.has(visibility);
}

/** Reads link targets in another space. Returns a text if that is not possible, with the reason. */
export async function readOtherSpace(
  spaceId: string,
  pages: readonly OtherSpacePage[],
  steps: Steps,
): Promise<OtherSpace | string> {
  const { readTexts } = await import('../../../content/find/index.ts');
  const { caller } = steps;
  try {
    await requireWithin(caller.scope ?? UNSCOPED, idsAmong({ spaceId }), caller);
    const published = await isPublished(spaceId, steps);
    let targets = new PageTargets([]);
    const find = ({ page, path }: OtherSpacePage) => targets.at(page ?? path ?? '');
    const { texts } = await readTexts(
      { spaceId },
      (tree) => {
        targets = new PageTargets(flattenPages(tree));
        const parts = pages.filter(({ fragment }) => fragment !== '');
        return new Set(parts.flatMap((one) => find(one)?.id ?? []));
      },
      caller,
    );
    const read = new Map<string, LinkedText>();
    for (const { page, markdown } of texts) {
      if (markdown !== undefined) read.set(page.id, await linksIn(markdown, caller));
    }
    return { isPublished: published, find, texts: read };
  } catch (error) {
    if (error instanceof ScopeError) return 'is outside of what this server may reach';
    const isUnknown = error instanceof PlatformError && [403, 404].includes(error.status ?? 0);
    if (isUnknown) return 'is not there for this token';
    throw error;
  }
}
