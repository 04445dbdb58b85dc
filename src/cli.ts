import { log, print } from './commands/output.ts';
import { createProgram, exitOf } from './commands/program.ts';
import { VERSION } from './version.ts';

await (isVersionAsked() ? printVersion() : createProgram().parseAsync()).catch(fail);

/** Runs before any parsing, because completing a line needs nothing else loaded. */
function isVersionAsked(): boolean {
  return ['-V', '--version'].includes(process.argv[2] ?? '');
}

async function printVersion(): Promise<void> {
  const { REVISIONS } = await import('./server/protocols.ts');
  print(`${VERSION}\nMCP protocol revisions: ${REVISIONS.join(', ')}`);
}

/** Reports what is wrong. A defect of this program keeps its stack trace. */
function fail(error: unknown): void {
  const failure = exitOf(error);
  if (!failure) throw error;
  log(failure.message);
  process.exitCode = failure.code;
}
