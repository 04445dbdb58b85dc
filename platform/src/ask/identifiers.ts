import { type Hit, type PageKey, searchExpression } from '../search/search.ts';
import { phrase } from '../search/words.ts';
import type { Database } from '../store/database.ts';

/** A name such as `out_file`, whose words alone name other things. */
const IDENTIFIER = /(?<![\p{L}\p{N}_])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+(?![\p{L}\p{N}_])/gu;

/** Sections with such a name in which to look for an answer. */
const MAX_NAMING = 40;

/**
 * The sections that have the identifiers of a question. Undefined if it has none, or no section has them: they may be
 * misspelt.
 */
export function sectionsNaming(
  db: Database,
  spaces: readonly string[],
  question: string,
  shows: (page: PageKey) => boolean,
): Hit[] | undefined {
  const names = (question.match(IDENTIFIER) ?? []).map((name) => name.toLowerCase());
  const found = names.flatMap((name) =>
    searchExpression(db, spaces, phrase(name), shows, MAX_NAMING).filter(
      ({ title, heading, body }) => `${title} ${heading} ${body}`.toLowerCase().includes(name),
    ),
  );
  return found.length > 0 ? found : undefined;
}
