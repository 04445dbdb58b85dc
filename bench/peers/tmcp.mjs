import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { McpServer } from 'tmcp';
import { call, serve, tools } from './tools.mjs';

const server = new McpServer(
  { name: 'peer', version: '1.0.0', description: 'peer' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
);
for (const { inputSchema, ...tool } of tools()) server.tool({ ...tool, schema: inputSchema }, call);
const transport = new HttpTransport(server);
serve(async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }));
