import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Profile } from '../auth/context.ts';
import type { User } from '../auth/schema.ts';
import { authenticate } from '../auth/users.ts';
import { ApiError, badRequest, forbidden } from '../errors.ts';
import { isLoopback } from '../runtime/loopback.ts';
import { asOwner } from '../runtime/owner.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { countConnections, limitPipelining } from '../runtime/turns.ts';
import { limitUnsent } from '../runtime/unread.ts';
import { type Database, DatabaseBusyError } from '../store/database.ts';
import { settleFindings } from '../workers/computed.ts';
import { FAULTS_HEADER, FaultSource, type Faults } from './faults.ts';
import { readBody, readQuery } from './input.ts';
import { RateLimiter } from './rate-limit.ts';
import { HttpReply, sendHalf, sendReply } from './reply.ts';
import type { Call, Route } from './route.ts';
import { compileRoutes, type RouteMatch } from './router.ts';

/** Longer than clients keep idle connections, so that none sends on a connection that is just closing. */
const KEEP_ALIVE_MS = 65_000;

interface PlatformServerParts {
  db: Database;
  profile: Profile;
  /** Routes that need a bearer token. */
  routes: readonly Route[];
  /**
   * Answers requests without a token (files under unguessable addresses, pages for people); undefined: passes them on.
   */
  open: (request: IncomingMessage, url: URL) => Promise<HttpReply | undefined>;
  runtime: Runtime;
  /** Injected faults, for requests that do not name their own. */
  faults: Faults;
  /** Maximum requests of a user per minute. */
  rateLimit?: number;
  /** Additional host names besides those of loopback; absent: any, if it is bound beyond loopback. */
  hosts?: readonly string[];
  /** Called with every error that is the platform's own fault. */
  onError: (error: unknown) => void;
}

/** A reply and how it is delivered. */
interface Delivery {
  reply: HttpReply;
  send: typeof sendReply;
}

/** The HTTP server over the routes; not yet listening. */
export function createApiServer(parts: PlatformServerParts): Server {
  const { db, profile, open, runtime, onError } = parts;
  const match = compileRoutes(parts.routes);
  const rateLimit = new RateLimiter(parts.rateLimit);
  const faults = new FaultSource(parts.faults);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<Delivery> {
    const origin = originOf(request, parts.hosts);
    const url = urlOf(request, origin);
    const method = request.method ?? 'GET';
    const visitor = request.socket.remoteAddress ?? '';
    const opened = await asOwner(visitor, () => open(request, url));
    if (opened) return { reply: opened, send: sendReply };
    const found = match(method, url.pathname);
    const user = authenticate(db, request.headers.authorization);
    const limits = rateLimit.take(user.id);
    for (const [name, value] of Object.entries(limits)) response.setHeader(name, value);
    const cut = await faults.suffer(request.headers[FAULTS_HEADER]);
    const reply = await asOwner(user.id, () => run(request, { origin, url, user }, found));
    return { reply, send: cut ? sendHalf : sendReply };
  }

  async function run(
    request: IncomingMessage,
    { origin, url, user }: { origin: string; url: URL; user: User },
    { route, params }: RouteMatch,
  ): Promise<HttpReply> {
    const query = route.query && readQuery(url.searchParams, route.query);
    const body = route.body && (await readBody(request, route.body, route.maxBody));
    requireOpen(request);
    const caller = { db, user, origin, profile };
    const call: Call = { ...caller, path: url.pathname, params, query, body, runtime };
    const prepared = await route.prepare?.(call);
    const work = () => route.handle(call, prepared);
    const result = await settleFindings(() => {
      if (route.method !== 'GET') return db.write(work);
      requireOpen(request);
      return db.read(work);
    });
    if (route.method !== 'GET') await runtime.indexed();
    return result instanceof HttpReply ? result : HttpReply.ok(result);
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  limitPipelining(server);
  limitUnsent(server);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return;
    // A keep-alive connection would delay the shutdown of the server.
    response.once('close', () => server.listening || server.closeIdleConnections());
    answer(request, response)
      .catch((error: unknown) => ({
        reply: HttpReply.error(error === request.errored ? closed() : toApiError(error, onError)),
        send: sendReply,
      }))
      .then(({ reply, send }) => send(response, reply))
      .catch((error: unknown) => {
        onError(error);
        response.destroy();
      });
  });
  countConnections(server);
  return server;
}

/**
 * The address the caller used. A page in a browser can make a foreign name resolve to loopback, so a server reached
 * over loopback accepts only loopback names.
 */
function originOf(request: IncomingMessage, hosts: readonly string[] = []): string {
  const { localAddress = '', localPort } = request.socket;
  const host = request.headers.host ?? `127.0.0.1:${localPort}`;
  const name = host.replace(/:\d+$/, '');
  const local = isLoopback(localAddress);
  if (!isLoopback(name) && !hosts.includes(name.toLowerCase()) && (local || hosts.length > 0)) {
    throw forbidden(`Host ${name} is not served here; use ${hosts[0] ?? '127.0.0.1'}`);
  }
  return `http://${host}`;
}

/** A target such as `//example.com/app` would be an address of another host. */
function urlOf({ url = '/' }: IncomingMessage, origin: string): URL {
  const found = URL.canParse(url, origin) && new URL(url, origin);
  if (found && found.origin === new URL(origin).origin) return found;
  throw badRequest('The address or the Host header is not valid');
}

/** Drops a request when nobody waits for its answer any more. */
function requireOpen({ socket }: IncomingMessage): void {
  if (socket.destroyed) throw closed();
}

function closed(): ApiError {
  return badRequest('The connection was closed');
}

function toApiError(error: unknown, onError: (error: unknown) => void): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseBusyError) {
    return new ApiError(503, 'The database is busy; try again', { 'retry-after': '1' });
  }
  onError(error);
  return new ApiError(500, 'Internal error');
}
