import type { FoundEntry, Machine } from '../setup/index.ts';
import { NAME } from '../version.ts';
import type { ServerEndpoint } from './session.ts';

/** An entry whose form could be read. */
export type ReadableEntry = Extract<FoundEntry, { form: unknown }>;

/** How an entry reaches its server, with the variables of this environment substituted. */
export type EntryTarget =
  | { kind: 'way'; target: ServerEndpoint }
  | { kind: 'missing'; variables: string[] }
  | { kind: 'asked' }
  | { kind: 'unknown' };

/** Whether an entry belongs to this program, by its name or by what it starts. */
export function isOurs({ name, form }: ReadableEntry, cli: string): boolean {
  const started = JSON.stringify([form.command, form.cmd, form.args] satisfies unknown[]);
  return (
    name === 'docs-platform' ||
    started.includes(NAME) ||
    started.includes(JSON.stringify(cli).slice(1, -1))
  );
}

/**
 * Whether an entry starts exactly this program and nothing else. A project's file comes with the project, and running
 * the doctor is no consent to run its programs.
 */
export function isThisProgram(form: ReadableEntry['form'], cli: string): boolean {
  const { command, args, env } = partsOf(form);
  const program = command
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.exe$/i, '');
  const npx = ['npx', '-y', NAME];
  const words = [program, ...args];
  const isNode = program === 'node' && args[0] === cli;
  const isNpx = npx.every((word, index) => words[index] === word);
  const isCmd = ['cmd', '/c', ...npx].every((word, index) => words[index] === word);
  return (
    (isNode || isNpx || isCmd) &&
    Object.keys(env).every((name) => name.startsWith('DOCS_PLATFORM_'))
  );
}

/** How to reach the server of an entry. */
export function entryTarget({ form, host }: ReadableEntry, machine: Machine): EntryTarget {
  const { command, args, env, url, headers, names, bearer } = partsOf(form);
  const missing = new Set<string>();
  let isAsked = false;
  const filled = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        isAsked ||= value.includes('${input:');
        return [name, fill(value, machine.env, missing)];
      }),
    );
  const handedOn = filled(Object.fromEntries(names.map((name) => [name, `\${${name}}`])));
  const target = command
    ? {
        kind: 'stdio' as const,
        command,
        args,
        cwd: machine.folder,
        env: { ...basic(machine, host.tokens.inherited ?? false), ...handedOn, ...filled(env) },
      }
    : url
      ? {
          kind: 'http' as const,
          url,
          headers: {
            ...filled(headers),
            ...(bearer && filled({ Authorization: `Bearer \${${bearer}}` })),
          },
        }
      : undefined;
  if (!target) return { kind: 'unknown' };
  if (isAsked) return { kind: 'asked' };
  return missing.size > 0 ? { kind: 'missing', variables: [...missing] } : { kind: 'way', target };
}

/** Different hosts' names for the same property. */
function partsOf(form: ReadableEntry['form']) {
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const values = (value: unknown) =>
    Object.fromEntries(Object.entries(value ?? {}).map(([name, text]) => [name, String(text)]));
  const text = (...candidates: unknown[]) =>
    candidates.find((value): value is string => typeof value === 'string' && value !== '');
  return {
    command: text(form.command, form.cmd),
    args: texts(form.args),
    env: values(form.env ?? form.envs),
    url: text(form.url, form.serverUrl, form.uri, form.httpUrl),
    headers: values(form.headers ?? form.http_headers),
    names: texts(form.env_vars ?? form.env_keys),
    bearer: text(form.bearer_token_env_var),
  };
}

/** Substitutes variables in every syntax that hosts use. */
function fill(text: string, env: Machine['env'], missing: Set<string>): string {
  return text.replaceAll(
    /\$\{(?:env:)?(\w+)(?::-([^}]*))?\}|\$(\w+)/g,
    (match, braced, otherwise, bare) => {
      const name: string = braced ?? bare;
      const value = env[name] || otherwise;
      if (value !== undefined) return value;
      missing.add(name);
      return match;
    },
  );
}

/**
 * Variables that any program needs to start. The program's own configuration reaches it through its entry, unless the
 * host passes on everything.
 */
function basic({ env }: Machine, isInherited: boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || (!isInherited && name.startsWith('DOCS_PLATFORM_'))
        ? []
        : [[name, value]],
    ),
  );
}
