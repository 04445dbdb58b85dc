const META = 'io.modelcontextprotocol';

/** What a client of 2026 gets for one call of a tool. */
export interface Round {
  resultType?: string;
  requestState?: string;
  inputRequests?: { confirm: { params: { message: string } } };
  isError?: boolean;
  content?: { text: string }[];
}

export interface RoundOptions {
  /** What an earlier round gave to go on with; a yes goes along. */
  state?: string;
  token?: string;
  name?: string;
  action?: 'accept' | 'decline' | 'cancel';
}

/** One call of a client of 2026 that can be asked, in the raw, so that its state can be tampered with and sent again. */
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

/** The question of a round that waits for a person. */
export function questionOf(asked: Round | undefined): string {
  return asked?.inputRequests?.confirm.params.message ?? '';
}
