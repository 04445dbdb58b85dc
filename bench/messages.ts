import { LIST, type Workload } from './workloads.ts';

export type ProtocolRevision = '2025-06-18' | '2025-11-25' | '2026-07-28';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const initialize = message('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
});
export const listTools = message('tools/list', {});
export const callTool = message('tools/call', { name: LIST.tool, arguments: LIST.arguments });

/** A JSON-RPC message without its id. */
function message(method: string, params: object) {
  return (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** The call of a workload as a client of this revision posts it. */
export function postedCall(
  { tool, arguments: args }: Workload,
  revision: ProtocolRevision,
  token: string,
) {
  const modern = revision === '2026-07-28';
  const params = { name: tool, arguments: args, ...(modern && { _meta: ENVELOPE }) };
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': revision,
      ...(modern && { 'mcp-method': 'tools/call', 'mcp-name': tool }),
    },
    body: message('tools/call', params)(1),
  };
}
