// The platform of the bench: answers immediately with what a workload defines.
import { createServer } from 'node:http';
import { WORKLOADS } from '../workloads.ts';
import { announce } from './announce.ts';

const answers = new Map(
  WORKLOADS.map(({ path, answer }) => {
    const body = Buffer.from(JSON.stringify(answer));
    const head = ['content-type', 'application/json', 'content-length', String(body.length)];
    return [path, { head, body }];
  }),
);

const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  const answer = answers.get(path);
  request.resume().on('end', () => {
    if (answer) response.writeHead(200, answer.head).end(answer.body);
    else response.writeHead(404).end();
  });
});
announce(server);
