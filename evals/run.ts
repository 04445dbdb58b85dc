// Gives the tasks to an agent program and reports its results: npm run evals -- --agent '<command>' --trials 3
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { costOf, runAgent } from './agent-program.ts';
import { attempt } from './attempt.ts';
import { type Cost, NO_COST } from './meter.ts';
import { prepareWorld } from './prepared-world.ts';
import { serverFor } from './server.ts';
import type { Task } from './task.ts';
import { allTasks } from './tasks/index.ts';

const USAGE = `npm run evals -- --agent '<command>' [--trials n] [--only id,id] [--server '<command>'] [--server-env NAME=value]… [--timeout seconds] [--json file]`;

const { values: options } = parseArgs({
  options: {
    agent: { type: 'string' },
    trials: { type: 'string', default: '1' },
    only: { type: 'string' },
    server: { type: 'string' },
    'server-env': { type: 'string', multiple: true },
    timeout: { type: 'string', default: '600' },
    json: { type: 'string' },
  },
});

interface Trial extends Cost {
  task: string;
  passed: boolean;
  problems: string[];
  seconds: number;
}

const { agent, server, only } = options;
if (agent === undefined) {
  console.error(`Name the agent program.\n\n${USAGE}`);
  process.exit(1);
}
const unknown = only?.split(',').filter((id) => !allTasks.some((task) => task.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(
    `No task is called ${unknown.join(', ')}. Tasks: ${allTasks.map(({ id }) => id).join(', ')}`,
  );
  process.exit(1);
}
const trials = Number(options.trials);
const chosen = allTasks.filter(({ id }) => only === undefined || only.split(',').includes(id));
const prepared = await mkdtemp(join(tmpdir(), 'docs-evals-prepared-'));
await prepareWorld(prepared);
const done: Trial[] = [];
for (const task of chosen) {
  for (let trial = 1; trial <= trials; trial += 1) {
    const outcome = await tryOnce(task, agent);
    done.push(outcome);
    console.log(
      `${outcome.passed ? 'pass' : 'FAIL'} ${task.id} #${trial}: ${outcome.calls} calls, ${outcome.tokens} tokens, ${outcome.seconds.toFixed(0)} s`,
    );
    for (const problem of outcome.problems) console.log(`     ${problem}`);
  }
}
await rm(prepared, { recursive: true, force: true });
report();
if (options.json) await writeFile(options.json, `${JSON.stringify(done, null, 2)}\n`);

async function tryOnce(task: Task, command: string): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-evals-agent-'));
  let cost = NO_COST;
  try {
    const { problems, milliseconds } = await attempt(task, prepared, async (world) => {
      try {
        const run = await runAgent(
          command,
          task.prompt,
          serverFor(world, server, options['server-env']),
          { folder, timeoutMs: Number(options.timeout) * 1000 },
        );
        return run.answer;
      } finally {
        cost = await costOf(join(folder, 'calls.jsonl'));
      }
    });
    const passed = problems.length === 0;
    return { task: task.id, passed, problems, seconds: milliseconds / 1000, ...cost };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(): void {
  const perTask = chosen.map(({ id }) => done.filter(({ task }) => task === id));
  const passes = perTask.map((runs) => runs.filter(({ passed }) => passed).length);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(`\n${chosen.length} tasks, ${trials} trials each`);
  console.log(`pass@1  ${percent(mean(passes.map((count) => count / trials)))}`);
  if (trials >= 3) console.log(`pass^3  ${percent(mean(passes.map(allOfThree)))}`);
  for (const figure of ['calls', 'refused', 'tokens', 'seconds'] as const) {
    const values = done.map((trial) => trial[figure]).sort((one, other) => one - other);
    const at = (share: number) => values[Math.floor((values.length - 1) * share)]?.toFixed(0);
    console.log(`${figure.padEnd(8)}median ${at(0.5)}, maximum ${at(1)}`);
  }
}

/** The probability that three trials drawn from the existing ones all passed. */
function allOfThree(passed: number): number {
  return (passed * (passed - 1) * (passed - 2)) / (trials * (trials - 1) * (trials - 2));
}
