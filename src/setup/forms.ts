import type { FormOf, HostEntry } from './host.ts';
import { type ServerLocation, TOKEN_VARIABLE } from './server-entry.ts';

/** The form that most hosts have adopted. `type` is written if a host requires it. */
export function commonForm({ typed }: { typed: boolean }): FormOf {
  return ({ reach }) =>
    reach.kind === 'stdio'
      ? { ...(typed && { type: 'stdio' }), ...startedEntry(reach) }
      : { ...(typed && { type: 'http' }), url: reach.url, ...headers(reach) };
}

/** The common form with another property name for the address. */
export function addressAs(property: string): FormOf {
  return ({ reach }) =>
    reach.kind === 'stdio' ? startedEntry(reach) : { [property]: reach.url, ...headers(reach) };
}

/** As `gemini mcp add` writes it. */
export const gemini: FormOf = ({ reach }) =>
  reach.kind === 'stdio'
    ? startedEntry(reach)
    : { url: reach.url, type: 'http', ...headers(reach) };

/** Codex passes on only the variables that an entry names. */
export const codex: FormOf = ({ reach, token }) => {
  const fromVariable = token.kind === 'variable';
  if (reach.kind === 'stdio') {
    return { ...startedEntry(reach), ...(fromVariable && { env_vars: [TOKEN_VARIABLE] }) };
  }
  return {
    url: reach.url,
    ...(fromVariable && { bearer_token_env_var: TOKEN_VARIABLE }),
    ...nonEmpty('http_headers', reach.headers),
  };
};

export const zed: FormOf = ({ reach }) =>
  reach.kind === 'stdio'
    ? { source: 'custom', command: reach.command, args: reach.args, env: reach.env }
    : { source: 'custom', url: reach.url, ...headers(reach) };

/** Goose takes the variables that an entry names from its keyring or from its environment. */
export const goose: FormOf = ({ name, reach, token }) => {
  const shared = { name, description: 'Documentation platform', enabled: true, timeout: 300 };
  const names = token.kind === 'variable' ? [TOKEN_VARIABLE] : [];
  return reach.kind === 'stdio'
    ? {
        ...{ type: 'stdio', ...shared, cmd: reach.command, args: reach.args },
        ...{ envs: reach.env, env_keys: names },
      }
    : {
        ...{ type: 'streamable_http', ...shared, uri: reach.url },
        ...{ headers: gooseHeaders(reach.headers, names), envs: {}, env_keys: names },
      };
};

/** Its headers may refer to the variables that the entry names. */
function gooseHeaders(given: Record<string, string>, names: readonly string[]) {
  const [name] = names;
  return name === undefined ? given : { ...given, Authorization: `Bearer \${${name}}` };
}

function startedEntry({
  command,
  args,
  env,
}: Extract<ServerLocation, { kind: 'stdio' }>): HostEntry {
  return { command, args, ...nonEmpty('env', env) };
}

function headers(reach: Extract<ServerLocation, { kind: 'http' }>): HostEntry {
  return nonEmpty('headers', reach.headers);
}

function nonEmpty(property: string, values: Record<string, string>): HostEntry {
  return Object.keys(values).length > 0 ? { [property]: values } : {};
}
