import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Cost, NO_COST, type ToolResult, withResult } from './meter.ts';
import type { ServerCommand } from './server.ts';
import type { Agent } from './task.ts';

/** A scripted agent: the tools of a running server, and the cost of its calls so far. */
export interface Expert extends Agent {
  cost(): Cost;
  close(): Promise<void>;
}

/**
 * Connects to the server under test. Unlisted tools are called as an agent must call them, through `read_operation`
 * and `write_operation`. The person at the client accepts every confirmation.
 */
export async function connectExpert(server: ServerCommand): Promise<Expert> {
  const client = new Client(
    { name: 'evals', version: '1.0.0' },
    { capabilities: { elicitation: {} } },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
  let cost = NO_COST;
  return {
    cost: () => cost,
    close: () => client.close(),
    call: async (tool, args) => {
      const request = listed.has(tool)
        ? { name: tool, arguments: args }
        : { name: gatewayTo(tool), arguments: { name: tool, arguments: args } };
      const result = await client.callTool(request);
      cost = withResult(cost, result as ToolResult);
      if (result.isError) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
      return result.structuredContent;
    },
  };
}

const READS = /^(get|list|search|find|ask|aggregate|page_|explain_|compare_)/;

function gatewayTo(tool: string): string {
  return READS.test(tool) ? 'read_operation' : 'write_operation';
}
