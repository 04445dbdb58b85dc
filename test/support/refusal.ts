import { Command, CommanderError } from 'commander';
import { createProgram, exitOf } from '../../src/commands/program.ts';

/** The refusal of a command line, without starting a program for it. */
export interface CommandRefusal {
  code: number;
  stderr: string;
}

/** Runs a command line that is refused, in this process. Throws if it is accepted. */
export async function refusalOf(args: readonly string[]): Promise<CommandRefusal> {
  let stderr = '';
  const root = new Command().exitOverride().configureOutput({
    writeErr: (text) => {
      stderr += text;
    },
  });
  try {
    await createProgram(root).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, stderr };
    const failure = exitOf(error);
    if (failure) return { code: failure.code, stderr: failure.message };
    throw error;
  }
  throw new Error(`${args.join(' ')} is accepted`);
}
