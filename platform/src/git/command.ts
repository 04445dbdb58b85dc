import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { turns } from '../runtime/turns.ts';
import { gitEnvironment, withoutFolder } from './environment.ts';
import { type GitRemote, type RemoteRule, remoteConfig } from './remote.ts';

/** A Git command that failed. The message is Git's own. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

interface GitOptions {
  /** The repository or folder to work in. */
  cwd?: string;
  signal: AbortSignal;
  input?: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** The remote to connect to, and how. */
  remote?: { at: GitRemote; rule: RemoteRule };
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The output of a Git command with little output. */
export async function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  return await gitInto(args, options, async (output) => {
    const parts: Buffer[] = [];
    let size = 0;
    const pause = turns();
    for await (const part of output) {
      await pause();
      size += part.length;
      if (size > MAX_OUTPUT_BYTES) {
        throw new GitError(`The content is larger than ${MAX_OUTPUT_BYTES} bytes`);
      }
      parts.push(part);
    }
    return Buffer.concat(parts);
  });
}

/**
 * Runs git without a shell, without the settings of the user it runs as, and without prompts. `read` gets its output as
 * it arrives.
 */
export async function gitInto<T>(
  args: readonly string[],
  options: GitOptions,
  read: (output: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const { cwd = tmpdir(), signal, input = [], remote } = options;
  const config = remote
    ? await remoteConfig(remote.at, remote.rule)
    : { protocols: '', settings: {} };
  const child = spawn('git', args, {
    cwd,
    signal,
    stdio: 'pipe',
    env: gitEnvironment(config.protocols, config.settings),
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new GitError(startProblem(error, signal))));
    child.once('close', resolve);
  });
  ended.catch(() => undefined);
  // A command that ends early does not read all of its input; its exit code says what happened.
  const given = pipeline(input instanceof Uint8Array ? [input] : input, child.stdin).catch(
    (error: unknown) => (isBrokenPipe(error) ? undefined : error),
  );
  const result = await read(child.stdout).catch(async (error: unknown) => {
    child.kill();
    await ended;
    throw error;
  });
  const [code, problem] = await Promise.all([ended, given]);
  if (problem) throw problem;
  if (code !== 0) throw new GitError(readable(complaint) || `git ended with code ${code}`);
  return result;
}

function isBrokenPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET';
}

function startProblem(error: Error, signal: AbortSignal): string {
  if (signal.aborted) return 'git took too long';
  return 'code' in error && error.code === 'ENOENT'
    ? 'The program git is not installed where the platform runs'
    : error.message;
}

/** The end of Git's output, without temporary paths or anything that looks like credentials. */
function readable(complaint: string): string {
  const lines = complaint.split('\n').filter((line) => /^(fatal|error|remote|!| !)/.test(line));
  const lastLines = (lines.length > 0 ? lines : complaint.split('\n')).slice(-3).join('; ');
  return withoutFolder(lastLines.replaceAll(/\/\/[^/@\s]+@/g, '//'), tmpdir()).trim();
}
