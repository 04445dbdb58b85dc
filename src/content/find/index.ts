export { type Found, findOn, type Searched } from './find.ts';
export { type Match, type Pattern, PatternError, patternOf, type Wanted } from './pattern.ts';
export { type PageText, readTexts, type Texts } from './texts.ts';
