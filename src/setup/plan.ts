import { NAME } from '../version.ts';
import { readConfigFile } from './config-file.ts';
import {
  changeSettings,
  type Data,
  isData,
  readSettings,
  type SettingChange,
  UnreadableError,
  valueAt,
} from './documents/index.ts';
import { configFileOf } from './find.ts';
import type { Host, HostEntry, SetupScope } from './host.ts';
import { expand, type Machine } from './machine.ts';
import { findProgram } from './programs.ts';
import { whyRefused } from './refusal.ts';
import { INPUT_ID, type ServerEntry, TOKEN_VARIABLE, withToken } from './server-entry.ts';

/** What to add, or to remove if there is no entry. */
export interface SetupRequest {
  host: Host;
  scope: SetupScope;
  name: string;
  entry?: ServerEntry;
}

/** The planned change of one host. */
export type HostPlan =
  | { kind: 'refused'; host: Host; reason: string }
  | { kind: 'unchanged'; host: Host; file: string }
  | {
      kind: 'change';
      wish: SetupRequest;
      host: Host;
      file: string;
      before: string | undefined;
      after: string;
      /** The host's own command for it; absent: the file is written. */
      command?: { file: string; args: string[] };
    };

const INPUT = {
  id: INPUT_ID,
  type: 'promptString',
  description: 'Access token of the documentation platform',
  password: true,
};

/** Computes the changes for a request. Writes nothing and starts no program. */
export function planFor(wish: SetupRequest, machine: Machine): HostPlan {
  const { host, scope, entry } = wish;
  const file = configFileOf(host, scope, machine);
  const reason = file === undefined ? noProject(host) : entry && whyRefused(host, scope, entry);
  if (file === undefined || reason !== undefined) {
    return { kind: 'refused', host, reason: reason ?? noProject(host) };
  }
  try {
    return planIn(file, wish, machine);
  } catch (error) {
    if (error instanceof UnreadableError) {
      return { kind: 'refused', host, reason: unreadable(file, error) };
    }
    throw error;
  }
}

/** Why a file was left unchanged. */
export function unreadable(file: string, error: Error): string {
  return `${file} was not touched: ${error.message}. Fix it, or add the server by hand.`;
}

function noProject({ name }: Host): string {
  return `${name} knows no servers of a project; use --scope user.`;
}

function planIn(file: string, wish: SetupRequest, machine: Machine): HostPlan {
  const { host, name, entry, scope } = wish;
  const before = readConfigFile(file);
  const settings = readSettings(host.format, before ?? '');
  const there = valueAt(settings, [host.key, name]);
  const stranger = otherServerIn(there);
  if (stranger !== undefined) {
    const reason = `${file} has another server with the name ${name}, which starts ${stranger}. Choose another name with --name.`;
    return { kind: 'refused', host, reason };
  }
  const form = entry && hostEntryOf(host, entry);
  const changes = form ? additions(host, name, form, settings) : removals(host, name, settings);
  const after = changeSettings(host.format, before ?? '', changes);
  if (after === (before ?? '')) return { kind: 'unchanged', host, file };
  const args = form
    ? there === undefined && writesNoSecret(wish, changes)
      ? host.command?.add(name, form, scope)
      : undefined
    : host.command?.remove?.(name, scope);
  const program = args && findProgram(host.command?.program ?? '', machine);
  const command = program && args ? { file: program, args } : undefined;
  return { kind: 'change', wish, host, file, before, after, command };
}

/** How an entry of this program starts it: by its name, or by its file in a clone. */
const OWN = new RegExp(`${NAME}|dist[\\\\/]+cli\\.js`);

/** The program that an entry starts if it is not this one. */
function otherServerIn(there: unknown): string | undefined {
  if (!isData(there)) return undefined;
  const program = there.command ?? there.cmd;
  const isOwn = OWN.test(JSON.stringify([program, there.args]));
  return typeof program !== 'string' || isOwn ? undefined : program;
}

/** Everybody on the machine can see a program's arguments, and they describe only one entry. */
function writesNoSecret({ entry }: SetupRequest, changes: readonly SettingChange[]): boolean {
  return entry?.token.kind !== 'stored' && changes.length === 1;
}

/** The host's form of an entry, with the token from the source that the host uses. */
export function hostEntryOf(host: Host, entry: ServerEntry): HostEntry {
  return host.form({ ...entry, reach: withToken(entry.reach, tokenText(host, entry)) });
}

function tokenText({ tokens }: Host, { token }: ServerEntry): string | undefined {
  switch (token.kind) {
    case 'stored':
      return token.token;
    case 'input':
      return `\${input:${INPUT_ID}}`;
    case 'variable':
      return tokens.reference?.(TOKEN_VARIABLE);
    case 'none':
      return undefined;
  }
}

function additions({ key }: Host, name: string, form: HostEntry, settings: Data): SettingChange[] {
  const entered = { path: [key, name], value: form };
  if (!JSON.stringify(form).includes(`\${input:${INPUT_ID}}`)) return [entered];
  const inputs = Array.isArray(settings.inputs) ? settings.inputs : [];
  if (inputs.some(isOurInput)) return [entered];
  return [{ path: ['inputs', inputs.length], value: INPUT }, entered];
}

/** The input is removed with the last server that uses it. */
function removals({ key }: Host, name: string, settings: Data): SettingChange[] {
  if (valueAt(settings, [key, name]) === undefined) return [];
  const removal = { path: [key, name] };
  const { inputs } = settings;
  if (!Array.isArray(inputs) || !inputs.some(isOurInput)) return [removal];
  const servers = valueAt(settings, [key]);
  const others = isData(servers) ? { ...servers, [name]: undefined } : {};
  if (JSON.stringify(others).includes(`\${input:${INPUT_ID}}`)) return [removal];
  return [removal, { path: ['inputs', inputs.findIndex(isOurInput)] }];
}

function isOurInput(input: unknown): boolean {
  return isData(input) && input.id === INPUT_ID;
}

/** Abbreviates the machine's home to `~`, for display. */
export function shortPath(file: string, machine: Machine): string {
  const home = expand('~', machine);
  return file.startsWith(home) ? `~${file.slice(home.length)}` : file;
}
