import type { PageKey } from '../search/search.ts';
import type { Database } from '../store/database.ts';

const MAX_QUESTIONS = 5;

/** Maximum number of pages to consider, longest first. */
const MAX_EXAMINED = 100;

/** Questions that these spaces answer, from the titles of the longest pages that `shows` accepts. */
export function recommendQuestions(
  db: Database,
  spaces: readonly string[],
  shows: (page: PageKey) => boolean = () => true,
): string[] {
  return db
    .all<PageKey & { title: string }>(
      `SELECT space, page, title FROM section_as_written WHERE space IN (SELECT value FROM json_each(?))
       GROUP BY space, page ORDER BY SUM(LENGTH(body)) DESC, title LIMIT ${MAX_EXAMINED}`,
      JSON.stringify(spaces),
    )
    .filter(shows)
    .slice(0, MAX_QUESTIONS)
    .map(({ title }) => `What should I know about ${title}?`);
}
