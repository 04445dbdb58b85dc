// Uses the server as a library: lists the API's operations, calls a tool in this process, and serves MCP over HTTP.
// Without an address and a token it runs on the embedded platform.
import { createServer, type Operation, operations } from 'docs-platform-mcp';

const writes = Object.values<Operation>(operations).filter(({ effect }) => effect !== 'read');
const { tool, route, inputSchema } = operations.mergeChangeRequest;
console.log(`${Object.keys(operations).length} operations, ${writes.length} of them write`);
console.log(`${tool}: ${route}, needs ${inputSchema.required?.join(', ')}`);

const server = createServer({ readOnly: true, toolsets: ['content', 'ask'] });
try {
  console.log(`${server.tools.length} tools are listed`);
  const found = await server.call('search_organization', {
    organizationId: 'orgNorthwind00000001',
    query: 'delivery attempts',
  });
  if (found.isError) throw new Error(found.text);
  const { items } = found.structuredContent as { items: { title: string }[] };
  console.log(`Found in: ${items.map(({ title }) => title).join(', ')}`);

  const { url } = await server.listen();
  const answer = await fetch(url, { method: 'POST', body: '{}' });
  console.log(`An MCP client without a token gets the status ${answer.status}`);
} finally {
  await server.close();
}
