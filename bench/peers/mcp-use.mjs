import { MCPServer } from 'mcp-use/server';
import { call, tools } from './tools.mjs';

process.env.NODE_ENV = 'production';
const server = new MCPServer({ name: 'peer', version: '1.0.0' });
for (const { inputSchema, ...tool } of tools()) server.tool({ ...tool, schema: inputSchema }, call);
/** It has to be told a port, and does not say which one it got. */
const port = Number(process.env.BENCH_PORT);
await server.listen(port);
process.stderr.write(`listening: http://127.0.0.1:${port}/mcp\n`);
