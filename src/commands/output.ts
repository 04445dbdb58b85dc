import { NAME } from '../version.ts';

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function log(line: string): void {
  process.stderr.write(`${NAME}: ${line}\n`);
}

export function warn(problem: Error): void {
  log(problem.message);
}

/** Printed when the embedded platform is in use. */
export const EMBEDDED =
  'No DOCS_PLATFORM_URL and no DOCS_PLATFORM_TOKEN: using the embedded platform with demonstration content.';
