import type { Scan } from './blocks.ts';
import type { Range } from './range.ts';
import { WordReader } from './words.ts';

/** The ranges of code in a text, in order. */
export function codeIn(scan: Scan): Range[] {
  const reader = new WordReader(scan);
  const code: Range[] = [];
  for (const { type, start, end, content } of scan.blocks) {
    if (type === 'code') code.push({ start, end });
    const isText = type === 'paragraph' || type === 'heading' || type === 'table';
    if (!isText || !scan.text.slice(content.start, content.end).includes('`')) continue;
    for (const range of reader.inline(content).code) code.push(range);
  }
  return code;
}
