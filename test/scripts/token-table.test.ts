import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressed } from '../../scripts/bundle/compress.ts';
import { packTokens, readTokens, type TokenText } from '../../scripts/bundle/token-table.ts';

const TEXTS = [
  'A message is delivered eight times; then `northwind-queue` gives up on it, and tells the subscriber.',
  '{"object":"page","id":"x7Kd92LmQ0","slug":"delivery-attempts","updatedAt":"2026-03-01T10:20:30Z"}',
  'Zwischen zwei Zustellungsversuchen verdoppelt sich die Wartezeit der Warteschlange.',
  'Доставка сообщения прекращается после восьми попыток, и организация получает уведомление.',
  '消息在八次尝试后将放弃投递。ドキュメントの変更は変更リクエストでレビューされます。',
];

describe('the tokens beside the bundle', () => {
  let folder: string;
  let read: TokenText[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docs-platform-tokens-'));
    const file = join(folder, 'tokens');
    writeFileSync(file, compressed(packTokens(tokens), false));
    read = readTokens(pathToFileURL(file));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those of the tokenizer, in the same form', () => {
    const known = new Set(tokens.map((token) => JSON.stringify(token)));
    expect(read).toHaveLength(199_998);
    expect(new Set(read).size).toBe(199_998);
    expect(read.filter((token) => !known.has(JSON.stringify(token)))).toEqual([]);
  });

  it('count the same as the tokenizer, or slightly more', () => {
    const { countTokens: counted } = GptEncoding.getEncodingApi('o200k_base', () => read as never);
    const exact = TEXTS.map((text) => countTokens(text));
    expect(exact).toEqual([24, 39, 21, 17, 30]);
    for (const [index, text] of TEXTS.entries()) {
      const most = (exact[index] as number) * 1.05 + 1;
      expect(counted(text)).toBeGreaterThanOrEqual(exact[index] as number);
      expect(counted(text)).toBeLessThanOrEqual(most);
    }
  });
});
