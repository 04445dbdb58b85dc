import type { FormatName } from './documents/index.ts';
import type { System } from './machine.ts';
import type { ServerEntry } from './server-entry.ts';

export const SCOPES = ['user', 'project'] as const;
/** For one person on this machine, or for everybody who works in a project's folder. */
export type Scope = (typeof SCOPES)[number];

/** An entry in the form of a host. */
export type Form = Record<string, unknown>;
/** Makes the host's form of an entry in which the token, if it is written at all, is in place. */
export type FormOf = (entry: ServerEntry) => Form;

/** Templates of paths (see `expand`): one for all systems, or one for each. */
export type Place = string | Readonly<Record<System, string>>;

/** The host's own command that writes an entry. */
export interface HostCommand {
  program: string;
  /** Its arguments, or undefined where it cannot say what the entry says. */
  add(name: string, form: Form, scope: Scope): string[] | undefined;
  remove?(name: string, scope: Scope): string[] | undefined;
}

/** How a host comes by a token that is not written down. */
export interface HostTokens {
  /** How a value of its file refers to a variable of its environment. */
  reference?: (variable: string) => string;
  /** Its form names the variable in a field of its own. */
  named?: true;
  /** A program that it starts sees its environment. */
  inherited?: true;
  /** It asks for the token itself, and keeps it. */
  input?: true;
}

/** A program that connects models with MCP servers, and how a server is entered there. */
export interface Host {
  id: string;
  name: string;
  /** Other names under which people ask for it. */
  aliases: readonly string[];
  /** Where its maker describes this. */
  documentation: string;
  user: Place;
  /** From the root of a project; absent: it knows no servers of a project. */
  project?: string;
  format: FormatName;
  /** Property that holds the servers by their name. */
  key: string;
  /** What is there where the host is: programs on the PATH, and folders. */
  traces: { programs: readonly string[]; folders: readonly Place[] };
  tokens: HostTokens;
  /** Where addresses are entered, if not in the file. */
  addresses?: string;
  form: FormOf;
  command?: HostCommand;
  /** What has to be done before the host knows the server. */
  next: string;
}
