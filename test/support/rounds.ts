const META = 'io.modelcontextprotocol';

/** The answer to one tool call of a client of 2026. */
export interface Round {
  resultType?: string;
  requestState?: string;
  inputRequests?: { confirm: { params: { message: string } } };
  isError?: boolean;
  content?: { text: string }[];
}

export interface RoundOptions {
  /** The state of an earlier round; sent together with a confirmation. */
  state?: string;
  token?: string;
  name?: string;
  action?: 'accept' | 'decline' | 'cancel';
}

/** A raw call of a client of 2026 with elicitation, so that its state can be tampered with and replayed. */
export async function round(
  url: string,
  args: object,
  { state, token = 'alice', name = 'delete_collection', action = 'accept' }: RoundOptions = {},
): Promise<Round | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        ...(state && {
          requestState: state,
          inputResponses: { confirm: { action, content: {} } },
        }),
        _meta: {
          [`${META}/protocolVersion`]: '2026-07-28',
          [`${META}/clientInfo`]: { name: 'raw', version: '1.0.0' },
          [`${META}/clientCapabilities`]: { elicitation: {} },
        },
      },
    }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (\{.*\})$/m.exec(text)?.[1] ?? '{}');
  return (JSON.parse(json) as { result?: Round }).result;
}

/** The question of a round that needs a confirmation. */
export function questionOf(asked: Round | undefined): string {
  return asked?.inputRequests?.confirm.params.message ?? '';
}
