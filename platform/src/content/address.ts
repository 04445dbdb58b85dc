import type { Database } from '../store/database.ts';
import type { ContentState, Page } from './model.ts';
import { pages } from './tables.ts';
import { pageAt } from './tree.ts';

/** The page behind an address for people: by its path, or, below `pages`, by its id too. */
export function pageByAddress(
  db: Database,
  state: ContentState,
  segments: readonly string[],
): Page | undefined {
  const [first, second = ''] = segments;
  const named = first === 'pages' ? segments.slice(1) : segments;
  const found = pageAt(db, state, named);
  if (found || first !== 'pages' || segments.length !== 2) return found;
  return pages.find(db, state, second);
}
