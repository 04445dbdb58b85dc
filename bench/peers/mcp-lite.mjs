import { McpServer, StreamableHttpTransport } from 'mcp-lite';
import { z } from 'zod';
import { call, serve, tools } from './tools.mjs';

const server = new McpServer({
  name: 'peer',
  version: '1.0.0',
  schemaAdapter: (schema) => z.toJSONSchema(schema),
});
for (const { name, ...tool } of tools()) server.tool(name, { ...tool, handler: call });
serve(new StreamableHttpTransport().bind(server));
