import type { Sent } from './send.ts';

export type Era = 'legacy' | 'modern';

export const ACCEPTED = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export interface Message {
  id: unknown;
  method: string;
  params?: Record<string, unknown>;
}

/** A message as a client of this era posts it. */
export function posted(era: Era, message: Message, headers: Record<string, string> = {}): Sent {
  const { method, params } = message;
  if (era === 'legacy') {
    return {
      headers: { ...ACCEPTED, 'mcp-protocol-version': '2025-06-18', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    };
  }
  const name = params?.name ?? params?.uri;
  const named: Record<string, string> = typeof name === 'string' ? { 'mcp-name': name } : {};
  return {
    headers: {
      ...ACCEPTED,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...named,
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      ...message,
      params: { _meta: ENVELOPE, ...params },
    }),
  };
}

export function call(name: string, args?: unknown, id: unknown = 1): Message {
  return {
    id,
    method: 'tools/call',
    params: { name, ...(args !== undefined && { arguments: args }) },
  };
}
