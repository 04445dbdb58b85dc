import { type Hit, type PageKey, searchExpression } from '../search/search.ts';
import { phrase } from '../search/words.ts';
import type { Database } from '../store/database.ts';

/** Names such as `out_file` and `server.pool.max-size`, whose words alone name other things. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_.-])(?:[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|\p{L}[\p{L}\p{N}_-]*(?:\.\p{L}[\p{L}\p{N}_-]*){2,})(?![\p{L}\p{N}_-])/gu;

/** Sections with such a name in which to look for an answer. */
const MAX_NAMING = 40;

/** The identifiers of a question, in lower case. */
export function identifiersIn(question: string): string[] {
  return (question.match(IDENTIFIER) ?? []).map((name) => name.toLowerCase());
}

/** The best sections that have one of these identifiers. */
export function sectionsNaming(
  db: Database,
  spaces: readonly string[],
  names: readonly string[],
  shows: (page: PageKey) => boolean,
): Hit[] {
  return names.flatMap((name) =>
    searchExpression(db, spaces, phrase(name), shows, MAX_NAMING).filter((hit) => has(hit, name)),
  );
}

/**
 * Of what was found, what is in sections with one of these identifiers, or on pages of such sections; all of it if there
 * is no such thing, because the identifiers may be misspelt.
 */
export function aboutIdentifiers<T extends { hit: Hit }>(
  found: readonly T[],
  names: readonly string[],
  naming: readonly Hit[],
): readonly T[] {
  const own = found.filter(({ hit }) => names.some((name) => has(hit, name)));
  if (own.length > 0) return own;
  const pages = new Set(naming.map(({ page }) => page));
  const near = found.filter(({ hit }) => pages.has(hit.page));
  return near.length > 0 ? near : found;
}

function has({ title, heading, body }: Hit, name: string): boolean {
  return `${title} ${heading} ${body}`.toLowerCase().includes(name);
}
