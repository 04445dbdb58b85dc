import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { type GitRemote, type RemoteRule, remoteConfig } from './remote.ts';

/** A git command that did not do what it was asked to. The message is what git said. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

interface GitOptions {
  /** The repository or folder to work in. */
  cwd?: string;
  signal: AbortSignal;
  input?: Uint8Array;
  /** The remote that is spoken to, and how. */
  remote?: { at: GitRemote; rule: RemoteRule };
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs git without a shell, without the settings of the user it runs as, and without ever asking anybody. */
export async function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { cwd = tmpdir(), signal, input, remote } = options;
  const config = remote
    ? await remoteConfig(remote.at, remote.rule)
    : { protocols: '', settings: {} };
  const child = spawn('git', args, {
    cwd,
    signal,
    stdio: 'pipe',
    env: environment(config.protocols, config.settings),
  });
  const output: Buffer[] = [];
  let size = 0;
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_OUTPUT_BYTES) child.kill();
    else output.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  // A command that ends early does not read all of its input; its exit code tells what happened.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new GitError(startProblem(error, signal))));
    child.once('close', resolve);
  });
  if (size > MAX_OUTPUT_BYTES)
    throw new GitError(`The content is larger than ${MAX_OUTPUT_BYTES} bytes`);
  if (code !== 0) throw new GitError(readable(complaint) || `git ended with code ${code}`);
  return Buffer.concat(output);
}

function startProblem(error: Error, signal: AbortSignal): string {
  if (signal.aborted) return 'git took too long';
  return 'code' in error && error.code === 'ENOENT'
    ? 'The program git is not installed where the platform runs'
    : error.message;
}

function environment(protocols: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  const entries = Object.entries({ 'http.followRedirects': 'false', ...settings });
  return {
    PATH: process.env.PATH,
    HOME: tmpdir(),
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oStrictHostKeyChecking=accept-new',
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** What git says last, without temporary paths and without anything that looks like credentials. */
function readable(complaint: string): string {
  const lines = complaint.split('\n').filter((line) => /^(fatal|error|remote|!| !)/.test(line));
  return (lines.length > 0 ? lines : complaint.split('\n'))
    .slice(-3)
    .join('; ')
    .replaceAll(/\/\/[^/@\s]+@/g, '//')
    .replaceAll(`${tmpdir()}/`, '')
    .trim();
}
