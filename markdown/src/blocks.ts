import type { Enclosure } from './enclosures.ts';
import type { Range } from './range.ts';
import type { Tag } from './tags.ts';

/** A piece of a text that has no blocks within it. */
export interface Block extends Range {
  type:
    | 'front-matter'
    | 'paragraph'
    | 'heading'
    | 'code'
    | 'html'
    | 'table'
    | 'rule'
    | 'definition'
    | 'liquid';
  /** Its text without the marks around it. */
  content: Range;
  /** Whether it stands in a list or a quote. */
  nested: boolean;
  /** The words behind the fence of code. */
  info?: string;
  /** The tag of liquid that this is. */
  tag?: Tag;
}

/** A heading as it was found. */
export interface ScannedHeading extends Range {
  depth: number;
  content: Range;
  nested: boolean;
  /** Start of its line. */
  lineStart: number;
  /** What encloses it, by place among the enclosures of each kind; -1 for nothing. */
  liquid: number;
  html: number;
  /** Whether a block begins or ends within it, so that it belongs to neither side. */
  straddles: boolean;
}

/** Where the target of references is written. */
export interface Definition extends Range {
  name: string;
  label: Range;
  target: Range;
}

/** All blocks of a text, in its order. */
export interface Scan {
  text: string;
  /** The same with the marks of quotes blanked, for what goes over several lines of one. */
  unquoted: string;
  blocks: Block[];
  headings: ScannedHeading[];
  definitions: Definition[];
  liquid: Enclosure[];
  html: Enclosure[];
}
