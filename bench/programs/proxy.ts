// The minimum of any server between a client and the platform: reads a request with its body, requests the path from
// the platform, and passes on the answer.
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { announce } from './announce.ts';

const pool = new Pool(process.env.BENCH_UPSTREAM ?? '', { connections: 64, pipelining: 1 });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const answer = await pool.request({ method: 'GET', path: request.url ?? '/' });
    const body = Buffer.from(await answer.body.arrayBuffer());
    const head = ['content-type', 'application/json', 'content-length', String(body.length)];
    response.writeHead(answer.statusCode, head).end(body);
  });
});
announce(server);
