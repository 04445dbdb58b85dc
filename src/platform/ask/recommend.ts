import type { Database } from '../store/database.ts';

const MAX_QUESTIONS = 5;

/** Questions that these spaces answer, made from the titles of pages with most to say. */
export function recommendQuestions(db: Database, spaces: readonly string[]): string[] {
  return db
    .all<{ title: string }>(
      `SELECT title FROM section WHERE space IN (SELECT value FROM json_each(?))
       GROUP BY space, page ORDER BY SUM(LENGTH(body)) DESC, title LIMIT ${MAX_QUESTIONS}`,
      JSON.stringify(spaces),
    )
    .map(({ title }) => `What should I know about ${title}?`);
}
