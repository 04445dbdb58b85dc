// Runs third-party clients through one scenario over both transports, and writes the results to the table in
// docs/clients.md. Given names of clients, it runs only those and prints the results.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS, type MatrixClient, transportsOf } from '../test/clients/matrix/clients.ts';
import { type ClientOutcome, installed, outcomeOf } from '../test/clients/matrix/run.ts';
import { startServers } from '../test/clients/matrix/servers.ts';
import { pageWith, ROOT } from './marked.ts';

const PAGE = 'docs/clients.md';
const names = process.argv.slice(2);
const chosen = CLIENTS.filter(({ name }) => names.length === 0 || names.includes(name));

const { close, ...servers } = await startServers();
const rows: string[] = [];
for (const client of chosen) {
  const folder = await installed(client);
  if (!folder) {
    console.error(`${client.name} ${client.version}: not available from the registry`);
    process.exitCode = 1;
    continue;
  }
  for (const transport of transportsOf(client)) {
    const outcome = await outcomeOf(client, folder, transport, servers).catch(
      (error: Error): ClientOutcome => ({ connect: error.message }),
    );
    const row = [client.name, client.version, transport, works(outcome), notes(client, outcome)];
    console.log(row.join(' | '));
    rows.push(`| ${row.join(' | ')} |`);
  }
}
await close();

if (names.length === 0 && process.exitCode === undefined) {
  const head = '| Client | Version | Over | Steps | What the client lacks |';
  const table = [head, '|---|---|---|---|---|', ...rows].join('\n');
  writeFileSync(join(ROOT, PAGE), pageWith(PAGE, 'clients', table));
}

function works(outcome: ClientOutcome): string {
  const results = Object.values(outcome);
  const tried = results.filter((result) => result !== 'none');
  return `${tried.filter((result) => result === 'ok').length} of ${tried.length}`;
}

function notes({ faults = {}, reason }: MatrixClient, outcome: ClientOutcome): string {
  const steps = Object.entries(outcome);
  const failed = steps.filter(([, result]) => result !== 'ok' && result !== 'none');
  const lacks = steps.filter(([, result]) => result === 'none').map(([step]) => step);
  return [
    ...failed.map(
      ([step, words]) => `${step}: ${faults[step] ?? words.replaceAll(/[|\s]+/g, ' ')}`,
    ),
    ...(lacks.length > 0 ? [lacks.join(', ')] : []),
    ...(reason ? [reason] : []),
  ].join('; ');
}
