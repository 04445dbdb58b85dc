import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../../version.ts';
import { BufferedMetric } from './buffered-metric.ts';
import type { Sink } from './call.ts';
import type { RejectionSink } from './observer.ts';

const PREFIX = 'docs_platform_mcp_';

/** Buckets in seconds. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Buckets in seconds for the time of a call without the platform. */
const OWN_LATENCIES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** The Prometheus metrics of this process. */
export interface Metrics extends Sink, RejectionSink {
  readonly registry: Registry;
}

/** The Prometheus text format. */
export interface MetricsSource {
  contentType: string;
  text(): Promise<string>;
}

/** Starts to collect metrics: calls, the process and its event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${PREFIX}info`,
    help: 'Version of this server; always 1.',
    labelNames: ['version'],
    aggregator: 'first',
    registers,
  }).set({ version: VERSION }, 1);
  const rejections = new Counter({
    name: `${PREFIX}rejections_total`,
    help: 'HTTP requests that were refused before they were read, by status.',
    labelNames: ['status'],
    registers,
  });
  return {
    registry,
    ...callMetrics(registers),
    ...upstreamMetrics(registers),
    rejected: (status) => rejections.inc({ status }),
  };
}

/** The metrics of protocol requests. */
function callMetrics(registers: Registry[]): Pick<Metrics, 'callStarted' | 'callEnded'> {
  let inFlight = 0;
  new Gauge({
    name: `${PREFIX}calls_in_flight`,
    help: 'Protocol requests in progress.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const calls = new Counter({
    name: `${PREFIX}calls_total`,
    help: 'Protocol requests by method, tool and outcome.',
    labelNames: ['method', 'tool', 'outcome'],
    registers,
    collect: () => ended.flush(),
  });
  const callSeconds = new Histogram({
    name: `${PREFIX}call_seconds`,
    help: 'Time from a protocol request to its answer.',
    labelNames: ['method', 'tool'],
    buckets: LATENCIES,
    registers,
    collect: () => took.flush(),
  });
  const ownSeconds = new Histogram({
    name: `${PREFIX}call_own_seconds`,
    help: 'The part of that time not spent waiting for the platform.',
    buckets: OWN_LATENCIES,
    registers,
    collect: () => own.flush(),
  });
  const ended = counted(calls);
  const took = observed(callSeconds);
  const own = observed(ownSeconds);
  return {
    callStarted: () => {
      inFlight += 1;
    },
    callEnded: ({ incoming: { method, tool = '' }, outcome = '', ms, upstreamMs }) => {
      inFlight -= 1;
      ended.add(1, method, tool, outcome);
      took.add(ms / 1000, method, tool);
      own.add((ms - upstreamMs) / 1000);
    },
  };
}

/** The metrics of requests to the platform. */
function upstreamMetrics(registers: Registry[]): Pick<Metrics, 'attemptStarted' | 'attemptEnded'> {
  let inFlight = 0;
  new Gauge({
    name: `${PREFIX}upstream_in_flight`,
    help: 'Requests to the platform in progress.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const requests = new Counter({
    name: `${PREFIX}upstream_requests_total`,
    help: 'Requests to the platform by route and by the status of the answer, or the fault.',
    labelNames: ['route', 'status'],
    registers,
    collect: () => answered.flush(),
  });
  const seconds = new Histogram({
    name: `${PREFIX}upstream_seconds`,
    help: 'Time from a request to the platform to the end of its answer, or to the start of a stream.',
    labelNames: ['route'],
    buckets: LATENCIES,
    registers,
    collect: () => waited.flush(),
  });
  const retries = new Counter({
    name: `${PREFIX}upstream_retries_total`,
    help: 'Retried requests to the platform, by the outcome of the previous attempt.',
    labelNames: ['after'],
    registers,
  });
  const answered = counted(requests);
  const waited = observed(seconds);
  return {
    attemptStarted: ({ upstreamStatus = '' }, { number }) => {
      inFlight += 1;
      if (number > 1) retries.inc({ after: upstreamStatus });
    },
    attemptEnded: (_, { route, status, fault, ms }) => {
      inFlight -= 1;
      answered.add(1, route, String(status ?? fault ?? ''));
      waited.add(ms / 1000, route);
    },
  };
}

function counted(counter: Counter): BufferedMetric {
  return new BufferedMetric((values, labels) => counter.labels(...labels).inc(values.length));
}

function observed(histogram: Histogram): BufferedMetric {
  return new BufferedMetric((values, labels) => {
    const { observe } = histogram.labels(...labels);
    for (const value of values) observe(value);
  });
}
