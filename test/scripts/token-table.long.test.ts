import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressed } from '../../scripts/bundle/compress.ts';
import { tokenCounterOf } from '../../scripts/bundle/token-counter.ts';
import { packTokens, unpackTokens } from '../../scripts/bundle/token-table.ts';

const TEXTS = [
  'A message is delivered eight times; then `northwind-queue` gives up on it, and tells the subscriber.',
  '{"object":"page","id":"x7Kd92LmQ0","slug":"delivery-attempts","updatedAt":"2026-03-01T10:20:30Z"}',
  'Zwischen zwei Zustellungsversuchen verdoppelt sich die Wartezeit der Warteschlange.',
  'Доставка сообщения прекращается после восьми попыток, и организация получает уведомление.',
  '消息在八次尝试后将放弃投递。ドキュメントの変更は変更リクエストでレビューされます。',
];

/** Words and characters of many scripts, broken characters among them. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...TEXTS.flatMap((line) => line.split(/(?=\s)/))),
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('a', 'é', 'Ω', '漢', '👩‍🚀', '\ud83d', ' ', '\n', '-', '7'),
      }),
    ),
  )
  .map((parts) => parts.join(''));

describe('the tokens beside the bundle', () => {
  const packed = packTokens(tokens);
  const { bytes, ends, ranks } = unpackTokens(Buffer.from(packed));
  const unpacked = [...ends].map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
  let folder: string;
  let count: (text: string) => number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-platform-tokens-'));
    const file = join(folder, 'tokens');
    writeFileSync(file, compressed(packed, false));
    count = await tokenCounterOf(pathToFileURL(file));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those of the tokenizer, except single bytes', () => {
    const known = tokens
      .map((token) => Buffer.from(token as string).toString('latin1'))
      .filter(({ length }) => length > 1);
    const read = unpacked.map((token) => Buffer.from(token).toString('latin1'));
    expect(read).toHaveLength(199_742);
    expect(read).toEqual([...new Set(known)].sort());
    expect(new Set(ranks).size).toBe(199_742);
  });

  it('count as the tokenizer does with the same ranks', () => {
    const byRank: (string | number[])[] = [];
    for (const [at, token] of unpacked.entries()) {
      const written = Buffer.from(token).toString();
      const isText = Buffer.from(written).equals(token);
      byRank[ranks[at] as number] = isText ? written : [...token];
    }
    byRank.push(
      ...Array.from({ length: 256 }, (_, byte) =>
        byte < 128 ? String.fromCharCode(byte) : [byte],
      ),
    );
    const same = GptEncoding.getEncodingApi('o200k_base', () => byRank as never);
    fc.assert(
      fc.property(text, (sample) => {
        expect(count(sample)).toBe(same.countTokens(sample));
      }),
    );
  });

  it('count the same as the tokenizer with its own ranks, or slightly more', () => {
    const exact = TEXTS.map((line) => countTokens(line));
    expect(exact).toEqual([24, 39, 21, 17, 30]);
    for (const [index, line] of TEXTS.entries()) {
      const most = (exact[index] as number) * 1.05 + 1;
      expect(count(line)).toBeGreaterThanOrEqual(exact[index] as number);
      expect(count(line)).toBeLessThanOrEqual(most);
    }
  });
});
