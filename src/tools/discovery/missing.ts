import type { Service } from '../../operations/index.ts';
import { isOfferedBy, lackOf } from '../availability.ts';
import type { Tool } from '../tool.ts';
import type { Ranking } from './rank.ts';
import { termsOf } from './words.ts';

/** Maximum number of tools that are named as missing. */
const MAX_MISSING = 3;

/** Separators of the requests within one question. */
const BETWEEN_WISHES = /[,;]| and /i;

/** Fewer significant words than this do not count as a request of their own. */
const LEAST_WORDS = 2;

/**
 * The tools that fit a question, or one of the requests in it, better than all that the service has. Each comes with
 * what to do instead.
 */
export function missingFor(
  query: string,
  service: Service,
  find: (wish: string) => ReturnType<Ranking<Tool>>,
): string[] {
  const wishes = query.split(BETWEEN_WISHES).filter((part) => termsOf(part).length >= LEAST_WORDS);
  const missing = [query, ...(wishes.length > 1 ? wishes : [])].flatMap((wish) => {
    const found = find(wish);
    const first = found.findIndex((tool) => isOfferedBy(tool, service));
    return first < 0 ? found : found.slice(0, first);
  });
  return [...new Set(missing)].slice(0, MAX_MISSING).map((tool) => lackOf(tool, service));
}
