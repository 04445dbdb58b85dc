// The least that any server between a client and the platform does: a reverse proxy of node:http and undici, which
// passes on a request as it came, and its answer.
import { createServer } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { announce } from './announce.ts';

/** What belongs to one connection alone. */
const OWN = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding']);

const upstream = process.env.BENCH_UPSTREAM ?? '';
const dispatcher = new Agent();

const server = createServer(async (request, response) => {
  const passed = Object.entries(request.headers).filter(([name]) => !OWN.has(name));
  const answer = await dispatcher.request({
    origin: upstream,
    path: request.url ?? '/',
    method: request.method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(passed),
    body: request,
  });
  response.writeHead(answer.statusCode, answer.headers);
  answer.body.pipe(response);
});
announce(server);
