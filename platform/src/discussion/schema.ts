/** Comments, replies and reactions. */
export const DISCUSSION = `
CREATE TABLE comment (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, space TEXT NOT NULL REFERENCES space(id),
  -- The space's id, or the change request's: comments of a change request are not comments of its space.
  line TEXT NOT NULL, page TEXT, node TEXT, preview TEXT, document TEXT, revision TEXT NOT NULL, markdown TEXT NOT NULL,
  posted_by TEXT NOT NULL REFERENCES user(id), posted_at TEXT NOT NULL, edited_at TEXT,
  status TEXT NOT NULL, resolved_by TEXT REFERENCES user(id), resolved_at TEXT, replies INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX comment_by_line ON comment (line, sequence);
CREATE INDEX comment_by_status ON comment (line, status, sequence);
CREATE INDEX comment_by_page ON comment (line, page, status, sequence);
CREATE TABLE reply (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  comment TEXT NOT NULL REFERENCES comment(id) ON DELETE CASCADE, markdown TEXT NOT NULL,
  posted_by TEXT NOT NULL REFERENCES user(id), posted_at TEXT NOT NULL, edited_at TEXT
) STRICT;
CREATE INDEX reply_by_comment ON reply (comment, sequence);
CREATE TABLE reaction (
  subject TEXT NOT NULL, emoji TEXT NOT NULL, user TEXT NOT NULL REFERENCES user(id), reacted_at TEXT NOT NULL,
  PRIMARY KEY (subject, emoji, user)
) STRICT, WITHOUT ROWID;
-- Counting comments must not cost more the more there are. An empty page counts the whole branch.
CREATE TABLE comment_tally (
  line TEXT NOT NULL, page TEXT NOT NULL, status TEXT NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (line, page, status)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER comment_added AFTER INSERT ON comment BEGIN
  INSERT INTO comment_tally VALUES (NEW.line, '', NEW.status, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO comment_tally SELECT NEW.line, NEW.page, NEW.status, 1 WHERE NEW.page IS NOT NULL
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER comment_removed AFTER DELETE ON comment BEGIN
  UPDATE comment_tally SET total = total - 1
    WHERE line = OLD.line AND page IN ('', OLD.page) AND status = OLD.status;
  DELETE FROM reaction WHERE subject = OLD.id;
END;
CREATE TRIGGER comment_moved AFTER UPDATE OF status ON comment WHEN OLD.status <> NEW.status BEGIN
  UPDATE comment_tally SET total = total - 1
    WHERE line = OLD.line AND page IN ('', OLD.page) AND status = OLD.status;
  INSERT INTO comment_tally VALUES (NEW.line, '', NEW.status, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO comment_tally SELECT NEW.line, NEW.page, NEW.status, 1 WHERE NEW.page IS NOT NULL
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER reply_added AFTER INSERT ON reply BEGIN
  UPDATE comment SET replies = replies + 1 WHERE id = NEW.comment;
END;
CREATE TRIGGER reply_removed AFTER DELETE ON reply BEGIN
  UPDATE comment SET replies = replies - 1 WHERE id = OLD.comment;
  DELETE FROM reaction WHERE subject = OLD.id;
END;
`;

/** Renames the column `line`. */
export const DISCUSSION_OF_BRANCHES = `
ALTER TABLE comment RENAME COLUMN line TO branch;
ALTER TABLE comment_tally RENAME COLUMN line TO branch;
DROP INDEX comment_by_line;
CREATE INDEX comment_by_branch ON comment (branch, sequence);
`;
