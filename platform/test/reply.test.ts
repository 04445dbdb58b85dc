import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { RawJson } from '../src/http/raw-json.ts';
import { HttpReply, sendReply } from '../src/http/reply.ts';

/** The longest piece that is encoded at once, in bytes of UTF-8. */
const MAX_PIECE = 3 * 64 * 1024;

/** What a reply writes, piece by piece. */
async function written(reply: HttpReply): Promise<{ pieces: Uint8Array[]; length: number }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const response = {
    writeHead: (_: number, headers: Record<string, number>) => {
      length = headers['content-length'] ?? 0;
    },
    write: (piece: Uint8Array) => pieces.push(piece),
    end: (piece: Uint8Array) => pieces.push(piece),
  };
  await sendReply(response as unknown as ServerResponse, reply);
  return { pieces, length };
}

const LONG = `${'文字🙂a'.repeat(100_000)}\n`;

test.each([
  ['a page', HttpReply.text(200, 'text/html', ['<p>', LONG, '</p>'], {}), `<p>${LONG}</p>`],
  ['JSON', HttpReply.ok({ text: LONG }), JSON.stringify({ text: LONG })],
  [
    'prepared JSON',
    HttpReply.ok({ document: new RawJson(Buffer.from(JSON.stringify(LONG))) }),
    JSON.stringify({ document: LONG }),
  ],
])('%s of any length is encoded in short pieces', async (_, reply, text) => {
  const { pieces, length } = await written(reply);
  expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(MAX_PIECE);
  const all = Buffer.concat(pieces);
  expect(all.equals(Buffer.from(text))).toBe(true);
  expect(length).toBe(all.byteLength);
});

test('prepared JSON is never copied, and belongs to one reply', async () => {
  const json = new TextEncoder().encode(JSON.stringify(LONG));
  const [one, other] = await Promise.all(
    ['one', 'other'].map((name) =>
      written(HttpReply.ok({ name, long: LONG, document: new RawJson(json) })),
    ),
  );
  for (const [name, reply] of Object.entries({ one, other })) {
    const pieces = reply?.pieces ?? [];
    const text = JSON.stringify({ name, long: LONG, document: LONG });
    expect(Buffer.concat(pieces).equals(Buffer.from(text))).toBe(true);
    const shared = pieces.filter(({ buffer }) => buffer === json.buffer);
    expect(shared.reduce((size, { byteLength }) => size + byteLength, 0)).toBe(json.byteLength);
  }
});

test('a short page is one piece', async () => {
  const { pieces } = await written(HttpReply.text(200, 'text/html', ['<p>', 'short', '</p>'], {}));
  expect(pieces.map(String)).toEqual(['<p>short</p>']);
});
