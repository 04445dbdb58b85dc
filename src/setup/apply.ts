import { readConfigFile, replaceConfigFile } from './config-file.ts';
import { readSettings, UnreadableError, valueAt } from './documents/index.ts';
import type { Machine } from './machine.ts';
import { type HostPlan, planFor, unreadable } from './plan.ts';
import { runProgram } from './programs.ts';

/** The outcome of a plan. */
export type ApplyOutcome =
  | { kind: 'refused' | 'failed'; reason: string }
  | { kind: 'unchanged' }
  | {
      kind: 'written';
      backup: string | undefined;
      /** Output of the host's own command, if the file had to be written instead. */
      instead?: string;
    }
  | { kind: 'commanded'; command: string };

type Changing = Extract<HostPlan, { kind: 'change' }>;

/** Carries out a plan. If the host's own command fails, the file is written instead. */
export async function apply(plan: HostPlan, machine: Machine): Promise<ApplyOutcome> {
  if (plan.kind === 'refused') return { kind: 'refused', reason: plan.reason };
  if (plan.kind === 'unchanged') return { kind: 'unchanged' };
  if (!plan.command) return write(plan);
  const commandOutput = await command(plan, plan.command, machine);
  const shown = commandText(plan);
  if (commandOutput === undefined) return { kind: 'commanded', command: shown };
  // The command may have done a part.
  const rest = planFor(plan.wish, machine);
  const outcome = rest.kind === 'change' ? write(rest) : await apply(rest, machine);
  return outcome.kind === 'written'
    ? { ...outcome, instead: `"${shown}" did not do it${commandOutput}` }
    : outcome;
}

function write({ file, before, after }: Changing): ApplyOutcome {
  try {
    return { kind: 'written', backup: replaceConfigFile(file, before, after) };
  } catch (error) {
    if (error instanceof UnreadableError) {
      return { kind: 'refused', reason: unreadable(file, error) };
    }
    if (error instanceof Error && 'syscall' in error) {
      return { kind: 'failed', reason: `${file} cannot be written: ${error.message}` };
    }
    throw error;
  }
}

/**
 * Runs a host's own command and checks its file afterwards. Returns the command's output if the file is not as
 * expected.
 */
async function command(
  { wish, host, file }: Changing,
  { file: program, args }: { file: string; args: string[] },
  machine: Machine,
): Promise<string | undefined> {
  const { output } = await runProgram(program, args, machine);
  const settings = readSettings(host.format, readConfigFile(file) ?? '');
  const isEntered = valueAt(settings, [host.key, wish.name]) !== undefined;
  if (isEntered === (wish.entry !== undefined)) return undefined;
  return output.trim() ? `: ${output.trim().slice(0, 500)}` : '';
}

/** The command of a plan as a person would type it. */
export function commandText({ host, command }: Changing): string {
  return commandLine(host.command?.program ?? '', command?.args ?? []);
}

/** A command as a person would type it. */
function commandLine(program: string, args: readonly string[]): string {
  return [program, ...args.map(quotedArgument)].join(' ');
}

function quotedArgument(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
