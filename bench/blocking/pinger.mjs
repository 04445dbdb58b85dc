// Sends a request every 10 ms, however long the answers take, and reports for each the milliseconds from its due time
// to its answer. Runs in a separate thread, so the work of the benchmark itself does not count.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const INTERVAL_MS = 10;
const agent = new Agent({ keepAlive: true });
const took = [];
let open = 0;
let stopped = false;

function ping() {
  const due = performance.now();
  open += 1;
  const end = () => {
    took.push(performance.now() - due);
    open -= 1;
    if (stopped && open === 0) finish();
  };
  get(workerData.url, { agent, headers: workerData.headers }, (answer) => {
    answer.resume();
    answer.once('end', end);
  }).once('error', end);
}

function finish() {
  parentPort.postMessage(took);
  agent.destroy();
}

const timer = setInterval(ping, INTERVAL_MS);
parentPort.once('message', () => {
  clearInterval(timer);
  stopped = true;
  if (open === 0) finish();
});
