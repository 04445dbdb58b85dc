// Checks the evals themselves, without a model: every oracle must pass, every null and wrong agent must fail. Prints
// the cost of each oracle and writes the table in docs/evals.md; with --check it only compares.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { attempt } from './attempt.ts';
import { connectExpert } from './expert.ts';
import { type Cost, NO_COST } from './meter.ts';
import { prepareWorld } from './prepared-world.ts';
import { serverFor } from './server.ts';
import { type AgentWork, nullAgent, type Task } from './task.ts';
import { allTasks } from './tasks/index.ts';

/** Maximum cost of the median and of the most expensive oracle. */
const GOALS = { calls: { median: 4, most: 8 }, tokens: { median: 3_000, most: 8_000 } };
/** Ids and addresses are random, so costs may vary by this share, or by this many tokens if that is more. */
const TOLERANCE = { share: 0.1, tokens: 40 };
const PAGE = fileURLToPath(new URL('../docs/evals.md', import.meta.url));

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, check: { type: 'boolean', default: false } },
});

const prepared = await mkdtemp(join(tmpdir(), 'docs-evals-prepared-'));
await prepareWorld(prepared);
const costs = new Map<string, Cost>();
const failures: string[] = [];

const tasks = allTasks.filter(({ id }) => options.only === undefined || id === options.only);
await pLimit(availableParallelism() + 1).map(tasks, checkTask);
await rm(prepared, { recursive: true, force: true });

if (options.only === undefined) {
  failures.push(...beyondGoals(), ...(options.check ? await outdated() : []));
  if (!options.check && failures.length === 0) await writeTable();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Runs the oracle of a task and all its wrong agents, and prints the outcome. */
async function checkTask(task: Task): Promise<void> {
  const problems = await passes(task);
  failures.push(...problems.map((problem) => `${task.id}: the oracle fails: ${problem}`));
  const wrong = { 'does nothing': nullAgent, ...task.wrong };
  for (const [what, work] of Object.entries(wrong)) {
    if (await isCaught(task, work)) continue;
    failures.push(`${task.id}: the verifier passes an agent that ${what}`);
  }
  const { calls, refused, tokens } = costs.get(task.id) ?? NO_COST;
  console.log(
    `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${task.id}: ${calls} calls, ${refused} refused, ${tokens} tokens; ${Object.keys(wrong).length} wrong agents`,
  );
}

/** Runs the oracle, records its cost, and returns the problems of its result. */
async function passes(task: Task): Promise<string[]> {
  const { problems } = await attempt(task, prepared, async (world) => {
    const expert = await connectExpert(serverFor(world));
    try {
      return await task.oracle(expert, world);
    } finally {
      costs.set(task.id, expert.cost());
      await expert.close();
    }
  });
  return problems;
}

/** Whether the verifier fails a wrong agent. Wrong agents use the platform directly, so they need no server. */
async function isCaught(task: Task, work: AgentWork): Promise<boolean> {
  let failure: unknown;
  const noTools = {
    call: () => Promise.reject(new Error('a wrong agent has no tools')),
  };
  const { problems } = await attempt(task, prepared, async (world) => {
    try {
      return await work(noTools, world);
    } catch (error) {
      failure = error;
      return undefined;
    }
  });
  if (failure) throw new Error(`${task.id}: a wrong agent threw an error`, { cause: failure });
  return problems.length > 0;
}

function beyondGoals(): string[] {
  return (['calls', 'tokens'] as const).flatMap((figure) => {
    const values = [...costs.values()]
      .map((cost) => cost[figure])
      .sort((one, other) => one - other);
    const median = values[Math.floor(values.length / 2)] ?? 0;
    const most = values.at(-1) ?? 0;
    const goal = GOALS[figure];
    console.log(
      `${figure}: median ${median} (goal ${goal.median}), maximum ${most} (goal ${goal.most})`,
    );
    return [
      ...(median > goal.median ? [`the median of ${figure} is ${median}`] : []),
      ...(most > goal.most ? [`an oracle needs ${most} ${figure}`] : []),
    ];
  });
}

/** Differences between the table in the docs and this run, beyond the variation from run to run. */
async function outdated(): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  return [...costs].flatMap(([id, { calls, tokens }]) => {
    const row = new RegExp(`^\\| ${id} \\| (\\d+) \\| \\d+ \\| (\\d+) \\|`, 'm').exec(page);
    const allowance = Math.max(tokens * TOLERANCE.share, TOLERANCE.tokens);
    const isTrue = Number(row?.[1]) === calls && Math.abs(Number(row?.[2]) - tokens) <= allowance;
    return isTrue ? [] : [`docs/evals.md is out of date for ${id}; run "npm run evals:check"`];
  });
}

async function writeTable(): Promise<void> {
  const rows = allTasks.map(({ id, wrong }) => {
    const { calls, refused, tokens } = costs.get(id) ?? NO_COST;
    return `| ${id} | ${calls} | ${refused} | ${tokens} | ${Object.keys(wrong).length + 1} |`;
  });
  const head =
    '| Task | Calls | Refused | Tokens of results | Wrong agents caught |\n|---|---|---|---|---|';
  const page = await readFile(PAGE, 'utf8');
  const table = `${head}\n${rows.join('\n')}\n`;
  const marked = /(<!-- oracles:start -->\n)[\s\S]*?(<!-- oracles:end -->)/;
  await writeFile(
    PAGE,
    page.replace(marked, (_, start, end) => `${start}${table}${end}`),
  );
}
