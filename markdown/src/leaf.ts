import type { Fence } from './fences.ts';
import type { HtmlEnd } from './html.ts';
import type { Range } from './range.ts';

/** A leaf block to which the next line may belong. */
export type Leaf = Range &
  (
    | { type: 'paragraph'; lines: number; lineStart: number }
    | { type: 'table' }
    | { type: 'fence'; fence: Fence; from: number }
    | { type: 'indented' }
    | { type: 'html'; until: HtmlEnd }
  );
