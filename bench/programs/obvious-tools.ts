import { McpServer } from '@modelcontextprotocol/server';
import { request } from 'undici';
import { z } from 'zod';

const PARAMETERS = ['organizationId', 'query', 'page', 'status', 'orderBy'];

/** The schemas of a tool, created once, because even an obvious server would not create them for each request. */
function toolSchemas() {
  const texts = PARAMETERS.map((parameter) => [
    parameter,
    z.string().optional().describe(`The ${parameter} of the part to read`),
  ]);
  return {
    inputSchema: z.object({
      ...Object.fromEntries(texts),
      limit: z.number().optional().describe('Maximum number of results'),
    }),
    outputSchema: z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }),
  };
}

const schemas: ReturnType<typeof toolSchemas>[] = [];

/**
 * A server as in the SDK's own examples, with a given number of tools of six parameters that read from the platform.
 */
export function obviousServer(count: number, upstream: string, token: string): McpServer {
  const server = new McpServer({ name: 'obvious', version: '1.0.0' });
  for (let index = 0; index < count; index += 1) {
    const name = index === 0 ? 'list_collections' : `read_part_${index}`;
    schemas[index] ??= toolSchemas();
    server.registerTool(
      name,
      {
        title: name,
        description: `Reads part ${index} of the platform and returns it as a list.`,
        ...schemas[index],
      },
      async ({ organizationId }: { organizationId?: string }) => {
        const { body } = await request(`${upstream}/v1/orgs/${organizationId}/collections`, {
          headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        });
        const facts = (await body.json()) as Record<string, unknown>;
        return {
          content: [{ type: 'text', text: JSON.stringify(facts) }],
          structuredContent: facts,
        };
      },
    );
  }
  return server;
}
