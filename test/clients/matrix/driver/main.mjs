import { STEPS } from './scenario.mjs';

// Runs one client through the scenario: `node main.mjs '<target as JSON>'`. The last line of stdout is the outcome.
const target = JSON.parse(process.argv[2]);
const STEP_MS = 60_000;

async function run() {
  const { connect } = await import(`./${target.adapter}.mjs`);
  const client = await inTime(connect(target));
  const outcome = { connect: 'ok' };
  const state = { client, title: target.title };
  for (const { name, needs, run } of STEPS) {
    outcome[name] = client[needs] ? await resultOf(run(state)) : 'none';
  }
  await client.close();
  return outcome;
}

function resultOf(step) {
  return inTime(step).then(() => 'ok', wordsOf);
}

function wordsOf(error) {
  return String(error?.message ?? error).slice(0, 600);
}

function inTime(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within a minute')), STEP_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const outcome = await run().catch((error) => ({ connect: wordsOf(error) }));
process.stdout.write(`\n${JSON.stringify(outcome)}\n`, () => process.exit(0));
