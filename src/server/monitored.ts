/** What a server over HTTP is monitored by, which a server over stdio does not load. */
export { runStatus } from './http/status.ts';
export { createMetrics } from './observe/metrics.ts';
export { ReadinessCheck } from './observe/readiness.ts';
export { tellPrimary, workerMetrics } from './workers/metrics.ts';
