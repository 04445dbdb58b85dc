import { GIT_SYNC } from '../git/schema.ts';
import { IMPORT_RUNS } from '../import/schema.ts';
import { OPENAPI_PROCESSING, OPENAPI_VISIBILITY } from '../openapi/schema.ts';
import { ORGANIZATION_SETTINGS, TEAM_ROLES_ON_CONTENT } from '../organization/schema.ts';
import { PDF_EXPORTS } from '../pdf/schema.ts';
import { REVIEWS } from '../review/schema.ts';
import { SetupError } from '../setup-error.ts';
import { SITE_NAVIGATION, SITES } from '../sites/schema.ts';
import { SPACE_SETTINGS } from '../spaces/schema.ts';
import { WEB_PAGES, WEB_PREVIEWS } from '../web/schema.ts';
import type { Database } from './database.ts';

/** `until` of the version of a row that is valid now. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

const PEOPLE = `
CREATE TABLE user (
  id TEXT PRIMARY KEY, handle TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, email TEXT, photo_url TEXT
) STRICT;
CREATE TABLE token (hash TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES user(id), created_at TEXT NOT NULL) STRICT;
CREATE TABLE organization (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, type TEXT NOT NULL, plan TEXT NOT NULL, hostname TEXT,
  use_case TEXT, community_type TEXT, default_role TEXT, default_content TEXT, logo TEXT,
  email_domains TEXT NOT NULL, sso INTEGER NOT NULL, ai INTEGER NOT NULL, invite_links INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE TABLE member (
  organization TEXT NOT NULL REFERENCES organization(id), user TEXT NOT NULL REFERENCES user(id),
  role TEXT, joined_at TEXT NOT NULL, PRIMARY KEY (organization, user)
) STRICT;
CREATE INDEX member_by_user ON member (user);
`;

const SPACES = `
CREATE TABLE collection (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), parent TEXT REFERENCES collection(id),
  title TEXT NOT NULL, description TEXT, default_level TEXT, position TEXT NOT NULL
) STRICT;
CREATE INDEX collection_by_organization ON collection (organization, position, id);
CREATE TABLE space (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), collection TEXT REFERENCES collection(id),
  title TEXT NOT NULL, emoji TEXT NOT NULL, visibility TEXT NOT NULL, edit_mode TEXT, default_level TEXT,
  position TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deleted_at TEXT,
  next_number INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX space_by_collection ON space (collection, position, id);
CREATE INDEX space_by_organization ON space (organization, id);
-- A role of one user on a collection or space; NULL takes access away.
CREATE TABLE content_role (
  target TEXT NOT NULL, user TEXT NOT NULL REFERENCES user(id), role TEXT, PRIMARY KEY (target, user)
) STRICT;
`;

const CONTENT = `
-- A line is a row of revisions: the primary line of a space (named by the space's id) or that of a
-- change request (named by the change request's id), which lies over the primary line at base_seq.
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

const DISCUSSION = `
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
-- Counting comments must not cost more the more there are. An empty page counts the whole line.
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

const SEARCH = `
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

const OPENAPI = `
CREATE TABLE openapi_spec (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), slug TEXT NOT NULL, source_url TEXT,
  processing_state TEXT NOT NULL, error_code TEXT, last_version TEXT, processed_at TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (organization, slug)
) STRICT;
CREATE TABLE openapi_version (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  spec TEXT NOT NULL REFERENCES openapi_spec(id) ON DELETE CASCADE, blob TEXT NOT NULL REFERENCES blob(hash),
  file_name TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX openapi_version_by_spec ON openapi_version (spec, sequence);
`;

/** Siblings by their place, however many there are. */
const SIBLINGS = `
CREATE INDEX page_by_position ON page (line, parent, position, until);
`;

/** Each entry is applied once, in order; a database remembers how many it has seen. */
const MIGRATIONS: readonly string[] = [
  PEOPLE + SPACES + CONTENT + DISCUSSION + SEARCH + OPENAPI,
  OPENAPI_PROCESSING,
  PDF_EXPORTS,
  GIT_SYNC,
  ORGANIZATION_SETTINGS,
  SITES,
  SIBLINGS,
  WEB_PAGES,
  SITE_NAVIGATION,
  OPENAPI_VISIBILITY,
  TEAM_ROLES_ON_CONTENT,
  WEB_PREVIEWS,
  REVIEWS,
  SPACE_SETTINGS,
  IMPORT_RUNS,
];

/** Brings the database to the newest schema; safe when two processes open a new folder at once. */
export function migrate(database: Database): void {
  database.write(() => {
    const applied = schemaVersion(database);
    if (applied > MIGRATIONS.length) {
      throw new SetupError(
        'The data was written by a newer version of this program; start it with that version.',
      );
    }
    for (const migration of MIGRATIONS.slice(applied)) database.script(migration);
    database.script(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

/** How many migrations the database has seen. */
export function schemaVersion(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
