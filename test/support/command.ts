import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import { createProgram, exitOf } from '../../src/commands/program.ts';
import type { Finished } from './program.ts';

/**
 * Runs a command line in this process, with nothing but this environment, as the program would. Starting the program
 * takes a hundred times longer.
 */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { cwd }: { cwd?: string } = {},
): Promise<Finished> {
  const before = { env: { ...process.env }, cwd: process.cwd(), exitCode: process.exitCode };
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += text;
      return true;
    }),
  );
  replaceEnvironment(env);
  if (cwd) process.chdir(cwd);
  try {
    process.exitCode = 0;
    const refused = await refusalCode(args);
    return { code: refused ?? Number(process.exitCode), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = before.exitCode;
    process.chdir(before.cwd);
    replaceEnvironment(before.env);
  }
}

/** The exit code of a refused command line, whose message is printed. */
async function refusalCode(args: readonly string[]): Promise<number | undefined> {
  try {
    await createProgram(new Command().exitOverride()).parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const failure = exitOf(error);
    if (!failure) throw error;
    process.stderr.write(`${failure.message}\n`);
    return failure.code;
  }
}

/** Changes the variables in place, because `os.homedir()` and child processes read those of the process. */
function replaceEnvironment(env: Readonly<NodeJS.ProcessEnv>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}
