import { saveBlob } from '../content/blobs.ts';
import { withoutCredentials } from '../runtime/outbound.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import type { SpecRow } from './schema.ts';

/** The source of a specification's document. */
export type SpecSource = { url: string } | { text: string };

interface SpecKey {
  organization: string;
  slug: string;
}

export function findSpec(db: Database, { organization, slug }: SpecKey): SpecRow | undefined {
  const sql = 'SELECT * FROM openapi_spec WHERE organization = ? AND slug = ?';
  return db.get<SpecRow>(sql, organization, slug);
}

/** Creates the specification, or gives the existing one a new source; either waits to be processed. */
export function putSpec(db: Database, key: SpecKey, source: SpecSource): SpecRow {
  const now = new Date().toISOString();
  const url = 'url' in source ? withKnownCredentials(db, key, source.url) : null;
  const blob = 'text' in source ? saveBlob(db, Buffer.from(source.text), 'text/plain') : null;
  const row = db.get<SpecRow>(
    `INSERT INTO openapi_spec (id, organization, slug, source_url, source_blob, processing_state, attempt,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'pending', 1, ?, ?)
     ON CONFLICT (organization, slug) DO UPDATE SET source_url = excluded.source_url,
       source_blob = excluded.source_blob, processing_state = 'pending', attempt = attempt + 1,
       updated_at = excluded.updated_at
     RETURNING *`,
    newId(),
    key.organization,
    key.slug,
    url,
    blob,
    now,
    now,
  );
  if (!row) throw new Error(`Specification ${key.slug} was not written`);
  return row;
}

/** An address as the platform shows it stands for itself with the credentials that it was given with. */
function withKnownCredentials(db: Database, key: SpecKey, url: string): string {
  const known = findSpec(db, key)?.source_url;
  return known && withoutCredentials(known) === url ? known : url;
}

/** Deletes the specification and all its versions; does nothing if it does not exist. */
export function deleteSpec(db: Database, { organization, slug }: SpecKey): void {
  db.run('DELETE FROM openapi_spec WHERE organization = ? AND slug = ?', organization, slug);
}
