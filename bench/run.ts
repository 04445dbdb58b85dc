// Compares the product with minimal programs that do the same work, and with the obvious use of the SDK. Every round
// measures all of them, and only ratios within a round are compared. Needs Linux and a build.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { surfaceOf } from '../src/tools/index.ts';
import { type FigureRow, OURS, type Samples, table } from './figures.ts';
import { type HttpSubject, measureHttp } from './http.ts';
import { startPeers } from './peers.ts';
import { buildPrograms, CLI, listen, type Programs, type RunningProgram } from './programs.ts';
import { rotated } from './statistics.ts';
import { measureStdio, type StdioSubject } from './stdio.ts';
import { LIST } from './workloads.ts';
import { measureWorks, tableOfWorks, type WorksSample } from './works.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    json: { type: 'string', default: 'bench-results.json' },
    only: { type: 'string' },
    peers: { type: 'boolean', default: false },
  },
});

/** Number of tools that the product lists in these measurements. */
const TOOLS = surfaceOf({ toolsets: ['all'] }).definitions.length;
const CALLS = 2000;
/** The obvious use of the SDK is slow, so it gets fewer calls. */
const OBVIOUS_CALLS = 240;

const PRODUCT = [CLI, 'serve', '--http', '--port', '0', '--toolsets', 'all'];

const programs = await buildPrograms();
const running: RunningProgram[] = [];
try {
  const works: WorksSample[] = [];
  const samples = await measureAll(Number(flags.rounds), works);
  const rows = table(samples);
  print(rows);
  console.log(`\n${tableOfWorks(works).join('\n')}`);
  const where = { node: process.version, cpus: cpus().length, platform: process.platform };
  await writeFile(flags.json, `${JSON.stringify({ where, rows, samples, works }, null, 2)}\n`);
  console.log(`\nAll samples: ${flags.json}`);
} finally {
  await Promise.all(running.map((program) => program.stop()));
  await programs.remove();
}

async function measureAll(rounds: number, works: WorksSample[]): Promise<Samples> {
  const upstream = await open(['upstream']);
  const samples: Samples = { http: [], stdio: [] };
  const isSelected = (part: string) => flags.only === undefined || flags.only === part;
  const http = isSelected('http') || isSelected('works') ? await httpSubjects(upstream) : [];
  const stdio = isSelected('stdio') ? stdioSubjects(programs, upstream.url) : [];
  const subject = (name: string) => http.find((each) => each.name === name) as HttpSubject;
  for (let round = 0; round < rounds; round += 1) {
    if (isSelected('http')) {
      samples.http.push(
        await eachOf(rotated(http, round), (each) =>
          measureHttp(each, { workload: LIST, tokens: 32 }),
        ),
      );
    }
    if (isSelected('works')) {
      works.push(
        await measureWorks(subject('ours, 2025'), subject('bare proxy'), {
          ours: () => listen(PRODUCT, { DOCS_PLATFORM_URL: upstream.url }),
          proxy: () => listen([programs.path('proxy')], { BENCH_UPSTREAM: upstream.url }),
        }),
      );
    }
    samples.stdio.push(await eachOf(rotated(stdio, round), measureStdio));
    console.error(`round ${round + 1} of ${rounds}`);
  }
  return samples;
}

async function eachOf<S extends { name: string }, T>(
  subjects: readonly S[],
  measure: (subject: S) => Promise<T>,
): Promise<Record<string, T>> {
  const measured: Record<string, T> = {};
  for (const subject of subjects) measured[subject.name] = await measure(subject);
  return measured;
}

async function httpSubjects(upstream: RunningProgram): Promise<HttpSubject[]> {
  const env = { BENCH_UPSTREAM: upstream.url };
  const proxy = await open(['proxy'], env);
  const obvious = await open(['obvious-http'], { ...env, BENCH_TOOLS: String(TOOLS) });
  const product = await listen(PRODUCT, { DOCS_PLATFORM_URL: upstream.url });
  running.push(product);
  const one = await open(['many-tools'], { ...env, BENCH_TOOLS: '1' });
  const many = await open(['many-tools'], { ...env, BENCH_TOOLS: '500' });
  const modern = { revision: '2026-07-28', calls: CALLS } as const;
  const peers = flags.peers
    ? await startPeers({ ...env, BENCH_TOOLS: String(TOOLS) }, running)
    : [];
  return [
    { name: 'direct call', ...upstream, calls: CALLS },
    { name: 'bare proxy', ...proxy, calls: CALLS },
    { name: 'SDK, obvious', ...obvious, ...modern, calls: OBVIOUS_CALLS },
    { name: 'ours, 2025', ...product, revision: '2025-11-25', calls: CALLS },
    { name: 'ours, 2026', ...product, ...modern },
    { name: '1 tool', ...one, ...modern },
    { name: '500 tools', ...many, ...modern },
    ...peers,
  ];
}

function stdioSubjects(built: Programs, upstream: string): StdioSubject[] {
  const env = { BENCH_UPSTREAM: upstream, BENCH_TOOLS: String(TOOLS) };
  return [
    { name: 'bare program', args: [built.path('bare-stdio')], env },
    { name: 'SDK, obvious', args: [built.path('obvious-stdio')], env },
    {
      name: OURS,
      args: [CLI, 'serve', '--toolsets', 'all'],
      env: { DOCS_PLATFORM_URL: upstream, DOCS_PLATFORM_TOKEN: 'bench-token' },
    },
  ];
}

async function open(
  [name]: [Parameters<Programs['path']>[0]],
  env: Record<string, string> = {},
): Promise<RunningProgram> {
  const program = await listen([programs.path(name)], env);
  running.push(program);
  return program;
}

function print(rows: readonly FigureRow[]): void {
  let last = '';
  for (const { figure, subject, value, ratio, goal } of rows) {
    if (Number.isNaN(value)) continue;
    if (figure !== last) console.log(`\n${figure}`);
    last = figure;
    const columns = [
      subject.padEnd(14),
      value.toPrecision(4).padStart(12),
      `${ratio.toFixed(2)} x`.padStart(10),
      goal.padStart(10),
    ];
    console.log(`  ${columns.join('')}`);
  }
}
