import { existsSync } from 'node:fs';
import type { Host, Place, Scope } from './host.ts';
import { HOSTS } from './hosts.ts';
import { expand, type Machine } from './machine.ts';
import { findProgram } from './programs.ts';

/** The hosts that are on a machine. */
export function hostsFound(machine: Machine): Host[] {
  return HOSTS.filter(({ user, traces: { programs, folders } }) =>
    [
      () => programs.some((name) => findProgram(name, machine)),
      () => [...folders, user].some((place) => existsSync(pathOf(place, machine))),
    ].some((isThere) => isThere()),
  );
}

export function pathOf(place: Place, machine: Machine): string {
  return expand(typeof place === 'string' ? place : place[machine.system], machine);
}

/** The file in which a host keeps its servers; undefined where it keeps none in that scope. */
export function fileOf(
  { user, project }: Host,
  scope: Scope,
  machine: Machine,
): string | undefined {
  const place = scope === 'user' ? user : project;
  return place === undefined ? undefined : pathOf(place, machine);
}
