import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UnreadableError } from './documents/index.ts';

/** Larger files are none that a person or a host writes settings into. */
const MAX_BYTES = 50_000_000;
/** Only its owner may read a new file, as it may come to hold a token. */
const PRIVATE = 0o600;

/**
 * The text of a file, or undefined where there is none.
 * @throws {UnreadableError} for what is no text file.
 */
export function readText(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const status = statSync(file);
  if (!status.isFile()) throw new UnreadableError('it is not a file');
  if (status.size > MAX_BYTES) throw new UnreadableError('it is larger than 50 MB');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableError('it is not UTF-8');
    throw error;
  }
}

/**
 * Replaces the text of a file at once, with a copy of the old one beside it; a link stays a link.
 * @returns the copy, or undefined where there was no file.
 * @throws {UnreadableError} if the file is no longer what was read.
 */
export function replaceText(
  file: string,
  before: string | undefined,
  after: string,
): string | undefined {
  if (readText(file) !== before) {
    throw new UnreadableError('another program has just changed it; try again');
  }
  if (before === undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeAtOnce(file, after, PRIVATE);
    return undefined;
  }
  const target = realpathSync(file);
  const mode = statSync(target).mode & 0o777;
  const backup = keepCopy(target, before, mode);
  writeAtOnce(target, after, mode);
  return backup;
}

function writeAtOnce(file: string, text: string, mode: number): void {
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`);
  try {
    writeFileSync(partial, text, { mode, flush: true });
    chmodSync(partial, mode);
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Writes a copy beside a file; one that is there already is kept, or is the same. */
function keepCopy(file: string, text: string, mode: number): string {
  for (let number = 0; ; number += 1) {
    const copy = number === 0 ? `${file}.bak` : `${file}.${number}.bak`;
    if (!existsSync(copy)) {
      writeFileSync(copy, text, { mode, flag: 'wx' });
      return copy;
    }
    if (readFileSync(copy, 'utf8') === text) return copy;
  }
}
