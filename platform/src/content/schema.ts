/** Revisions and their content. */
export const CONTENT = `
-- A branch is a row of revisions: the primary branch of a space (named by the space's id) or that of a
-- change request (named by the change request's id), which lies over the primary branch at base_seq.
-- Its column is called line here, and branch since BRANCHES.
CREATE TABLE revision (
  id TEXT PRIMARY KEY, space TEXT NOT NULL REFERENCES space(id), line TEXT NOT NULL, seq INTEGER NOT NULL,
  base_seq INTEGER NOT NULL, type TEXT NOT NULL, author TEXT REFERENCES user(id), created_at TEXT NOT NULL,
  parents TEXT NOT NULL, merged_from TEXT, UNIQUE (line, seq)
) STRICT;
-- One row per change of a page: it holds from revision from_seq up to, not including, revision until.
CREATE TABLE page (
  line TEXT NOT NULL, id TEXT NOT NULL, from_seq INTEGER NOT NULL, until INTEGER NOT NULL, deleted INTEGER NOT NULL,
  type TEXT NOT NULL, parent TEXT, position TEXT NOT NULL, slug TEXT NOT NULL, title TEXT NOT NULL,
  document TEXT REFERENCES document(id), attributes TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (line, id, from_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_by_parent ON page (line, parent, until, position);
CREATE INDEX page_by_slug ON page (line, parent, slug, until);
CREATE INDEX page_by_document ON page (document, line);
CREATE TABLE document (id TEXT PRIMARY KEY, markdown TEXT NOT NULL) STRICT;
CREATE TABLE document_target (
  target TEXT NOT NULL, document TEXT NOT NULL REFERENCES document(id), PRIMARY KEY (target, document)
) STRICT, WITHOUT ROWID;
CREATE TABLE file (
  line TEXT NOT NULL, id TEXT NOT NULL, from_seq INTEGER NOT NULL, until INTEGER NOT NULL, deleted INTEGER NOT NULL,
  name TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER NOT NULL, width INTEGER, height INTEGER,
  blob TEXT NOT NULL REFERENCES blob(hash), PRIMARY KEY (line, id, from_seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE blob (hash TEXT PRIMARY KEY, content_type TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
CREATE TABLE change_request (
  id TEXT PRIMARY KEY, space TEXT NOT NULL REFERENCES space(id), number INTEGER NOT NULL, status TEXT NOT NULL,
  subject TEXT NOT NULL, created_by TEXT NOT NULL REFERENCES user(id), created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  revision TEXT NOT NULL, revision_initial TEXT NOT NULL, revision_ancestor TEXT, revision_merged TEXT,
  seq INTEGER NOT NULL, base_seq INTEGER NOT NULL, UNIQUE (space, number)
) STRICT;
CREATE INDEX change_request_by_status ON change_request (space, status, number);
`;

/** The sections of the newest primary revisions, for search. */
export const SECTIONS = `
CREATE TABLE section (
  id INTEGER PRIMARY KEY, space TEXT NOT NULL, page TEXT NOT NULL, place INTEGER NOT NULL, anchor TEXT NOT NULL,
  title TEXT NOT NULL, heading TEXT NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE INDEX section_by_page ON section (space, page, place);
CREATE VIRTUAL TABLE section_text USING fts5(
  title, heading, body, content='section', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER section_added AFTER INSERT ON section BEGIN
  INSERT INTO section_text (rowid, title, heading, body) VALUES (NEW.id, NEW.title, NEW.heading, NEW.body);
END;
CREATE TRIGGER section_removed AFTER DELETE ON section BEGIN
  INSERT INTO section_text (section_text, rowid, title, heading, body)
    VALUES ('delete', OLD.id, OLD.title, OLD.heading, OLD.body);
END;
`;

/**
 * The sections as they were written. The index has separators between letters of words without spaces; pages that were
 * indexed without them, marked with a negative `gone`, are gradually indexed again.
 */
export const SEPARATED_WORDS = `
CREATE VIEW section_as_written AS SELECT id, space, page, place, anchor, replace(title, char(31), '') AS title,
  replace(heading, char(31), '') AS heading, replace(body, char(31), '') AS body FROM section;
INSERT OR IGNORE INTO unindexed SELECT DISTINCT space, page, -1 FROM section
  WHERE space NOT LIKE 'stage:%' AND (title || heading || body) GLOB '*[\u0e00-\u0fff\u1000-\u11ff\u1780-\u17ff\u3040-\u9fff\ua000-\ua4cf\ua960-\ud7ff\uf900-\ufaff\uff66-\uffdc]*';
`;

/**
 * The words in compounds such as `userName`, each of which the index counts as one word. Pages that were indexed without
 * them are gradually indexed again.
 */
export const WORD_PARTS = `
DROP TRIGGER section_added;
DROP TRIGGER section_removed;
DROP TABLE section_text;
ALTER TABLE section ADD COLUMN parts TEXT NOT NULL DEFAULT '';
CREATE VIRTUAL TABLE section_text USING fts5(
  title, heading, body, parts, content='section', content_rowid='id',
  tokenize='porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER section_added AFTER INSERT ON section BEGIN
  INSERT INTO section_text (rowid, title, heading, body, parts)
    VALUES (NEW.id, NEW.title, NEW.heading, NEW.body, NEW.parts);
END;
CREATE TRIGGER section_removed AFTER DELETE ON section BEGIN
  INSERT INTO section_text (section_text, rowid, title, heading, body, parts)
    VALUES ('delete', OLD.id, OLD.title, OLD.heading, OLD.body, OLD.parts);
END;
INSERT INTO section_text (section_text) VALUES ('rebuild');
INSERT OR IGNORE INTO unindexed SELECT DISTINCT space, page, -1 FROM section
  WHERE space NOT LIKE 'stage:%' AND (title || ' ' || heading || ' ' || body) GLOB '*[a-zA-Z][A-Z][a-z]*';
`;

/**
 * The headings of the sections around each section, which is found by their words, too. Pages that were indexed without
 * them are gradually indexed again.
 */
export const HEADINGS_ABOVE = `
ALTER TABLE section ADD COLUMN above TEXT NOT NULL DEFAULT '';
INSERT OR IGNORE INTO unindexed SELECT DISTINCT space, page, -1 FROM section
  WHERE space NOT LIKE 'stage:%' AND heading <> '';
`;

/** Finds siblings by their position, however many there are. */
export const SIBLINGS = `
CREATE INDEX page_by_position ON page (line, parent, position, until);
`;

/** The same, however many were deleted. */
export const LIVE_SIBLINGS = `
DROP INDEX page_by_position;
CREATE INDEX page_by_position ON page (branch, parent, deleted, position, until);
`;

/** `until` of the version of a row that is valid now. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

/** The further parts of a large content. */
export const BLOB_PARTS = `
CREATE TABLE blob_part (hash TEXT NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (hash, place)) STRICT;
`;

/** Pages whose sections are indexed after the transaction that wrote them. Deleted ones are no longer found. */
export const UNINDEXED = `
CREATE TABLE unindexed (
  space TEXT NOT NULL, page TEXT NOT NULL, gone INTEGER NOT NULL, PRIMARY KEY (space, page)
) STRICT, WITHOUT ROWID;
`;

/**
 * Pages whose entries stand ready under the name in `prepared`, and the names of which some entries may be left. Moving
 * all entries of an import in the transaction that publishes its pages would make others wait.
 */
export const PREPARED_ENTRIES = `
ALTER TABLE unindexed ADD COLUMN prepared TEXT;
CREATE TABLE prepared_index (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

/** Renames the column `line`. */
export const BRANCHES = `
ALTER TABLE revision RENAME COLUMN line TO branch;
ALTER TABLE page RENAME COLUMN line TO branch;
ALTER TABLE file RENAME COLUMN line TO branch;
`;

/** Pages that include texts were indexed without these; they are gradually indexed again. */
export const INCLUDED_TEXTS = `
INSERT OR IGNORE INTO unindexed SELECT DISTINCT page.branch, page.id, -1
  FROM file JOIN document_target ON target = file.id JOIN page ON page.document = document_target.document
  WHERE file.content_type LIKE 'text/%' AND file.until = ${FOREVER} AND page.branch = file.branch
    AND page.until = file.until AND page.deleted = 0 AND page.branch IN (SELECT id FROM space);
`;

/**
 * Branches that one owner writes to in many transactions. A part of the revision may be written, which nobody sees
 * before it is inserted.
 */
export const HELD_BRANCHES = `
CREATE TABLE held_branch (branch TEXT PRIMARY KEY, seq INTEGER, owner TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Paragraphs were indexed as lines, wherever their source broke them; such pages are gradually indexed again. */
export const WHOLE_PARAGRAPHS = `
INSERT OR IGNORE INTO unindexed (space, page, gone) SELECT DISTINCT space, page, -1 FROM section
  WHERE space NOT LIKE 'stage:%' AND body GLOB '*[a-z,]' || char(10) || '[a-z]*';
`;

/**
 * What each line of a section is to the lines after it. Pages that may have labels or captions, as nearly all have, are
 * gradually indexed again, also those with letters that the index now spells out.
 */
export const LINE_ROLES = `
ALTER TABLE section ADD COLUMN roles TEXT NOT NULL DEFAULT '';
INSERT OR IGNORE INTO unindexed (space, page, gone) SELECT DISTINCT space, page, -1 FROM section
  WHERE space NOT LIKE 'stage:%';
`;

/** These also say which lines are items of lists, how deeply nested, and which are code. */
export const LIST_ROLES = `
INSERT OR IGNORE INTO unindexed (space, page, gone) SELECT DISTINCT space, page, -1 FROM section
  WHERE space NOT LIKE 'stage:%';
`;

/** Pages were indexed with the expressions of variables in place of their values; they are gradually indexed again. */
export const SHOWN_VALUES = `
INSERT OR IGNORE INTO unindexed (space, page, gone) SELECT DISTINCT space, page, -1 FROM section
  WHERE space NOT LIKE 'stage:%' AND (heading || ' ' || body) GLOB '*.vars.*';
`;
