import type { ConfigFlags } from '../config/server.ts';
import type { Machine } from '../setup/index.ts';
import { checkConfiguration, type GivenFlag } from './configuration.ts';
import { checkDatabase } from './database.ts';
import { type Finding, isBroken, skipped } from './finding.ts';
import { checkHosts } from './hosts.ts';
import { checkAddress } from './network.ts';
import { checkPlatform } from './platform.ts';
import { checkRemote } from './remote.ts';
import { checkNode, checkVersion } from './runtime.ts';
import { checkServer } from './server.ts';

export type { GivenFlag } from './configuration.ts';
export { type Finding, isBroken } from './finding.ts';

/** What to check. */
export interface Examination {
  machine: Machine;
  env: NodeJS.ProcessEnv;
  flags: ConfigFlags;
  /** The flags as they were given, to start the program with. */
  given: readonly GivenFlag[];
  /** Arguments that start the program with these flags. */
  args: readonly string[];
  /** The program file. */
  cli: string;
  online: boolean;
  /** A server over HTTP. If set, only it and this program are checked. */
  url?: string;
}

/** Runs the checks in order, and yields each finding as soon as it is known. */
export async function* examine(examination: Examination): AsyncGenerator<Finding> {
  const { machine, env, online, url, cli } = examination;
  yield checkNode();
  yield await checkVersion(online, machine);
  if (url !== undefined) {
    yield* await checkRemote(url, env);
    return;
  }
  yield* checkOwn(examination);
  yield* await checkHosts(machine, cli);
}

/** This program, with the configuration of this environment. */
async function* checkOwn({
  env,
  flags,
  given,
  args,
  cli,
  machine,
}: Examination): AsyncGenerator<Finding> {
  const { finding, config } = checkConfiguration(env, flags, given);
  yield finding;
  const server = { id: 'server', title: 'Server' };
  if (!config) {
    yield skipped(server, 'fix the configuration first');
    return;
  }
  const { platform, token = '', surface } = config;
  const findings: Finding[] = [];
  if (platform.kind === 'embedded') findings.push(await checkDatabase(platform.data));
  else findings.push(await checkAddress(platform.url, env));
  yield* findings;
  if (platform.kind === 'service' && !findings.some(isBroken)) {
    findings.push(...(await checkPlatform(platform.url, token, surface)));
    yield* findings.slice(1);
  }
  if (findings.some(isBroken)) yield skipped(server, 'fix the problems above first');
  else {
    const variables = Object.entries(env).filter(([, value]) => value !== undefined);
    yield await checkServer({
      kind: 'stdio',
      command: process.execPath,
      args: [cli, ...args],
      env: Object.fromEntries(variables) as Record<string, string>,
      cwd: machine.folder,
    });
  }
}
