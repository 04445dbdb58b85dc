export {
  findOn,
  matchesIn,
  type PageMatches,
  type SearchedPage,
  type TextPart,
  type Wanted,
} from './find.ts';
export {
  type Pattern,
  PatternError,
  type PatternInput,
  patternOf,
  type TextMatch,
} from './pattern.ts';
export { type PageText, readTexts, type SpaceTexts } from './texts.ts';
