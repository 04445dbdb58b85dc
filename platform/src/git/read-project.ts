import { decode } from '../content/encoding.ts';
import { unprocessable } from '../errors.ts';
import { inWorker, type JobLimits } from '../workers/pool.ts';
import { PROJECT_FILE, type Project, readProject } from './project.ts';
import { IS_LEGACY_PROJECT, READ_PROJECT, READ_VARS } from './tasks.ts';
import type { Vars } from './vars.ts';

/** A file with a redirect from each page of a space is far smaller. */
const MAX_BYTES = 1_000_000;

/** The configuration in a file, or by default; 422 if it is too large, or as `readProject`. */
export async function projectIn(
  bytes: Uint8Array | undefined,
  limits: JobLimits,
): Promise<Project> {
  if (!bytes) return readProject('');
  if (bytes.length > MAX_BYTES) {
    throw unprocessable(`${PROJECT_FILE} has more than ${MAX_BYTES} bytes`);
  }
  return await inWorker(READ_PROJECT, decode(bytes), limits);
}

/** The same as `isLegacyProject` for the bytes of a file; one that is too large is none. */
export async function isProject(bytes: Uint8Array, limits: JobLimits): Promise<boolean> {
  return bytes.length <= MAX_BYTES && (await inWorker(IS_LEGACY_PROJECT, decode(bytes), limits));
}

/** The same as `readVars` for the bytes of a file; one that is too large has none. */
export async function varsFrom(bytes: Uint8Array | undefined, limits: JobLimits): Promise<Vars> {
  if (!bytes || bytes.length > MAX_BYTES) return {};
  return await inWorker(READ_VARS, decode(bytes), limits);
}
