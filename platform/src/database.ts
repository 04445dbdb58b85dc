import { existsSync, readFileSync } from 'node:fs';
import { USERS } from './auth/schema.ts';
import {
  BLOB_PARTS,
  BRANCHES,
  CONTENT,
  HEADINGS_ABOVE,
  HELD_BRANCHES,
  INCLUDED_TEXTS,
  LINE_ROLES,
  LIST_ROLES,
  LIVE_SIBLINGS,
  PREPARED_ENTRIES,
  SECTIONS,
  SEPARATED_WORDS,
  SHOWN_VALUES,
  SIBLINGS,
  UNINDEXED,
  WHOLE_PARAGRAPHS,
  WORD_PARTS,
} from './content/schema.ts';
import { DISCUSSION, DISCUSSION_OF_BRANCHES } from './discussion/schema.ts';
import { GIT_SOURCES, GIT_SYNC, INCLUDED_SOURCES, RUN_OWNERS, TREE_VARS } from './git/schema.ts';
import { IMPORT_RUNS } from './import/schema.ts';
import { OPENAPI, OPENAPI_PROCESSING, OPENAPI_VISIBILITY } from './openapi/schema.ts';
import {
  COLLECTIONS,
  LOOKED_UP_PEOPLE,
  ORGANIZATION_SETTINGS,
  ORGANIZATIONS,
  ROLES_ON_CONTENT,
  TEAM_ROLES_ON_CONTENT,
} from './organization/schema.ts';
import { PDF_EXPORTS, PDF_EXPORTS_OF_USERS } from './pdf/schema.ts';
import { REVIEWS } from './review/schema.ts';
import { SITE_NAVIGATION, SITES } from './sites/schema.ts';
import { SPACE_SETTINGS, SPACES } from './spaces/schema.ts';
import { Database } from './store/database.ts';
import { migrate, type Schema, schemaOf } from './store/migrate.ts';
import * as store from './store/open.ts';
import { WEB_PAGES, WEB_PREVIEWS } from './web/schema.ts';

/** The tables of all domains. Existing data folders have the first of these, so append new ones. */
export const MIGRATIONS: readonly string[] = [
  [
    ...[USERS, ORGANIZATIONS, COLLECTIONS, SPACES, ROLES_ON_CONTENT],
    ...[CONTENT, DISCUSSION, SECTIONS, OPENAPI],
  ].join(''),
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
  PDF_EXPORTS_OF_USERS,
  GIT_SOURCES,
  BLOB_PARTS,
  UNINDEXED,
  BRANCHES,
  DISCUSSION_OF_BRANCHES,
  SEPARATED_WORDS,
  WORD_PARTS,
  INCLUDED_TEXTS,
  HEADINGS_ABOVE,
  LIVE_SIBLINGS,
  PREPARED_ENTRIES,
  INCLUDED_SOURCES,
  HELD_BRANCHES,
  WHOLE_PARAGRAPHS,
  RUN_OWNERS,
  LOOKED_UP_PEOPLE,
  LINE_ROLES,
  LIST_ROLES,
  TREE_VARS,
  SHOWN_VALUES,
];

/** Written by the build, beside the bundle; missing when running from sources. */
const PREBUILT = new URL('./schema.sql', import.meta.url);

let newest: string | undefined;

/** The tables of the platform. */
export const SCHEMA: Schema = {
  migrations: MIGRATIONS,
  newest: () => {
    newest ??= existsSync(PREBUILT) ? readFileSync(PREBUILT, 'utf8') : newestSchema();
    return newest;
  },
};

/** Applies all migrations to find the resulting schema. */
export function newestSchema(): string {
  const db = new Database();
  try {
    migrate(db, { migrations: MIGRATIONS, newest: () => MIGRATIONS.join('') });
    return schemaOf(db);
  } finally {
    db.close();
  }
}

/**
 * Opens the platform in a folder, which is created if it does not exist, or one in memory. The caller closes it.
 * @throws {SetupError} if the folder cannot be used.
 */
export function openDatabase(folder: string | undefined): Database {
  return store.openWithSchema(folder, SCHEMA);
}

/**
 * Opens the platform in an existing folder.
 * @throws {SetupError} if there is none, or the folder cannot be used.
 */
export function openExisting(folder: string): Database {
  return store.openExistingWithSchema(folder, SCHEMA);
}
