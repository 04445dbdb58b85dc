import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../../loopback.ts';
import type { RunningServer } from '../dependencies.ts';
import type { MetricsSource } from '../observe/metrics.ts';
import type { Readiness, ReadinessCheck } from '../observe/readiness.ts';
import { HttpRefusal, refuse } from './guards/guard.ts';
import { isServedHost } from './guards/hosts.ts';
import { MAX_WAITING_CONNECTIONS } from './listener.ts';
import { jsonRoute, type PathHandler } from './routes.ts';

const UNCACHED = { 'cache-control': 'no-store' };

/** `/healthz` and `/readyz`: whether the process is alive, and whether it should receive requests. */
export function probeRoutes(readiness: ReadinessCheck | undefined): [string, PathHandler][] {
  const alive: [string, PathHandler] = ['/healthz', jsonRoute({ status: 'ok' }, UNCACHED)];
  return readiness ? [alive, ['/readyz', readyRoute(readiness)]] : [alive];
}

function readyRoute(readiness: ReadinessCheck): PathHandler {
  return (_, response) => {
    void readiness.check().then((status: Readiness) => {
      response
        .writeHead(status === 'ready' ? 200 : 503, {
          'content-type': 'application/json',
          ...UNCACHED,
        })
        .end(JSON.stringify({ status }));
    });
  };
}

/**
 * `/metrics` in the Prometheus text format. On loopback, only for requests that name loopback, against DNS rebinding.
 */
export function metricsRoute(
  { contentType, text }: MetricsSource,
  host: string,
  report: (problem: Error) => void,
): PathHandler {
  const isBoundToLoopback = isLoopback(host);
  return (request, response) => {
    if (isBoundToLoopback && !isServedHost(request.headers.host, [], true)) {
      return refuse(request, response, new HttpRefusal(403, 'The metrics are served on loopback.'));
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': contentType, ...UNCACHED }).end(body),
      (problem) => {
        report(problem);
        refuse(request, response, new HttpRefusal(503, 'The metrics cannot be gathered now.'));
      },
    );
  };
}

export interface StatusOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  readiness: ReadinessCheck;
  metrics: MetricsSource;
}

/** Serves metrics and probes on an address of their own, which callers need not reach. */
export async function runStatus(
  { host, port, readiness, metrics }: StatusOptions,
  report: (problem: Error) => void,
): Promise<RunningServer & { url: string }> {
  const routes = new Map<string, PathHandler>([
    ...probeRoutes(readiness),
    ['/metrics', metricsRoute(metrics, host, report)],
  ]);
  const nothing = new HttpRefusal(404, 'Nothing here but /metrics, /healthz and /readyz.');
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] as string;
    const route = routes.get(path);
    if (route) route(request, response, path);
    else refuse(request, response, nothing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, MAX_WAITING_CONNECTIONS, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
