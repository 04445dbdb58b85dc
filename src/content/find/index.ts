export { findDecoded, inPlaceOf } from './decoded.ts';
export { shownExcerpt, WIDE } from './excerpt.ts';
export {
  type FoundLine,
  findOn,
  type PageMatches,
  type SearchedPage,
  type Wanted,
} from './find.ts';
export { matchesIn, matchesInLine } from './parts.ts';
export {
  type Pattern,
  PatternError,
  type PatternInput,
  patternOf,
  type TextMatch,
} from './pattern.ts';
export { type PageText, readTexts, type SpaceTexts } from './texts.ts';
