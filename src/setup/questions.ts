import * as clack from '@clack/prompts';
import type { Choices } from './choices.ts';
import type { Host, SetupScope } from './host.ts';
import { HOSTS } from './hosts.ts';
import { takesVariable } from './refusal.ts';
import { TOKEN_VARIABLE, type TokenSource } from './server-entry.ts';

/** The person cancelled the questions. */
export class NotAskedError extends Error {
  override name = 'NotAskedError';
}

/** Answers already known from flags; they are not asked. */
export interface KnownAnswers {
  hosts?: readonly Host[];
  scope?: SetupScope;
  url?: string;
  toolsets?: readonly string[];
  readOnly?: boolean;
  tokenKind?: TokenSource['kind'];
  name: string;
}

/** The available answers. */
export interface OfferedChoices {
  found: readonly Host[];
  toolsets: readonly string[];
  /** The token in this process's environment, which can be stored. */
  token: string | undefined;
  checkUrl(url: string): string | undefined;
}

/**
 * Asks a person on the terminal for everything that is not known.
 * @throws {NotAskedError} if the person cancels.
 */
export async function askChoices(known: KnownAnswers, offered: OfferedChoices): Promise<Choices> {
  const hosts = known.hosts ?? (await askHosts(offered.found));
  const scope = known.scope ?? (await askScope(hosts));
  const url = known.url ?? (await askUrl(offered));
  const readOnly = known.readOnly ?? (await askReadOnly());
  const toolsets = known.toolsets ?? (await askToolsets(offered.toolsets));
  const kind = known.tokenKind ?? (await askTokenKind(hosts, scope, url));
  const token = await tokenOf(kind, offered.token);
  return { hosts, scope, url, readOnly, toolsets, token, name: known.name };
}

export async function confirmChanges(preview: string): Promise<boolean> {
  clack.log.message(preview);
  return answer(clack.confirm({ message: 'Do this?' }));
}

/** The token for a source. If it is to be stored and the environment has none, it is typed without echo. */
async function tokenOf(kind: TokenSource['kind'], known: string | undefined): Promise<TokenSource> {
  if (kind !== 'stored') return { kind };
  const typed =
    known ??
    (await answer(
      clack.password({
        message: 'Access token',
        validate: (text) => (text?.trim() ? undefined : 'A token is needed'),
      }),
    ));
  return { kind, token: typed.trim() };
}

function askHosts(found: readonly Host[]): Promise<readonly Host[]> {
  return answer(
    clack.multiselect({
      message: 'In which hosts? (space selects)',
      options: HOSTS.map((host) => ({
        value: host,
        label: host.name,
        ...(found.includes(host) && { hint: 'found here' }),
      })).sort((a, b) => Number('hint' in b) - Number('hint' in a)),
      initialValues: [...found],
      required: true,
    }),
  );
}

function askScope(hosts: readonly Host[]): Promise<SetupScope> {
  if (!hosts.some(({ project }) => project)) return Promise.resolve('user');
  return answer(
    clack.select<SetupScope>({
      message: 'For whom?',
      options: [
        { value: 'user', label: 'For me, on this machine' },
        { value: 'project', label: 'For everybody who works in this folder' },
      ],
    }),
  );
}

async function askUrl({ checkUrl }: OfferedChoices): Promise<string | undefined> {
  const url = await answer(
    clack.text({
      message: "Address of a team's server (empty: the host starts the program here)",
      placeholder: 'https://docs-mcp.example.com/mcp',
      validate: (text) => (text ? checkUrl(text) : undefined),
    }),
  );
  return url || undefined;
}

function askReadOnly(): Promise<boolean> {
  return answer(
    clack.select({
      message: 'May the model change documentation?',
      options: [
        { value: false, label: 'Yes', hint: 'it asks before it deletes, merges or publishes' },
        { value: true, label: 'No, read only' },
      ],
    }),
  );
}

async function askToolsets(names: readonly string[]): Promise<string[] | undefined> {
  const chosen = await answer(
    clack.multiselect({
      message: 'Which toolsets? (none: those that most work needs)',
      options: names.map((value) => ({ value, label: value })),
      required: false,
    }),
  );
  return chosen.length > 0 ? chosen : undefined;
}

function askTokenKind(
  hosts: readonly Host[],
  scope: SetupScope,
  url: string | undefined,
): Promise<TokenSource['kind']> {
  const kind = url ? 'http' : 'stdio';
  const isForAll = (can: (host: Host) => boolean) => hosts.every(can);
  return answer(
    clack.select<TokenSource['kind']>({
      message: 'Where does the token come from?',
      options: [
        ...(isForAll((host) => takesVariable(host, kind))
          ? [{ value: 'variable' as const, label: `The variable ${TOKEN_VARIABLE}` }]
          : []),
        ...(isForAll(({ tokens }) => Boolean(tokens.input))
          ? [{ value: 'input' as const, label: 'The host asks for it' }]
          : []),
        ...(scope === 'user'
          ? [{ value: 'stored' as const, label: "The host's own file", hint: 'in clear text' }]
          : []),
        {
          value: 'none' as const,
          label: url ? 'The host signs in' : 'None: the embedded platform, for trying it',
        },
      ],
    }),
  );
}

async function answer<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const given = await question;
  if (clack.isCancel(given)) throw new NotAskedError('Nothing was changed');
  return given as Exclude<T, symbol>;
}
