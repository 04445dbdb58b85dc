import type { Host, SetupScope } from './host.ts';
import { type ServerEntry, type ServerLocation, TOKEN_VARIABLE } from './server-entry.ts';

/** Why a host cannot have an entry, and what to do instead; undefined if it can. */
export function whyRefused(host: Host, scope: SetupScope, entry: ServerEntry): string | undefined {
  const { reach, token } = entry;
  if (reach.kind === 'http' && host.addresses) {
    return `${host.name} accepts addresses only under ${host.addresses}; enter ${reach.url} there.`;
  }
  if (token.kind === 'stored' && scope === 'project') {
    return `A token is never put into a project's file, which others get. Use --token variable${
      host.tokens.input ? ' or --token input' : ''
    }, or --scope user.`;
  }
  if (token.kind === 'input' && !host.tokens.input) {
    return `${host.name} has no input of its own for a token. Use ${alternatives(host, entry)}.`;
  }
  if (token.kind === 'variable' && !takesVariable(host, entry.reach.kind)) {
    return `${host.name} does not read variables for this. Use --token stored with --scope user, which keeps the token in its own file.`;
  }
  return undefined;
}

/** Whether a host can pass the variable on to this server. */
export function takesVariable({ tokens }: Host, reached: ServerLocation['kind']): boolean {
  return Boolean(tokens.reference ?? tokens.named ?? (tokens.inherited && reached === 'stdio'));
}

function alternatives(host: Host, entry: ServerEntry): string {
  return takesVariable(host, entry.reach.kind)
    ? `--token variable (${TOKEN_VARIABLE})`
    : '--token stored';
}
