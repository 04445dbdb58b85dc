// The platform of the bench: answers every request with the same 4 KB, after as many milliseconds as it is told.
import { createServer } from 'node:http';
import { announce } from './announce.ts';

const ITEMS = 10;
const delay = Number(process.env.BENCH_UPSTREAM_MS ?? 0);

const items = Array.from({ length: ITEMS }, (_, index) => ({
  object: 'collection',
  id: `collection${String(index).padStart(10, '0')}`,
  title: `Handbook of team ${index}`,
  description:
    'What new colleagues read first: how the services hang together, who is on call, and where the plans for the next quarter are kept. Everybody may suggest changes.',
  organization: 'organization0001',
  defaultLevel: 'inherit',
  createdAt: '2026-01-04T09:12:55.000Z',
  updatedAt: '2026-05-21T16:40:02.000Z',
  urls: {
    app: `https://app.example.com/o/organization0001/c/collection${index}`,
    location: `https://api.example.com/v1/collections/collection${index}`,
  },
}));
const answer = Buffer.from(JSON.stringify({ items, count: ITEMS }));
const head = { 'content-type': 'application/json', 'content-length': answer.length };

const server = createServer((request, response) => {
  request.resume();
  const send = () => response.writeHead(200, head).end(answer);
  if (delay > 0) setTimeout(send, delay);
  else send();
});
announce(server);
