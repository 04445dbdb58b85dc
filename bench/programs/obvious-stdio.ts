// The obvious use of the SDK over stdio.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { obviousServer } from './obvious-tools.ts';

const { BENCH_UPSTREAM = '', BENCH_TOOLS = '127' } = process.env;
serveStdio(() => obviousServer(Number(BENCH_TOOLS), BENCH_UPSTREAM, 'bench-token'));
