export { encodedReplacement, findDecoded } from './decoded.ts';
export { excerptOf, shownExcerpt, WIDE } from './excerpt.ts';
export {
  countLoose,
  type FoundLine,
  findOnPages,
  type PageMatches,
  type SearchedPage,
  type SearchPattern,
} from './find.ts';
export { matchesIn, matchesInLine, type SearchedPart } from './parts.ts';
export {
  type Pattern,
  PatternError,
  type PatternInput,
  patternOf,
  type TextMatch,
} from './pattern.ts';
export { type PageText, readTexts, type SpaceTexts } from './texts.ts';
