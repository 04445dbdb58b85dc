import type { FormatName } from './documents/index.ts';
import type { System } from './machine.ts';
import type { ServerEntry } from './server-entry.ts';

export const SCOPES = ['user', 'project'] as const;
/** `user`: for one person on this machine. `project`: for everybody who works in a project's folder. */
export type SetupScope = (typeof SCOPES)[number];

/** An entry in a host's own form. */
export type HostEntry = Record<string, unknown>;
/** Creates the host's form of an entry; the token, if it is written at all, is already in place. */
export type FormOf = (entry: ServerEntry) => HostEntry;

/** Path templates (see `expand`): one for all systems, or one for each. */
export type PathTemplate = string | Readonly<Record<System, string>>;

/** The host's own command that writes an entry. */
export interface HostCommand {
  program: string;
  /** Its arguments, or undefined if the command cannot express the entry. */
  add(name: string, form: HostEntry, scope: SetupScope): string[] | undefined;
  remove?(name: string, scope: SetupScope): string[] | undefined;
}

/** How a host gets a token that is not written into its file. */
export interface HostTokens {
  /** The syntax with which its file refers to an environment variable. */
  reference?: (variable: string) => string;
  /** Its form names the variable in a field of its own. */
  named?: true;
  /** A program that it starts inherits its environment. */
  inherited?: true;
  /** It asks for the token itself, and stores it. */
  input?: true;
}

/** A program that connects models with MCP servers, and how to add a server to it. */
export interface Host {
  id: string;
  name: string;
  /** Other names that people use for it. */
  aliases: readonly string[];
  /** The vendor's documentation. */
  documentation: string;
  user: PathTemplate;
  /** Relative to the root of a project; absent: it has no project servers. */
  project?: string;
  format: FormatName;
  /** The property with the servers by name. */
  key: string;
  /** How to detect the host: programs on the PATH, and folders. */
  traces: { programs: readonly string[]; folders: readonly PathTemplate[] };
  tokens: HostTokens;
  /** Where addresses are entered, if not in the file. */
  addresses?: string;
  form: FormOf;
  command?: HostCommand;
  /** What to do before the host knows the server. */
  next: string;
}
