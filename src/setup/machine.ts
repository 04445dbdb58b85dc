import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

export const SYSTEMS = ['linux', 'darwin', 'win32'] as const;
export type System = (typeof SYSTEMS)[number];

/** What determines where programs keep their files on a machine. */
export interface Machine {
  readonly system: System;
  readonly home: string;
  /** The current folder, which is the root of a project. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The machine of this process. Other systems keep files as Linux does. */
export function thisMachine(): Machine {
  const system = SYSTEMS.find((name) => name === process.platform) ?? 'linux';
  return { system, home: homedir(), folder: process.cwd(), env: process.env };
}

/** The path functions of that machine's system, whatever system this process runs on. */
export function pathsOf({ system }: Machine): typeof posix {
  return system === 'win32' ? win32 : posix;
}

/**
 * Expands a path for a machine: `~` is its home, `{config}` its folder for settings, and `{NAME|path}` the first of
 * the named variables that is set, or else the path. Templates use `/` on every system.
 */
export function expand(template: string, machine: Machine): string {
  const paths = pathsOf(machine);
  const [first = '', ...rest] = partsOf(template);
  return paths.normalize(paths.join(startOf(first, machine), ...rest));
}

/** Splits at slashes outside of braces. */
function partsOf(template: string): string[] {
  const end = template.startsWith('{') ? template.indexOf('}') + 1 : 0;
  return [template.slice(0, end), ...template.slice(end).split('/')].filter(Boolean);
}

function startOf(part: string, machine: Machine): string {
  const { home, folder, env } = machine;
  if (part === '~') return home;
  if (part === '{config}') return configFolder(machine);
  if (!part.startsWith('{')) return pathsOf(machine).join(folder, part);
  const names = part.slice(1, -1).split('|');
  const otherwise = names.pop() ?? '';
  return names.map((name) => env[name]).find(Boolean) ?? expand(otherwise, machine);
}

function configFolder(machine: Machine): string {
  const { system, env } = machine;
  if (system === 'darwin') return expand('~/Library/Application Support', machine);
  if (system === 'win32') return env.APPDATA || expand('~/AppData/Roaming', machine);
  return env.XDG_CONFIG_HOME || expand('~/.config', machine);
}
