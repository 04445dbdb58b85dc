import type { Command } from 'commander';
import { ConfigError, type ConfigFlags, readConfig } from '../config/server.ts';
import type {
  FolderState,
  PageDiff,
  Pulled,
  PullProgress,
  Pushed,
  Status,
  Store,
} from '../files/index.ts';
import { parseSubject, withPlatformOptions } from './options.ts';
import { type ProgressLine, print, progressLine } from './output.ts';

interface FilesFlags extends ConfigFlags {
  json?: true;
  subject?: string;
  changeRequest?: string;
}

/** Adds `pull`, `status`, `diff` and `push`. */
export function addFiles(program: Command): void {
  withPlatformOptions(program.command('pull'))
    .description('write a space as markdown files, or update them')
    .argument('<space>', 'its id, address or title')
    .argument('<dir>', 'folder of the files')
    .option('--json', 'print the outcome as JSON')
    .action(pullInto);
  withPlatformOptions(program.command('status'))
    .description('list the changes of files and of their space')
    .argument('<dir>', 'folder with the files')
    .option('--json', 'as JSON')
    .action(printStatus);
  withPlatformOptions(program.command('diff'))
    .description('show the changes of files and of their space')
    .argument('<dir>', 'folder with the files')
    .option('--json', 'as JSON')
    .action(printDiff);
  withPlatformOptions(program.command('push'))
    .description('send changed files as a change request')
    .argument('<dir>', 'folder with the files')
    .option('--dry-run', 'say what would be sent, and send nothing')
    .option('--subject <text>', 'subject of a new change request', parseSubject)
    .option('--change-request <id>', 'continue this change request, by its id or number')
    .option('--json', 'print the outcome as JSON')
    .action(pushFrom);
}

async function pullInto(name: string, dir: string, flags: FilesFlags): Promise<void> {
  await withPlatform(flags, async ({ files, platform, spaceNamed }) => {
    const space = await platform.space(await spaceNamed(name));
    const store = new files.Store(await files.Folder.make(dir));
    const line = progressLine(process.stderr);
    const pulled = await files
      .pull(store, platform, space, progressOn(line))
      .finally(() => line.clear());
    printResult(flags, pulled, () => pulledText(pulled, dir));
    if (pulled.conflicts.length > 0) process.exitCode = 1;
  });
}

async function printStatus(dir: string, flags: FilesFlags): Promise<void> {
  await withFolder(dir, flags, async ({ files, platform, store, state }) => {
    const line = progressLine(process.stderr);
    line.show('Comparing both sides…');
    const looked = await files.readBothSides(state, store, platform).finally(() => line.clear());
    const status = files.folderStatus(looked);
    printResult(flags, status, () => statusText(status, dir));
    if (status.problems.length > 0) process.exitCode = 1;
  });
}

async function printDiff(dir: string, flags: FilesFlags): Promise<void> {
  await withFolder(dir, flags, async ({ files, platform, store, state }) => {
    const line = progressLine(process.stderr);
    line.show('Comparing both sides…');
    const diffs = await files
      .readBothSides(state, store, platform)
      .then((looked) => files.diffsOf(looked, store, platform))
      .finally(() => line.clear());
    printResult(flags, diffs, () => diffText(diffs));
  });
}

async function pushFrom(dir: string, flags: FilesFlags): Promise<void> {
  const { readOnly, dryRun, subject, changeRequest: existing } = flags;
  if (readOnly && !dryRun) {
    throw new ConfigError('push writes, and --read-only is set: leave it out, or add --dry-run.');
  }
  await withFolder(dir, flags, async ({ files, platform, store, state }) => {
    const line = progressLine(process.stderr);
    const onDone = (done: number, total: number) => line.show(`Sending: ${done} of ${total}`);
    const pushed = await files
      .push(store, platform, state, { subject, existing, dryRun, onDone })
      .finally(() => line.clear());
    printResult(flags, pushed, () => pushedText(pushed));
    if (pushed.conflicts.length + pushed.problems.length > 0) process.exitCode = 1;
  });
}

type FilesModule = typeof import('../files/index.ts');

/** What the commands work with. */
interface FilesSession {
  files: FilesModule;
  platform: InstanceType<FilesModule['SpaceApi']>;
  /** The id of a space within the operator's limits. */
  spaceNamed(name: string): Promise<string>;
  /** @throws for a space outside the operator's limits. */
  requireSpace(id: string): Promise<void>;
}

/**
 * Runs a command against the platform that flags and environment name. A problem with the request is reported as
 * text.
 */
async function withPlatform(
  flags: ConfigFlags,
  work: (session: FilesSession) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env, flags);
  const [files, tools, { causeOf, Received }, { connect }] = await Promise.all([
    import('../files/index.ts'),
    import('../tools/index.ts'),
    import('../operations/index.ts'),
    import('../connect.ts'),
  ]);
  const connection = connect(config);
  const received = new Received();
  try {
    const { client, scope } = connection.dependencies;
    const caller = { client, token: await connection.token(), received };
    const spaceNamed = (name: string) => tools.resolveSpace(name, caller, scope);
    await work({
      files,
      platform: new files.SpaceApi(caller),
      spaceNamed,
      requireSpace: async (id) => void (await spaceNamed(id)),
    });
  } catch (failure) {
    const error = causeOf(received, failure);
    const explanation = files.isExplained(error) ? error.message : tools.explainFailure(error);
    throw explanation === undefined ? error : new ConfigError(explanation);
  } finally {
    await connection.close();
  }
}

interface FolderSession extends FilesSession {
  store: Store;
  state: FolderState;
}

/** The same for a folder that was pulled from a space within the operator's limits. */
async function withFolder(
  dir: string,
  flags: ConfigFlags,
  work: (session: FolderSession) => Promise<void>,
): Promise<void> {
  await withPlatform(flags, async (session) => {
    const { files, requireSpace } = session;
    const store = new files.Store(await files.Folder.open(dir));
    const state = await files.loadState(store);
    await requireSpace(state.space.id);
    await work({ ...session, store, state });
  });
}

function progressOn(line: ProgressLine): PullProgress {
  return {
    pages: (done, total) => line.show(`Reading pages: ${done} of ${total}`),
    files: (done, total) => line.show(`Fetching files: ${done} of ${total}`),
  };
}

function printResult(flags: FilesFlags, facts: object, text: () => string): void {
  print(flags.json ? JSON.stringify(facts, null, 2) : printable(text()));
}

/** Strips terminal control sequences. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '');
}

function pulledText(
  { space, pages, written, removed, conflicts, notes, changeRequest }: Pulled,
  dir: string,
): string {
  const from = changeRequest ? ` as change request #${changeRequest.number} has it` : '';
  const done = [
    written.length > 0 && `${written.length} written`,
    removed.length > 0 && `${removed.length} removed`,
  ].filter(Boolean);
  return [
    `${space.title}${from}: ${count(pages, 'page')} in ${dir}, ${done.join(', ') || 'nothing to do'}.`,
    ...conflicts.map((conflict) => `Conflict: ${conflict}`),
    ...notes,
  ].join('\n');
}

function statusText(
  { space, changeRequest, here, files, there, both, problems, notes }: Status,
  dir: string,
): string {
  const where = changeRequest ? `change request #${changeRequest.number}` : 'the primary content';
  const isSame = here.length + files.length + there.length === 0;
  return [
    `${space.title} in ${dir}, compared with ${where}:`,
    ...(isSame ? ['Nothing differs.'] : []),
    ...listed('Changed here', [
      ...here.map(changeText),
      ...files.map((path) => `new file  ${path}`),
    ]),
    ...listed('Changed on the platform', there.map(changeText)),
    ...listed('Changed on both sides', both),
    ...listed('To be fixed first', problems),
    ...notes,
  ].join('\n');
}

function diffText(diffs: readonly PageDiff[]): string {
  if (diffs.length === 0) return 'Nothing differs.';
  return diffs
    .map(({ side, diff, ...change }) => {
      const where = side === 'here' ? 'here' : 'on the platform';
      return `${changeText(change)}, ${where}\n${diff}`.trimEnd();
    })
    .join('\n\n');
}

function pushedText({ changeRequest, dryRun, sent, conflicts, problems, notes }: Pushed): string {
  const isBlocked = conflicts.length + problems.length > 0 && sent.length === 0;
  const into = changeRequest ? `change request #${changeRequest.number}` : 'a new change request';
  const head = isBlocked
    ? 'Nothing was sent.'
    : sent.length === 0
      ? `Nothing to do${changeRequest ? `: ${into} has it all` : ''}.`
      : dryRun
        ? `Would be sent to ${into}:`
        : `Sent to ${into}:`;
  return [
    head,
    ...(isBlocked ? [] : sent.map((one) => `  ${sentText(one)}`)),
    ...conflicts.map((conflict) => `Conflict: ${conflict}`),
    ...problems.map((problem) => `To be fixed first: ${problem}`),
    ...notes,
    ...(changeRequest?.url && sent.length > 0 ? [changeRequest.url] : []),
  ].join('\n');
}

function sentText({ kind, path, fields = [] }: Pushed['sent'][number]): string {
  return `${kind.padEnd(8)}  ${path}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`;
}

function listed(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading}:`, ...lines.map((line) => `  ${line}`)];
}

function changeText({ kind, path, aspects }: Omit<PageDiff, 'side' | 'diff'>): string {
  return `${kind.padEnd(8)}  ${path}${aspects.length > 0 ? ` (${aspects.join(', ')})` : ''}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
