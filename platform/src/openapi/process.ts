import { readBlob, saveBlob } from '../content/blobs.ts';
import { ApiError } from '../errors.ts';
import { type AddressRule, FETCH_TIMEOUT_MS, FetchError, fetchUrl } from '../runtime/outbound.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Database } from '../store/database.ts';
import { newId, sha256 } from '../store/ids.ts';
import { inWorker } from '../workers/pool.ts';
import { CHECK_OPENAPI, type Notation, OpenapiParseError } from './document.ts';
import type { SpecRow, SpecVersionRow } from './schema.ts';

/** Fetches and checks the source of a specification in the background and stores it as a version. */
export function startProcessing(db: Database, runtime: Runtime, spec: SpecRow): void {
  runtime.background.start((signal) => process(db, runtime.mayAsk, spec, signal));
}

/** Resumes work that was in progress when the platform last stopped. */
export function resumeProcessing(db: Database, runtime: Runtime): void {
  const sql = "SELECT * FROM openapi_spec WHERE processing_state IN ('pending', 'progress')";
  for (const spec of db.all<SpecRow>(sql)) startProcessing(db, runtime, spec);
}

async function process(
  db: Database,
  mayAsk: AddressRule,
  spec: SpecRow,
  stopping: AbortSignal,
): Promise<void> {
  const started = update(db, spec, "processing_state = 'progress'");
  if (!started) return;
  try {
    const bytes = await sourceOf(db, mayAsk, spec, stopping);
    const notation = await check(bytes, stopping);
    db.write(() => complete(db, spec, bytes, notation));
  } catch (error) {
    // It stays in progress and resumes at the next start.
    if (stopping.aborted) return;
    const code = errorCode(error);
    if (!code || !(error instanceof Error)) throw error;
    const now = new Date().toISOString();
    const values = [code, error.message, now, now];
    update(
      db,
      spec,
      "processing_state = 'complete', error_code = ?, error_message = ?, processed_at = ?, updated_at = ?",
      ...values,
    );
  }
}

async function check(bytes: Uint8Array, signal: AbortSignal): Promise<Notation> {
  const checked = await inWorker(CHECK_OPENAPI, bytes, { signal });
  if ('complaint' in checked) throw new OpenapiParseError(checked.complaint);
  return checked;
}

async function sourceOf(
  db: Database,
  mayAsk: AddressRule,
  { source_url: url, source_blob: hash }: SpecRow,
  stopping: AbortSignal,
): Promise<Uint8Array> {
  if (url !== null) {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
    return (await fetchUrl(url, mayAsk, signal)).bytes;
  }
  const blob = readBlob(db, hash ?? '');
  if (!blob) throw new Error(`Blob ${hash} is referenced and missing`);
  return blob.bytes;
}

function errorCode(error: unknown): string | undefined {
  if (error instanceof OpenapiParseError) return 'PARSE_ERROR';
  if (!(error instanceof FetchError)) return error instanceof ApiError ? 'PARSE_ERROR' : undefined;
  return error.timedOut ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
}

/** A document equal to the newest version does not become another version. */
function complete(db: Database, spec: SpecRow, bytes: Uint8Array, notation: Notation): void {
  const now = new Date().toISOString();
  const current = update(
    db,
    spec,
    "processing_state = 'complete', error_code = NULL, error_message = NULL, processed_at = ?, updated_at = ?",
    now,
    now,
  );
  if (!current) return;
  const latest = db.get<SpecVersionRow>(
    'SELECT * FROM openapi_version WHERE spec = ? ORDER BY sequence DESC LIMIT 1',
    spec.id,
  );
  if (latest?.blob === sha256(bytes)) return;
  const version = newId();
  db.run(
    'INSERT INTO openapi_version (id, spec, blob, file_name, created_at) VALUES (?, ?, ?, ?, ?)',
    version,
    spec.id,
    saveBlob(db, bytes, notation.contentType),
    `${spec.slug}.${notation.extension}`,
    now,
  );
  update(db, spec, 'last_version = ?', version);
}

/** False if the specification was deleted or got a newer source meanwhile. */
function update(db: Database, spec: SpecRow, assignments: string, ...values: string[]): boolean {
  const sql = `UPDATE openapi_spec SET ${assignments} WHERE id = ? AND attempt = ?`;
  return db.run(sql, ...values, spec.id, spec.attempt) > 0;
}
