import { existsSync } from 'node:fs';
import { readConfigFile } from './config-file.ts';
import { isData, readSettings, UnreadableError, valueAt } from './documents/index.ts';
import { type Host, type HostEntry, type PathTemplate, SCOPES, type SetupScope } from './host.ts';
import { HOSTS } from './hosts.ts';
import { expand, type Machine } from './machine.ts';
import { findProgram } from './programs.ts';

/** The hosts installed on a machine. */
export function findHosts(machine: Machine): Host[] {
  return HOSTS.filter(({ user, traces: { programs, folders } }) =>
    [
      () => programs.some((name) => findProgram(name, machine)),
      () => [...folders, user].some((place) => existsSync(expandedPath(place, machine))),
    ].some((isThere) => isThere()),
  );
}

export function expandedPath(place: PathTemplate, machine: Machine): string {
  return expand(typeof place === 'string' ? place : place[machine.system], machine);
}

/** The file in which a host keeps its servers; undefined if it has none for that scope. */
export function configFileOf(
  { user, project }: Host,
  scope: SetupScope,
  machine: Machine,
): string | undefined {
  const place = scope === 'user' ? user : project;
  return place === undefined ? undefined : expandedPath(place, machine);
}

/** An entry in a host's file, or why the file could not be read. */
export type FoundEntry = { host: Host; scope: SetupScope; file: string } & (
  | { name: string; form: HostEntry }
  | { problem: string }
);

/** All servers in the hosts of a machine, for the user and for the current project. */
export function entriesOf(machine: Machine): FoundEntry[] {
  const seen = new Set<string>();
  return HOSTS.flatMap((host) =>
    SCOPES.flatMap((scope) => {
      const file = configFileOf(host, scope, machine);
      if (file === undefined || seen.has(file)) return [];
      seen.add(file);
      return entriesIn(host, scope, file);
    }),
  );
}

function entriesIn(host: Host, scope: SetupScope, file: string): FoundEntry[] {
  const place = { host, scope, file };
  try {
    const text = readConfigFile(file);
    if (text === undefined) return [];
    const servers = valueAt(readSettings(host.format, text), [host.key]);
    if (!isData(servers)) return [];
    return Object.entries(servers).flatMap(([name, form]) =>
      isData(form) ? [{ ...place, name, form }] : [],
    );
  } catch (error) {
    if (error instanceof UnreadableError) return [{ ...place, problem: error.message }];
    throw error;
  }
}
