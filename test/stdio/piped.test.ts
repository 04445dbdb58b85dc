import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CLI } from '../support/built.ts';

const CLIENT = { name: 'test', version: '1.0.0' };

function request(id: number, method: string, params: unknown = {}) {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** Typical piped input: a handshake, slow calls, and requests that only the SDK answers. */
function session(capabilities: unknown = {}): string[] {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: CLIENT };
  const call = (id: number, name: string, args: unknown = {}) =>
    request(id, 'tools/call', { name, arguments: args });
  return [
    request(0, 'initialize', params),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    request(1, 'tools/list'),
    ...[2, 3, 4].map((id) => call(id, 'list_organizations')),
    request(5, 'resources/list'),
    request(6, 'prompts/list'),
    call(7, 'list_pages', { spaceId: 'spaceDevGuide0000001' }),
    request(8, 'resources/templates/list'),
  ];
}

/** Pipes a session through the built program; the reader pauses after each chunk. */
async function piped(input: string, restMs: number): Promise<{ code: number; lines: string[] }> {
  const child = spawn(process.execPath, [CLI], { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  child.stdin.end(input);
  let text = '';
  const read = (async () => {
    for await (const piece of child.stdout) {
      text += piece;
      await setTimeout(restMs);
    }
  })();
  const [code] = await once(child, 'exit');
  await read;
  expect(text.endsWith('\n')).toBe(true);
  return { code, lines: text.trimEnd().split('\n') };
}

test.each([
  ['at once', 0],
  ['slowly', 150],
])(
  'requests before the end of stdin are answered completely, to a reader of %s',
  async (_, restMs) => {
    const { code, lines } = await piped(`${session().join('\n')}\n`, restMs);
    const answers = lines.map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(answers.every((answer) => 'result' in answer)).toBe(true);
    expect(code).toBe(0);
  },
);

test('a last line without a newline is a message, too', async () => {
  const { lines } = await piped(session().slice(0, 3).join('\n'), 0);
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([0, 1]);
});

test('a client that closed stdin can no longer be asked, and gets the outcome', async () => {
  const args = { collectionId: 'collNorthwindDocs001' };
  const lines = [
    ...session({ elicitation: {} }),
    request(9, 'tools/call', { name: 'delete_collection', arguments: args }),
    request(10, 'tools/call', {
      name: 'write_operation',
      arguments: { name: 'delete_collection', arguments: args },
    }),
  ];
  const answered = await piped(`${lines.join('\n')}\n`, 0);
  const last = answered.lines.map((line) => JSON.parse(line)).find(({ id }) => id === 10);
  expect(last.result.isError).toBe(true);
});
