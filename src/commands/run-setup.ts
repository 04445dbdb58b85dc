import { fileURLToPath } from 'node:url';
import { ConfigError, oneOf } from '../config/server.ts';
import { isSafe } from '../server/http/auth/safe-url.ts';
import {
  applyPlans,
  type Choices,
  checkName,
  entryOf,
  findHosts,
  HOSTS,
  type Host,
  hostsNamed,
  type Machine,
  plansOf,
  previewText,
  SCOPES,
  type ServerProgram,
  type SetupTask,
  TOKEN_KINDS,
  TOKEN_VARIABLE,
  thisMachine,
} from '../setup/index.ts';
import { NAME } from '../version.ts';
import { log, print, progressLine } from './output.ts';

/** The flags of `setup`. */
export interface SetupFlags {
  host?: string[];
  scope?: string;
  url?: string;
  platformUrl?: string;
  toolsets?: string[];
  readOnly?: true;
  token?: string;
  name: string;
  launch?: 'npx' | 'node';
  dryRun?: true;
  remove?: true;
  yes?: true;
}

/** Adds the server to hosts, or removes it. */
export async function runSetup(flags: SetupFlags): Promise<void> {
  await check(flags);
  const machine = thisMachine();
  const found = findHosts(machine);
  const isAsked = !flags.yes && process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (!isAsked) refuseGuessing(flags, found);
  const task = flags.remove
    ? removal(flags, found)
    : await addition(flags, found, machine, isAsked);
  const plans = plansOf(task, machine);
  const isRefused = plans.some(({ kind }) => kind === 'refused');
  if (flags.dryRun) {
    print(previewText(plans, task, machine));
    process.exitCode = isRefused ? 1 : 0;
    return;
  }
  if (isAsked && !(await isConfirmed(previewText(plans, task, machine)))) {
    log('Nothing was changed');
    return;
  }
  const line = progressLine(process.stderr);
  const { text, ok } = await applyPlans(plans, task, machine, ({ name }, turn) =>
    line.show(`${name} (${turn} of ${plans.length})…`),
  ).finally(() => line.clear());
  print(text);
  process.exitCode = ok ? 0 : 1;
}

/** Report every problem with the flags before asking anything. */
async function check({
  name,
  scope,
  url,
  platformUrl,
  toolsets,
  token,
}: SetupFlags): Promise<void> {
  checkName(name);
  if (scope !== undefined) oneOf('--scope', scope, SCOPES);
  if (token !== undefined) oneOf('--token', token, TOKEN_KINDS);
  if (toolsets) (await import('../tools/index.ts')).surfaceOf({ toolsets });
  const problem = url === undefined ? undefined : problemOf(url);
  if (problem) throw new ConfigError(`--url: ${problem}`);
  const platformProblem = platformUrl === undefined ? undefined : problemOf(platformUrl);
  if (platformProblem) throw new ConfigError(`--platform-url: ${platformProblem}`);
  if (url !== undefined && platformUrl !== undefined) {
    throw new ConfigError(
      "--platform-url is for a server that runs here; a team's server has its own",
    );
  }
}

function problemOf(url: string): string | undefined {
  if (!isSafe(url)) {
    return 'it takes an https address, or http on this machine: others can read what is sent without encryption';
  }
  const { username, password } = new URL(url);
  return username || password ? 'an address must not carry credentials' : undefined;
}

/** Without a terminal, only hosts that are named explicitly are changed. */
function refuseGuessing({ host, yes, dryRun }: SetupFlags, found: readonly Host[]): void {
  if (host && (yes || dryRun)) return;
  const here = found.length > 0 ? found.map(({ id }) => id).join(',') : 'none';
  throw new ConfigError(
    `Without a terminal, say what to do: --host names --yes. Found here: ${here}. Known: ${HOSTS.map(({ id }) => id).join(',')}`,
  );
}

function removal({ host = ['all'], scope, name }: SetupFlags, found: readonly Host[]): SetupTask {
  return {
    hosts: hostsNamed(host, found),
    scopes: scope === undefined ? SCOPES : [oneOf('--scope', scope, SCOPES)],
    name,
  };
}

async function addition(
  flags: SetupFlags,
  found: readonly Host[],
  machine: Machine,
  isAsked: boolean,
): Promise<SetupTask> {
  const choices = isAsked
    ? await askedChoices(flags, found, machine)
    : givenChoices(flags, found, machine);
  const { hosts, scope, name } = choices;
  return {
    hosts,
    scopes: [scope],
    name,
    entry: entryOf(choices, programOf(flags, machine)),
  };
}

async function isConfirmed(preview: string): Promise<boolean> {
  const { confirmChanges } = await import('../setup/questions.ts');
  return confirmChanges(preview);
}

async function askedChoices(
  flags: SetupFlags,
  found: readonly Host[],
  machine: Machine,
): Promise<Choices> {
  const [{ askChoices }, { tools, toolsetNames }] = await Promise.all([
    import('../setup/questions.ts'),
    import('../tools/index.ts'),
  ]);
  const { host, scope, token, toolsets, url, readOnly, name } = flags;
  return askChoices(
    {
      hosts: host && hostsNamed(host, found),
      scope: scope === undefined ? undefined : oneOf('--scope', scope, SCOPES),
      tokenKind: token === undefined ? undefined : oneOf('--token', token, TOKEN_KINDS),
      ...{ toolsets, url, readOnly, name },
    },
    {
      found,
      toolsets: toolsetNames(tools),
      token: machine.env[TOKEN_VARIABLE],
      checkUrl: problemOf,
    },
  );
}

function givenChoices(flags: SetupFlags, found: readonly Host[], { env }: Machine): Choices {
  const { host = [], scope = 'user', toolsets, url, readOnly, name } = flags;
  const known = env[TOKEN_VARIABLE]?.trim() || undefined;
  const kind = oneOf('--token', flags.token ?? (known ? 'variable' : 'none'), TOKEN_KINDS);
  if (kind === 'stored' && known === undefined) {
    throw new ConfigError(
      `--token stored takes the token from ${TOKEN_VARIABLE}, which is not set`,
    );
  }
  const hosts = hostsNamed(host, found);
  if (hosts.length === 0) throw new ConfigError('No host was found here; name one with --host');
  return {
    ...{ hosts, toolsets, url, readOnly, name },
    scope: oneOf('--scope', scope, SCOPES),
    token: kind === 'stored' ? { kind, token: known ?? '' } : { kind },
  };
}

/** The command with which hosts start this program. */
function programOf(flags: SetupFlags, { system, env }: Machine): ServerProgram {
  const cli = fileURLToPath(new URL('./cli.js', import.meta.url));
  // Caches of npx, pnpm dlx and bunx, which are deleted sooner or later.
  const isCached = /[\\/](_npx|dlx-[^\\/]*|dlx|bunx-[^\\/]*)[\\/]/.test(cli);
  return {
    launch: flags.launch ?? (isCached ? 'npx' : 'node'),
    cli,
    node: process.execPath,
    packageName: NAME,
    windows: system === 'win32',
    platformUrl: flags.platformUrl ?? env.DOCS_PLATFORM_URL,
  };
}
