import { parseArgs } from 'node:util';
import { type Arguments, connect, type ToolClient } from './connection.ts';

/** The server's tools and the reporting functions for a bot. */
export interface Bot extends ToolClient {
  /** Announces a change and makes it; in a dry run it only announces, and returns nothing. */
  change<T>(what: string, tool: string, args: Arguments): Promise<T | undefined>;
  /** Reports something that a person has to look at. */
  leave(what: string): void;
}

/** A setting from a flag or an environment variable. */
interface Setting {
  variable: string;
  about: string;
  optional?: true;
}

interface BotProgram<Name extends string> {
  name: string;
  about: string;
  settings: Record<Name, Setting>;
  work(bot: Bot, settings: Record<Name, string>): Promise<void>;
}

/** The command line is invalid; the message says how to call the program. */
class UsageError extends Error {}

/** Runs a bot from its command line. Exits with 0 if its work is done, 1 if it failed, 2 if it was called wrongly. */
export async function runBot<Name extends string>(program: BotProgram<Name>): Promise<void> {
  try {
    const given = read(program);
    if (given === undefined) console.log(help(program));
    else await work(program, given);
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof UsageError ? `${message}\n\n${help(program)}` : message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function work<Name extends string>(
  program: BotProgram<Name>,
  { settings, dryRun }: { settings: Record<Name, string>; dryRun: boolean },
): Promise<void> {
  const connection = await connect(program.name);
  const counts = { changes: 0, left: 0 };
  const bot: Bot = {
    ...connection,
    change: async (what, tool, args) => {
      counts.changes += 1;
      if (dryRun) console.log(`would ${what}`);
      else {
        const result = await connection.call(tool, args);
        console.log(what);
        return result as never;
      }
    },
    leave: (what) => {
      counts.left += 1;
      console.log(`left to people: ${what}`);
    },
  };
  try {
    await program.work(bot, settings);
    const verb = dryRun ? 'to make' : 'made';
    console.log(`${counts.changes} changes ${verb}, ${counts.left} items left to people`);
  } finally {
    await connection.close();
  }
}

/** The settings from flags and environment; undefined if help was requested. */
function read<Name extends string>({ settings }: BotProgram<Name>) {
  const entries = Object.entries<Setting>(settings) as [Name, Setting][];
  const values = parsed(entries.map(([name]) => name));
  if (values.help) return undefined;
  const found = entries.map(([name, setting]) => {
    const value = String(values[name] ?? process.env[setting.variable] ?? '');
    if (value === '' && !setting.optional) {
      throw new UsageError(`No ${name} is set: pass --${name} or set ${setting.variable}.`);
    }
    return [name, value] as const;
  });
  return {
    settings: Object.fromEntries(found) as Record<Name, string>,
    dryRun: values['dry-run'] === true,
  };
}

function parsed(names: readonly string[]): Record<string, string | boolean | undefined> {
  const text = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const flag = { type: 'boolean' as const };
  try {
    return parseArgs({ options: { ...text, 'dry-run': flag, help: flag } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function help<Name extends string>({ name, about, settings }: BotProgram<Name>): string {
  const lines = Object.entries<Setting>(settings).map(([flag, setting]) => {
    const optional = setting.optional ? ' (optional)' : '';
    return `  --${flag.padEnd(14)} ${setting.about}${optional}; or ${setting.variable}`;
  });
  return [
    `npx tsx examples/${name}/main.ts: ${about}`,
    ...lines,
    '  --dry-run        reports what it would change, and changes nothing',
    'The server is at DOCS_MCP_URL, with DOCS_PLATFORM_TOKEN. Without that address, the bot starts one that',
    'uses DOCS_PLATFORM_URL and DOCS_PLATFORM_TOKEN, or an embedded platform (DOCS_PLATFORM_DATA).',
  ].join('\n');
}

/** The location that the bot works in. */
export const SPACE = { variable: 'DOCS_SPACE', about: 'id of the space to work in' };

/** The organization that the space belongs to. */
export const ORGANIZATION = {
  variable: 'DOCS_ORGANIZATION',
  about: 'id of the organization that the space belongs to',
};
