import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../../loopback.ts';
import type { OperatorDependencies, RunningServer } from '../dependencies.ts';
import { dependenciesFor } from '../served-surface.ts';
import { prepareAuthentication } from './auth/authentication.ts';
import { type Authentication, NOBODY } from './auth/identity.ts';
import { findAddress } from './guards/address.ts';
import { authenticate } from './guards/authentication.ts';
import { awaitBody, limitBody } from './guards/body.ts';
import { limitConcurrency } from './guards/concurrency.ts';
import { endAfter, endWithToken } from './guards/deadline.ts';
import {
  type Guard,
  HttpRefusal,
  passGuards,
  type RequestContext,
  refuse,
} from './guards/guard.ts';
import { allowHosts } from './guards/hosts.ts';
import { allowOrigins } from './guards/origins.ts';
import { limitRates, type RateGuards } from './guards/rate.ts';
import { acceptAnything, allowMethods } from './guards/request-head.ts';
import { restrictByRequest, resultLinksFromQuery } from './guards/restriction.ts';
import { InFlight } from './in-flight.ts';
import { acceptsHtml, cardRoutes, showLandingPage } from './landing-page.ts';
import { listen } from './listener.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { DEFAULT_HTTP, type GivenHttpOptions, type HttpOptions } from './options.ts';
import { nameRequest, requestIdOf } from './request-id.ts';
import { ENDPOINT, type PathHandler, READ_ONLY_ENDPOINT } from './routes.ts';
import { metricsRoute, probeRoutes } from './status.ts';

export interface RunningHttpServer extends RunningServer {
  /** Address of the MCP endpoint. */
  url: string;
  /** Requests in flight. */
  inFlight(): number;
  /** Stops accepting requests, finishes those in flight, and closes. */
  close(): Promise<void>;
}

/**
 * Serves many callers over Streamable HTTP without sessions: each request carries its caller's credentials, and any
 * replica answers any request.
 */
export async function runHttp(
  dependencies: OperatorDependencies,
  given: GivenHttpOptions,
  report: (problem: Error) => void,
): Promise<RunningHttpServer> {
  const options: HttpOptions = { ...DEFAULT_HTTP, ...given };
  const { status, graceMs } = options;
  const handler = createMcpHandler(report, options.cancellations);
  const prepared = await prepareAuthentication(options);
  const rates = await limitRates(options);
  const { server, url } = await listen(options);
  const authentication = prepared(url, report);
  const inFlight = new InFlight();
  const guards = guardsOf(options, { dependencies, rates, authentication });
  const mcp = guarded([inFlight.guard, ...guards], dependencies, report, (context) => {
    const { request, response, requestId, address, identity, dependencies, body } = context;
    const { token, key: caller, principal } = identity;
    const offered = dependenciesFor(dependencies, token);
    const mine = principal === undefined ? offered : { ...offered, principal };
    const origin = { requestId, caller };
    // If all callers share one token, only the client IP distinguishes them.
    const party = `${caller} ${address}`;
    handler.answer(request, response, { token, party, address, dependencies: mine, origin }, body);
  });
  const introduction = { auth: options.auth, url };
  // Anybody may call it, through an allowed host name.
  const atOwnName = (answer: PathHandler) =>
    guarded(
      [allowOwnHosts(options)],
      dependencies,
      report,
      ({ request, response, path, requestId }) => {
        nameRequest(response, requestId);
        answer(request, response, path);
      },
    );
  const page = atOwnName((request, response) => showLandingPage(request, response, introduction));
  const endpoint: PathHandler = (request, response, path) =>
    (acceptsHtml(request) ? page : mcp)(request, response, path);
  const routes = new Map<string, PathHandler>([
    ...cardRoutes(introduction).map(([path, card]): [string, PathHandler] => [
      path,
      atOwnName(card),
    ]),
    ...probeRoutes(status?.readiness),
    ...metricsRoutes(options, report),
    ...(authentication.routes ?? []),
    [ENDPOINT, endpoint],
    [READ_ONLY_ENDPOINT, mcp],
  ]);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return;
    const path = pathOf(request);
    const route = routes.get(path);
    if (route) route(request, response, path);
    else refuse(request, response, NOT_HERE);
  });
  return {
    url,
    inFlight: () => inFlight.count,
    close: async () => {
      status?.readiness.drain();
      const closed = new Promise((resolve) => server.close(resolve));
      await inFlight.finished(graceMs);
      await handler.close();
      await authentication.close?.();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What a request to the MCP endpoint must pass, in this order. */
function guardsOf(
  options: HttpOptions,
  {
    dependencies,
    rates,
    authentication,
  }: { dependencies: OperatorDependencies; rates: RateGuards; authentication: Authentication },
): readonly Guard[] {
  return [
    endAfter(options.requestTimeoutMs),
    allowOwnHosts(options),
    allowOrigins(options.allowOrigins, isLoopback(options.host)),
    allowMethods,
    acceptAnything,
    limitBody,
    findAddress(options.trustedProxies),
    ...rates.ofAddresses,
    authenticate(authentication),
    ...rates.ofTokens,
    endWithToken,
    awaitBody(options),
    limitConcurrency(options),
    restrictByRequest(dependencies),
    resultLinksFromQuery,
  ];
}

function allowOwnHosts(options: HttpOptions): Guard {
  return allowHosts(options.allowHosts, isLoopback(options.host));
}

/** Without the query, and without the trailing slash that some clients add. */
function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The metrics, unless they are served on an address of their own. */
function metricsRoutes(
  { host, status }: HttpOptions,
  report: (problem: Error) => void,
): [string, PathHandler][] {
  const metrics = status?.metrics;
  return metrics ? [['/metrics', metricsRoute(metrics, host, report)]] : [];
}

const NOT_HERE = new HttpRefusal(404, `Nothing here; the MCP endpoint is ${ENDPOINT}.`);
const BROKEN = new HttpRefusal(500, 'Internal error');

/** A route behind guards: a request that passes all of them is answered. */
function guarded(
  guards: readonly Guard[],
  dependencies: OperatorDependencies,
  report: (problem: Error) => void,
  answer: (context: RequestContext) => void,
): PathHandler {
  const last: Guard = (context) => {
    answer(context);
    return undefined;
  };
  const steps = [...guards, last];
  const fail = ({ request, response, requestId }: RequestContext, problem: unknown) => {
    if (problem instanceof HttpRefusal) dependencies.observer.rejected(problem.status);
    else report(problem as Error);
    if (response.headersSent || response.destroyed) return;
    nameRequest(response, requestId);
    refuse(request, response, problem instanceof HttpRefusal ? problem : BROKEN);
  };
  return (request, response, path) => {
    const requestId = requestIdOf(request);
    const whenOver: RequestContext['whenOver'] = [];
    const context: RequestContext = {
      request,
      response,
      path,
      requestId,
      whenOver,
      body: undefined,
      address: '',
      identity: NOBODY,
      dependencies,
    };
    response.on('close', () => {
      for (const finish of whenOver) finish();
    });
    try {
      passGuards(steps, context)?.catch((problem) => fail(context, problem));
    } catch (problem) {
      fail(context, problem);
    }
  };
}
