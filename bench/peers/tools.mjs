import { z } from 'zod';

/** As many tools as the product lists, with six parameters each; the first is the one that is called. */
export function tools() {
  const texts = ['organizationId', 'query', 'page', 'status', 'orderBy'];
  const inputSchema = z.object({
    ...Object.fromEntries(texts.map((name) => [name, z.string().optional()])),
    limit: z.number().optional(),
  });
  return Array.from({ length: Number(process.env.BENCH_TOOLS ?? 127) }, (_, index) => ({
    name: index === 0 ? 'list_collections' : `read_part_${index}`,
    description: `Reads part ${index} of the platform and returns it as a list.`,
    inputSchema,
  }));
}

/** The platform's answer, as structured content and as text. */
export async function call({ organizationId }) {
  const { request } = await import('undici');
  const { body } = await request(
    `${process.env.BENCH_UPSTREAM}/v1/orgs/${organizationId}/collections`,
    { headers: { accept: 'application/json', authorization: 'Bearer bench-token' } },
  );
  const facts = await body.json();
  return { content: [{ type: 'text', text: JSON.stringify(facts) }], structuredContent: facts };
}

/** Serves a handler of web requests on a free port, and says which. */
export async function serve(handler) {
  const { createServer } = await import('node:http');
  const { getRequestListener } = await import('@hono/node-server');
  const server = createServer(getRequestListener(handler));
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`listening: http://127.0.0.1:${server.address().port}/mcp\n`);
  });
}
