// Shows where the CPU time of a call over HTTP, or over stdio with `--stdio`, goes: runs the product under V8's
// profiler, and attributes the self time of each function to the part of the program that its source belongs to.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.ts';
import { writePrebuilt } from '../scripts/prebuilt.ts';
import { callerOf } from './http.ts';
import { initialize } from './messages.ts';
import { addressOf, buildPrograms, listen, start } from './programs.ts';
import { talkTo } from './stdio.ts';
import { LIST, workloadCalled } from './workloads.ts';

const { values: flags } = parseArgs({
  options: {
    stdio: { type: 'boolean', default: false },
    /** The HTTP call to profile, by its name in the bench. */
    workload: { type: 'string', default: LIST.name },
    tokens: { type: 'string', default: '32' },
  },
});

const CALLS = 20_000;
/** Calls that are not counted, to load and compile everything. */
const WARM_UP = 4000;

/**
 * Parts of the program, by a substring of the source's path or of the native function's name; the first match counts.
 */
const PARTS: readonly [part: string, pattern: RegExp][] = [
  ['writing to sockets', /^native:(writev|write\w*String|writeBuffer)$/],
  ['garbage collection', /^native:\(garbage collector\)$/],
  ['observing', /src\/server\/observe|node_modules\/(pino|sonic-boom|prom-client|@opentelemetry)/],
  ['guards, routes', /src\/server\/http\/(?!plain-answer|exchange)/],
  ['reading the request, writing the answer', /src\/server\//],
  ['classification by the SDK', /node_modules\/@modelcontextprotocol/],
  ['tool: arguments, trimming, links, JSON', /src\/(tools|operations|text|uris|resources)\//],
  ['zod', /node_modules\/zod/],
  ['client: limits, retries, cancelling, reading', /src\/client|node_modules\/p-/],
  ['undici', /node_modules\/undici/],
  ['Node, V8', /./],
];

interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  /** Sampling interval in microseconds. */
  timeDeltas: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

const folder = await mkdtemp(join(tmpdir(), 'docs-platform-profile-'));
const programs = await buildPrograms();
const upstream = await listen([programs.path('upstream')]);
try {
  await build({
    ...bundleOptions,
    entryPoints: { cli: 'src/cli.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'linked',
  });
  await writePrebuilt(folder);
  const counted = await run();
  print(await partsOf(counted));
} finally {
  await upstream.stop();
  await programs.remove();
  await rm(folder, { recursive: true });
}

/**
 * Runs the product under the profiler; resolves with the milliseconds from its start to the first counted call.
 */
async function run(): Promise<number> {
  const profiling = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200'];
  const serve = ['serve', '--toolsets', 'all'];
  const http = flags.stdio ? [] : ['--http', '--port', '0'];
  const env = { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'bench-token' };
  const began = performance.now();
  const child = start([...profiling, join(folder, 'cli.mjs'), ...serve, ...http], env);
  const call = flags.stdio ? await overStdio(child) : overHttp(await addressOf(child));
  await call(WARM_UP);
  const warm = performance.now() - began;
  await call(CALLS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return warm;
}

function overHttp(url: string): (calls: number) => Promise<void> {
  const work = { workload: workloadCalled(flags.workload), tokens: Number(flags.tokens) };
  return callerOf({ name: 'ours', url, revision: '2025-11-25' }, work).inParallel;
}

async function overStdio(child: ChildProcess): Promise<(calls: number) => Promise<void>> {
  const { ask, call } = talkTo(child, 'ours');
  await ask(initialize(1));
  return async (calls) => {
    for (let done = 0; done < calls; done += 1) await call();
  };
}

/** Microseconds of each part per call, from this many milliseconds after the start. */
async function partsOf(from: number): Promise<Map<string, number>> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile')) ?? '';
  const profile: CpuProfile = JSON.parse(await readFile(join(folder, file), 'utf8'));
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const maps = new Map<string, SourceMap | undefined>();
  const parts = new Map<string, number>(PARTS.map(([part]) => [part, 0]));
  let at = 0;
  for (const [index, id] of profile.samples.entries()) {
    const took = profile.timeDeltas[index] ?? 0;
    at += took;
    const frame = frames.get(id);
    if (at < from * 1000 || !frame || frame.functionName === '(idle)') continue;
    const source = await sourceOf(frame, maps);
    const [part] = PARTS.find(([, pattern]) => pattern.test(source)) as (typeof PARTS)[number];
    parts.set(part, (parts.get(part) ?? 0) + took / CALLS);
  }
  return parts;
}

/** Path of a function's source; for native code its name. */
async function sourceOf(
  { url, functionName, lineNumber, columnNumber }: CallFrame,
  maps: Map<string, SourceMap | undefined>,
): Promise<string> {
  if (url === '') return `native:${functionName}`;
  if (!url.startsWith('file:')) return url;
  if (!maps.has(url)) {
    const map = await readFile(`${fileURLToPath(url)}.map`, 'utf8');
    maps.set(url, new SourceMap(JSON.parse(map)));
  }
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber) ?? {};
  return 'originalSource' in entry ? String(entry.originalSource) : url;
}

function print(parts: ReadonlyMap<string, number>): void {
  const all = [...parts.values()].reduce((sum, each) => sum + each, 0);
  for (const [part, took] of [...parts].sort(([, a], [, b]) => b - a)) {
    const share = `${((100 * took) / all).toFixed(0)} %`;
    console.log(`${part.padEnd(46)}${took.toFixed(1).padStart(8)} µs${share.padStart(7)}`);
  }
  console.log(`${'all'.padEnd(46)}${all.toFixed(1).padStart(8)} µs`);
}
