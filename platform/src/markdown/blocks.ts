import { span } from '@docs-platform-mcp/markdown/repository';
import type { RootContent } from 'mdast';
import { stableId } from '../store/ids.ts';
import { readText } from './read-text.ts';

/** A top-level block of a text. */
export interface TopLevelBlock {
  /** Names the block in its page: the same text has the same key in every revision. */
  key: string;
  /** Its markdown. */
  source: string;
  node: RootContent;
}

const KEY_LENGTH = 12;

/** The top-level blocks of a text in order; equal blocks are distinguished by an index. */
export function blockSources(markdown: string): TopLevelBlock[] {
  const seen = new Map<string, number>();
  return readText(markdown).children.map((node) => {
    const source = markdown.slice(...span(node));
    const count = seen.get(source) ?? 0;
    seen.set(source, count + 1);
    return { key: stableId('block', source, String(count)).slice(0, KEY_LENGTH), source, node };
  });
}
