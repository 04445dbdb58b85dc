// How long others wait while one user of the embedded platform does something large. `node … [program] [row]`.
import { Worker } from 'node:worker_threads';
import { ROWS, startPlatform } from './platform.ts';

const [program = 'dist/cli.js', only = ''] = process.argv.slice(2);
const platform = await startPlatform(program);
for (const row of ROWS.filter(({ name }) => name.includes(only))) {
  const run = await row.prepare(platform);
  const worker = new Worker(new URL('./pinger.mjs', import.meta.url), {
    workerData: { url: `${platform.url}/v1/user`, headers: platform.headers },
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const start = performance.now();
  const outcome = await run().then(
    () => 'done',
    (error: Error) => error.message.slice(0, 160),
  );
  const took = performance.now() - start;
  const waits = await new Promise<number[]>((resolve) => {
    worker.once('message', resolve);
    worker.postMessage('stop');
  });
  waits.sort((a, b) => a - b);
  const at = (share: number) => (waits[Math.floor(share * (waits.length - 1))] ?? 0).toFixed(0);
  console.log(
    `${row.name}: ${(took / 1000).toFixed(1)} s; others p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms (${waits.length}) ${outcome}`,
  );
}
await platform.close();
