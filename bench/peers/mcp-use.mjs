import { MCPServer } from 'mcp-use/server';
import { call, tools } from './tools.mjs';

process.env.NODE_ENV = 'production';
const server = new MCPServer({ name: 'peer', version: '1.0.0' });
for (const { inputSchema, ...tool } of tools()) server.tool({ ...tool, schema: inputSchema }, call);
/** The framework does not report the port that it listens on, so the caller chooses one. */
const port = Number(process.env.BENCH_PORT);
await server.listen(port);
process.stderr.write(`listening: http://127.0.0.1:${port}/mcp\n`);
