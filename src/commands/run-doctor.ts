import { fileURLToPath } from 'node:url';
import { ConfigError, type ConfigFlags } from '../config/server.ts';
import { examine, type Finding, isBroken } from '../doctor/index.ts';
import { thisMachine } from '../setup/index.ts';
import { VERSION } from '../version.ts';
import { type Paint, paintFor, print, progressLine } from './output.ts';

export interface DoctorFlags extends ConfigFlags {
  json?: true;
  online?: true;
  url?: string;
}

/** A flag as given on the command line. */
export interface ServerFlag {
  name: string;
  value: unknown;
}

/** Checks everything, prints the findings, and exits with 1 if something is broken. */
export async function runDoctor(flags: DoctorFlags, given: readonly ServerFlag[]): Promise<void> {
  const { json = false, online = false, url } = flags;
  if (url !== undefined && !URL.canParse(url))
    throw new ConfigError('--url takes the address of an MCP endpoint');
  const progress = json ? undefined : progressLine(process.stderr);
  const paint = paintFor(process.stdout);
  const findings: Finding[] = [];
  const examination = {
    machine: thisMachine(),
    env: process.env,
    flags,
    given: given.map(({ name, value }) => ({
      name,
      value: value === true ? 'true' : String(value),
    })),
    args: given.flatMap(({ name, value }) => (value === true ? [name] : [name, String(value)])),
    cli: fileURLToPath(new URL('./cli.js', import.meta.url)),
    ...{ online, url },
  };
  progress?.show('Looking…');
  for await (const finding of examine(examination)) {
    findings.push(finding);
    progress?.clear();
    if (!json) print(findingText(finding, paint));
    progress?.show(`${finding.title}: done. Going on…`);
  }
  progress?.clear();
  const first = findings.find(isBroken);
  if (json)
    print(
      JSON.stringify({ ok: !first, version: VERSION, first: first?.advice, findings }, null, 2),
    );
  else print(`\n${first ? `Do this first: ${first.advice}` : 'Nothing is broken.'}`);
  process.exitCode = first ? 1 : 0;
}

const MARKS = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  broken: ['✗', 'red'],
  skipped: ['-', 'gray'],
} as const;

/** Prints a finding with its lines below each other. */
function findingText({ status, title, text, advice }: Finding, paint: Paint): string {
  const [mark, colour] = MARKS[status];
  const lines = [...text.split('\n'), ...(advice ? [`→ ${advice}`] : [])];
  const [first, ...rest] = lines;
  return [
    `${paint(colour, mark)} ${paint('bold', title)}: ${first}`,
    ...rest.map((line) => `    ${line}`),
  ].join('\n');
}
