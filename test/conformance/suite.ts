import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ProtocolRevision } from './exceptions.ts';

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** The oldest version that the suite supports. */
const LEAST_NODE = 22;
const OTHER_NODE = 24;

const RUN_MS = 300_000;

const execute = promisify(execFile);

/** Outcome of one check of a scenario. */
export interface Check {
  scenario: string;
  check: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  message: string;
}

const Checks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
  }),
);

/**
 * A Node that is new enough for the suite: this one, or one from the registry, kept in npm's cache. The packages with
 * the binary have no install script. Rejects if neither is available.
 */
export async function findNode(): Promise<string> {
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) return process.execPath;
  const name = `node-${process.platform}-${process.arch}@${OTHER_NODE}`;
  const options = ['exec', '--yes', '--ignore-scripts', '--prefer-offline', `--package=${name}`];
  const command = ['--', 'node', '-p', 'process.execPath'];
  const { stdout } = await execute('npm', [...options, ...command], {
    timeout: RUN_MS,
    shell: process.platform === 'win32',
  });
  return stdout.trim();
}

/** Names of the server scenarios, of one revision or of the whole suite. */
export async function listScenarios(node: string, revision?: ProtocolRevision): Promise<string[]> {
  const filter = revision ? ['--spec-version', revision] : [];
  const { stdout } = await execute(node, [SUITE, 'list', '--server', ...filter]);
  return Array.from(stdout.matchAll(/^ +- (\S+)/gm), ([, name = '']) => name);
}

/** Runs every scenario of a revision against the server at `url`, and returns the outcome of each check. */
export function runScenarios(
  node: string,
  revision: ProtocolRevision,
  url: string,
): Promise<Map<string, Check[]>> {
  return runSuite(node, revision, url, ['--suite', 'all']);
}

/** Runs a scenario of an extension, which has no revision of its own, with the messages of this one. */
export function runExtension(
  node: string,
  revision: ProtocolRevision,
  url: string,
  scenario: string,
): Promise<Map<string, Check[]>> {
  return runSuite(node, revision, url, ['--scenario', scenario, '--force']);
}

async function runSuite(
  node: string,
  revision: ProtocolRevision,
  url: string,
  which: readonly string[],
): Promise<Map<string, Check[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const options = ['--url', url, ...which, '--spec-version', revision, '-o', folder];
  try {
    // It exits with 1 after a failed check; the details are in the files.
    await execute(node, [SUITE, 'server', ...options], { timeout: RUN_MS }).catch((error) => {
      if (error.code !== 1) throw error;
    });
    const results = new Map<string, Check[]>();
    for (const name of await readdir(folder)) {
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
      const checks = Checks.parse(
        JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')),
      );
      results.set(
        scenario,
        checks.map(({ id, status, errorMessage = '' }) => ({
          scenario,
          check: id,
          status,
          message: errorMessage,
        })),
      );
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
