// Measures how long others wait while one caller of the server, or one user of the embedded platform, does something
// large: each row does it once, while somebody else sends a small request every 10 ms.
import { parseArgs } from 'node:util';
import { CLI } from '../programs.ts';
import { IMPORT_ROWS, ROWS as PLATFORM_ROWS } from './platform.ts';
import type { BlockedProgram, BlockingCase } from './row.ts';
import { ROWS as SERVER_ROWS } from './server.ts';
import { startPlatform } from './start-platform.ts';
import { startServer } from './start-server.ts';
import { type Waits, waitsOf } from './wait.ts';

const { values } = parseArgs({
  options: {
    /** Another build. */
    cli: { type: 'string', default: CLI },
    /** Only rows whose name contains this. */
    only: { type: 'string', default: '' },
    subject: { type: 'string', default: 'both' },
  },
});

async function measure<Subject extends BlockedProgram>(
  title: string,
  start: (program: string) => Promise<Subject>,
  rows: readonly BlockingCase<Subject>[],
): Promise<void> {
  const selected = rows.filter(({ name }) => name.includes(values.only));
  if (selected.length === 0) return;
  console.log(
    `\n| ${title} | takes, s | others, p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|`,
  );
  const subject = await start(values.cli);
  try {
    for (const row of selected) console.log(lineOf(await waitsOf(row, subject)));
  } finally {
    await subject.close();
  }
}

function lineOf({ name, took, p50, p99, longest, failure }: Waits): string {
  const figures = [(took / 1_000).toFixed(1), ...[p50, p99, longest].map((ms) => ms.toFixed(0))];
  return `| ${[name, ...figures].join(' | ')} |${failure === undefined ? '' : ` ${failure}`}`;
}

if (values.subject !== 'platform') {
  await measure('Server: what one caller does', startServer, SERVER_ROWS);
}
if (values.subject !== 'server') {
  await measure(
    'Embedded platform: what one user does',
    (program) => startPlatform(program, 'current'),
    PLATFORM_ROWS,
  );
  await measure(
    'Embedded platform with the profile contract',
    (program) => startPlatform(program, 'contract'),
    IMPORT_ROWS,
  );
}
