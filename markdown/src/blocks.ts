import type { Enclosure } from './enclosures.ts';
import type { Range } from './range.ts';
import type { Tag } from './tags.ts';

/** A leaf block: a part of a text that contains no other blocks. */
export interface Block extends Range {
  type:
    | 'front-matter'
    | 'paragraph'
    | 'heading'
    | 'code'
    | 'formula'
    | 'html'
    | 'table'
    | 'rule'
    | 'definition'
    | 'liquid';
  /** The range of its text without the delimiters. */
  content: Range;
  /** How many items of lists and quotes it is in. */
  containers: number;
  /** The info string of fenced code. */
  info?: string;
  /** Whether the end of fenced code is missing. */
  isUnclosed?: boolean;
  /** The liquid tag that this block is. */
  tag?: Tag;
  /** The columns between what contains the line of a liquid tag and the first tag on it. */
  indent?: number;
}

/** A heading as it was scanned. */
export interface ScannedHeading extends Range {
  depth: number;
  content: Range;
  nested: boolean;
  /** Start of its line. */
  lineStart: number;
  /** Indexes of what encloses it, for each kind of enclosure; -1 for nothing. */
  liquid: number;
  html: number;
  /** Whether a block begins or ends within it, so that it belongs to neither side. */
  straddles: boolean;
}

/** The definition of a reference's target. */
export interface Definition extends Range {
  name: string;
  label: Range;
  target: Range;
}

/** All blocks of a text, in order. */
export interface Scan {
  text: string;
  /** The same with quote markers blanked, for content that spans several lines of a quote. */
  unquoted: string;
  blocks: Block[];
  headings: ScannedHeading[];
  definitions: Definition[];
  liquid: Enclosure[];
  html: Enclosure[];
  /** The tags of each kind without a partner. */
  unpaired: Record<Enclosure['kind'], Tag[]>;
  /** The texts in which marks of tags are text. */
  literals: readonly Range[];
}
