import { flattenPages, readersOf } from '../../../content/index.ts';
import { type Arguments, send } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import { ifReadable } from '../../if-readable.ts';
import { UnknownName } from '../../names/candidates.ts';
import { resolvePage } from '../../names/pages.ts';
import type { CallContext } from '../../tool.ts';

/** One sentence for a person: whether one page is restored, and which, or all pages that a change request changed. */
export async function consequenceOfRestoring(
  { spaceId, existing, pageId }: Arguments,
  context: CallContext,
): Promise<string> {
  if (typeof pageId !== 'string') return 'It undoes the change request on all its pages.';
  return `It restores ${quoted(await titleOfPage({ spaceId, existing, pageId }, context))}, and no other page.`;
}

/** The title of a page, or the caller's name for it if the pages cannot be read. */
async function titleOfPage(
  { spaceId, existing, pageId }: { spaceId: unknown; existing: unknown; pageId: string },
  context: CallContext,
): Promise<string> {
  const location = {
    spaceId: String(spaceId),
    ...(existing !== undefined && { changeRequestId: String(existing) }),
  };
  const reader = readersOf(location).pages;
  if (context.isExcluded?.(reader.tool)) return pageId;
  const { pages = [] } = (await ifReadable(() => send(reader, location, context))) ?? {};
  try {
    const id = await resolvePage(pages, pageId);
    return flattenPages(pages).find((page) => page.id === id)?.title ?? pageId;
  } catch (error) {
    // A page that was deleted since then is known only by its id.
    if (error instanceof UnknownName) return pageId;
    throw error;
  }
}
