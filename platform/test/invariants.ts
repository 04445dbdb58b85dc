import type { Database } from '../src/store/database.ts';

/** Invariants of the schema and the content model, each with a query that finds the rows that violate it. */
const BROKEN: Record<string, string> = {
  'the file is damaged':
    "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
  'a row refers to a missing row': 'SELECT * FROM pragma_foreign_key_check',
  'a space has no revision': `SELECT id FROM space WHERE NOT EXISTS (SELECT 1 FROM revision WHERE branch = space.id)`,
  'a page was written by no revision': `SELECT branch, id FROM page
    WHERE NOT EXISTS (SELECT 1 FROM revision WHERE revision.branch = page.branch AND seq = from_seq)`,
  'a page has two versions at once': `SELECT one.branch, one.id FROM page AS one JOIN page AS two
    ON two.branch = one.branch AND two.id = one.id AND two.from_seq > one.from_seq WHERE one.until > two.from_seq`,
  'a change request is at no revision': `SELECT id FROM change_request WHERE NOT EXISTS (SELECT 1 FROM revision
    WHERE revision.id = change_request.revision
      AND (change_request.seq = 0 OR (branch = change_request.id AND revision.seq = change_request.seq)))`,
  'a merged change request left no revision': `SELECT id FROM change_request WHERE status = 'merged' AND NOT EXISTS
    (SELECT 1 FROM revision WHERE revision.id = revision_merged AND revision.branch = change_request.space)`,
  'comments are counted wrongly': `SELECT branch, status, COUNT(*) AS total FROM comment GROUP BY branch, status
    EXCEPT SELECT branch, status, total FROM comment_tally WHERE page = ''`,
  'replies are counted wrongly': `SELECT id FROM comment
    WHERE replies <> (SELECT COUNT(*) FROM reply WHERE reply.comment = comment.id)`,
  'a page is not in the search index': `SELECT page.branch, page.id FROM page JOIN space ON space.id = page.branch
    WHERE until = 9007199254740991 AND deleted = 0 AND type = 'document' AND NOT EXISTS
      (SELECT 1 FROM section WHERE section.space = page.branch AND section.page = page.id AND section.title = page.title)`,
  'a page is in the search index and gone': `SELECT space, page FROM section WHERE NOT EXISTS (SELECT 1 FROM page
    WHERE page.branch = section.space AND page.id = section.page AND until = 9007199254740991 AND deleted = 0)`,
  'an OpenAPI specification has another last version': `SELECT id FROM openapi_spec
    WHERE last_version IS NOT (SELECT id FROM openapi_version WHERE spec = openapi_spec.id ORDER BY sequence DESC)`,
};

/** The invariants that a database violates, each with one such row; empty if it violates none. */
export function brokenPromises(db: Database): string[] {
  // Compares the search index with its source; throws if they differ.
  db.run("INSERT INTO section_text (section_text, rank) VALUES ('integrity-check', 1)");
  return Object.entries(BROKEN).flatMap(([promise, sql]) => {
    const rows = db.all(sql);
    return rows.length > 0 ? `${promise}: ${JSON.stringify(rows[0])}` : [];
  });
}
