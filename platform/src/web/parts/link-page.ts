import type { ContentState, Page } from '../../content/model.ts';
import { files, pages } from '../../content/tables.ts';
import { pagePathOf } from '../../content/tree.ts';
import { targetOf } from '../../markdown/targets.ts';
import { fileObject } from '../../serializers/file.ts';
import type { Database } from '../../store/database.ts';

const WEB = /^(https?|mailto):/i;

/**
 * The target of a page of type `link`; undefined if it is missing or must not be followed. `hrefOf` returns the address
 * of a page by its path in the space.
 */
export function linkAddress(
  db: Database,
  state: ContentState,
  { attributes: { href = '' } }: Page,
  hrefOf: (path: string) => string,
): string | undefined {
  const target = targetOf(href);
  switch (target.kind) {
    case 'page': {
      const page = pages.find(db, state, target.page);
      const anchor = target.anchor && `#${target.anchor}`;
      return page && page.type !== 'link'
        ? hrefOf(pagePathOf(db, state, page)) + anchor
        : undefined;
    }
    case 'file': {
      const file = files.find(db, state, target.file);
      return file && fileObject({ origin: '' }, file).downloadURL;
    }
    default:
      return WEB.test(href) ? href : undefined;
  }
}
