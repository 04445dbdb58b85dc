import { ConfigError } from '../config/environment.ts';
import type { Host, SetupScope } from './host.ts';
import { HOSTS, hostNamed } from './hosts.ts';
import {
  remoteServer,
  type ServerChoices,
  type ServerEntry,
  type ServerLocation,
  type ServerProgram,
  startedServer,
  type TokenSource,
} from './server-entry.ts';

/** The server's name in a host, which becomes the prefix of each tool name. */
const NAME = /^[A-Za-z0-9][\w-]{0,23}$/;

const KNOWN = HOSTS.map(({ id }) => id).join(', ');

/** Everything that `setup` has to know. */
export interface Choices extends ServerChoices {
  hosts: readonly Host[];
  scope: SetupScope;
  /** Address of a team's server; absent: the host starts the program. */
  url?: string;
  token: TokenSource;
  name: string;
}

/** The hosts with these names, without duplicates; `all` means every host that was found. */
export function hostsNamed(names: readonly string[], found: readonly Host[]): Host[] {
  const hosts = names.flatMap((name) => {
    if (name === 'all') return found;
    const host = hostNamed(name);
    if (!host) throw new ConfigError(`No host is named ${name}. Known: ${KNOWN}`);
    return [host];
  });
  return [...new Set(hosts)];
}

export function checkName(name: string): string {
  if (NAME.test(name)) return name;
  throw new ConfigError(
    '--name takes up to 24 letters, digits, - and _, as hosts put it before the name of each tool',
  );
}

/** The entry that results from the choices. */
export function entryOf(choices: Choices, program: ServerProgram): ServerEntry {
  const { name, token } = choices;
  return { name, token, reach: reachOf(choices, program) };
}

function reachOf({ url, scope, ...offer }: Choices, program: ServerProgram): ServerLocation {
  if (url !== undefined) return remoteServer(url, offer);
  // Node's location differs between machines.
  return startedServer(scope === 'project' ? { ...program, node: 'node' } : program, offer);
}
