import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UnreadableError } from './documents/index.ts';

/** A larger file is not a settings file. */
const MAX_BYTES = 50_000_000;
/** A new file is readable by its owner only, because it may come to contain a token. */
const PRIVATE = 0o600;
/** Maximum number of links to follow in a row, as systems limit them. */
const MAX_LINKS = 40;

/**
 * The text of a file, or undefined if it does not exist.
 * @throws {UnreadableError} if it is not a text file.
 */
export function readConfigFile(file: string): string | undefined {
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
 * Replaces a file atomically and keeps a copy of the old one beside it; a link stays a link.
 * @returns the copy, or undefined if there was no file.
 * @throws {UnreadableError} if the file has changed since it was read.
 */
export function replaceConfigFile(
  file: string,
  before: string | undefined,
  after: string,
): string | undefined {
  if (readConfigFile(file) !== before) {
    throw new UnreadableError('another program has just changed it; try again');
  }
  if (before === undefined) {
    const target = targetOf(file);
    mkdirSync(dirname(target), { recursive: true });
    writeAtOnce(target, after, PRIVATE);
    return undefined;
  }
  const target = realpathSync(file);
  const mode = statSync(target).mode & 0o777;
  const backup = keepCopy(target, before, mode);
  writeAtOnce(target, after, mode);
  return backup;
}

/** Where to write a file that does not exist: a dangling link stays a link. */
function targetOf(file: string, depth = 0): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink) return file;
  if (depth === MAX_LINKS) throw new UnreadableError('it is a link that leads to itself');
  return targetOf(resolve(dirname(file), readlinkSync(file)), depth + 1);
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

/** Writes a copy beside a file, without overwriting a different existing copy. */
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
