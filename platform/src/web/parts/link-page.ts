import type { Page, View } from '../../content/model.ts';
import { files, pages } from '../../content/tables.ts';
import { pagePathOf } from '../../content/tree.ts';
import { targetOf } from '../../markdown/targets.ts';
import type { Database } from '../../store/database.ts';
import { fileObject } from '../../views/file.ts';

const WEB = /^(https?|mailto):/i;

/**
 * The target of a page of type `link`; undefined if it is missing or must not be followed. `hrefOf` returns the address
 * of a page by its path in the space.
 */
export function linkAddress(
  db: Database,
  view: View,
  { attributes: { href = '' } }: Page,
  hrefOf: (path: string) => string,
): string | undefined {
  const target = targetOf(href);
  switch (target.kind) {
    case 'page': {
      const page = pages.find(db, view, target.page);
      const anchor = target.anchor && `#${target.anchor}`;
      return page && page.type !== 'link' ? hrefOf(pagePathOf(db, view, page)) + anchor : undefined;
    }
    case 'file': {
      const file = files.find(db, view, target.file);
      return file && fileObject({ origin: '' }, file).downloadURL;
    }
    default:
      return WEB.test(href) ? href : undefined;
  }
}
