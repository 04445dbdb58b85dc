import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { type Machine, pathsOf } from './machine.ts';

/** Timeout for a host's own command. */
const TIME_MS = 60_000;
const MAX_OUTPUT = 100_000;

/** The file of a program on a machine's PATH, or undefined. */
export function findProgram(name: string, machine: Machine): string | undefined {
  const { delimiter, join } = pathsOf(machine);
  // Windows scripts (.cmd) get their arguments through a shell, which would interpret them.
  const file = machine.system === 'win32' ? `${name}.exe` : name;
  const path = machine.env.PATH ?? machine.env.Path ?? '';
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, file))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export interface ProgramResult {
  ok: boolean;
  /** Its output, for display. */
  output: string;
  /** Its standard output. */
  stdout: string;
}

/** Runs a program to its end, without a shell and without input. */
export function runProgram(
  file: string,
  args: readonly string[],
  machine: Machine,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: machine.folder,
      env: machine.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_MS,
      windowsHide: true,
    });
    let output = '';
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT) output += chunk.toString();
      if (stdout.length < MAX_OUTPUT) stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT) output += chunk.toString();
    });
    child.once('error', ({ message }) => resolve({ ok: false, output: message, stdout }));
    child.once('close', (code, signal) => {
      const end = signal ? `It was ended by ${signal}.` : '';
      resolve({ ok: code === 0, output: output + end, stdout });
    });
  });
}
