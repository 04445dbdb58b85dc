import { parentPort, workerData } from 'node:worker_threads';
import { checkpoint, emptyLog } from './checkpoint.ts';
import type { CheckpointRequest, CheckpointThread } from './checkpoints.ts';
import { openDriver } from './driver.ts';

const BUSY_TIMEOUT_MS = 50;

const { file, maxBytes } = workerData as CheckpointThread;
const driver = openDriver(file);
// A checkpoint that waits for readers may block writers.
driver.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);

parentPort?.on('message', (request: CheckpointRequest) => {
  if (request === 'checkpoint') checkpoint(driver, maxBytes);
  else {
    emptyLog(driver);
    driver.close();
  }
  parentPort?.postMessage('done');
});
