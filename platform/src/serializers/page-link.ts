import type { Context } from '../auth/context.ts';
import type { Page } from '../content/model.ts';
import type { PageLink } from '../content/references.ts';
import { files, pages } from '../content/tables.ts';
import { fileLocation, type LocationContext, pageLocation } from './content-location.ts';

/** A link of a page: its target, and the page that contains it. */
export function pageLinkObject(
  context: Context,
  around: LocationContext,
  page: Page,
  link: PageLink,
) {
  return {
    status: link.status,
    relation: 'reference' as const,
    targetReference: targetLocation(context, around, page, link),
    locationReferences: [pageLocation(context, around, page)],
  };
}

/** The page or file itself if it exists, else the original address. */
function targetLocation(context: Context, around: LocationContext, page: Page, link: PageLink) {
  const { target, url } = link;
  const { db } = context;
  if (target.kind === 'anchor') return pageLocation(context, around, page, target.anchor);
  const linked = target.kind === 'page' && pages.find(db, around.state, target.page);
  if (linked) return pageLocation(context, around, linked, target.anchor);
  const file = target.kind === 'file' && files.find(db, around.state, target.file);
  if (file) return fileLocation(context, around, file);
  return { kind: 'url' as const, url };
}
