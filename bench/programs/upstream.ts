// The platform of the bench: answers immediately with what a workload defines.
import { createServer } from 'node:http';
import { WORKLOADS } from '../workloads.ts';
import { announce } from './announce.ts';

const answers = new Map(
  WORKLOADS.map(({ path, answer, isUnchanged }) => {
    const text = JSON.stringify(answer);
    return [path, isUnchanged ? [answerOf(text)] : [answerOf(text), answerOf(`${text}\n`)]];
  }),
);

let answered = 0;

function answerOf(text: string) {
  const body = Buffer.from(text);
  const head = ['content-type', 'application/json', 'content-length', String(body.length)];
  return { head, body };
}

const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  const alternatives = answers.get(path) ?? [];
  answered += 1;
  const answer = alternatives[answered % alternatives.length];
  request.resume().on('end', () => {
    if (answer) response.writeHead(200, answer.head).end(answer.body);
    else response.writeHead(404).end();
  });
});
announce(server);
