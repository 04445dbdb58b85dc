// The obvious use of the SDK over HTTP: a new server with all tools for each request.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { announce } from './announce.ts';
import { obviousServer } from './obvious-tools.ts';

const { BENCH_UPSTREAM = '', BENCH_TOOLS = '127' } = process.env;
const handler = createMcpHandler(() =>
  obviousServer(Number(BENCH_TOOLS), BENCH_UPSTREAM, 'bench-token'),
);
const answer = toNodeHandler(handler);
announce(createServer((request, response) => void answer(request, response)));
