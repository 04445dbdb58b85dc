import { Worker } from 'node:worker_threads';

const CLIENTS = `
  const { connect } = require('node:net');
  const { workerData: { port, opened, connections } } = require('node:worker_threads');
  for (let at = 0; at < connections; at += 1) {
    connect(port, '127.0.0.1', () => {
      Atomics.add(opened, 0, 1);
      Atomics.notify(opened, 0);
    });
  }
`;

/** Opens connections from a thread of its own, while this one is busy; counts those that the kernel has in `opened`. */
export function openConnections(
  port: number,
  connections: number,
): { clients: Worker; opened: Int32Array } {
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { port, opened, connections };
  return { clients: new Worker(CLIENTS, { eval: true, workerData }), opened };
}
