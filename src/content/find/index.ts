export { type FoundLine, type FoundPage, findIn } from './find.ts';
export { type Match, type Pattern, PatternError, patternOf, type Wanted } from './pattern.ts';
export {
  hasText,
  type PageText,
  readTexts,
  revisionOf,
  type Texts,
  type UnreadPage,
} from './texts.ts';
