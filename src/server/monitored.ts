/** The monitoring of an HTTP server, which a stdio server does not load. */
export { runStatus } from './http/status.ts';
export { createMetrics } from './observe/metrics.ts';
export { ReadinessCheck } from './observe/readiness.ts';
export { sharedCancellations } from './workers/cancellations.ts';
export { sendToPrimary, workerMetrics } from './workers/metrics.ts';
