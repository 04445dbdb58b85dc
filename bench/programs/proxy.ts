// The least that any server between a client and the platform does: a reverse proxy of node:http and undici.
import { createServer } from 'node:http';
import { Agent, request as send } from 'undici';
import { announce } from './announce.ts';

const upstream = process.env.BENCH_UPSTREAM ?? '';
const dispatcher = new Agent();

const server = createServer(async (request, response) => {
  request.resume();
  const { authorization = '' } = request.headers;
  const answer = await send(`${upstream}${request.url}`, {
    dispatcher,
    headers: { accept: 'application/json', authorization },
  });
  response.writeHead(answer.statusCode, { 'content-type': 'application/json' });
  answer.body.pipe(response);
});
announce(server);
