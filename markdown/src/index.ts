export type { Block, Definition } from './blocks.ts';
export { entityAt, NO_CHARACTER, unescaped } from './characters.ts';
export { commonLines, differencesBetween, type LineDifference } from './compare.ts';
export { DecodedText, encodedAs } from './decoded.ts';
export { DELETED_TARGETS, isDeletedTarget, withoutDeletedTargets } from './deleted-targets.ts';
export { endOfLine, occurrencesOf, replaceRange, replaceSection, replaceText } from './edit.ts';
export type { Enclosure } from './enclosures.ts';
export { Fragments, serviceFragments } from './fragments.ts';
export { type FrontMatter, frontMatterOf } from './front-matter.ts';
export { Anchors, type Heading, withoutId } from './headings.ts';
export type { PlainLine } from './lines.ts';
export { Markdown } from './markdown.ts';
export { type Fault, parentBlockOf } from './nesting.ts';
export { blankRanges, type Range, type Replacement, replaceRanges } from './range.ts';
export { RecentTexts } from './recent.ts';
export {
  type IndirectLink,
  type Link,
  linksOf,
  type Reference,
  type References,
} from './references.ts';
export { percentDecoded } from './repository/paths.ts';
export { type NewTarget, retargetReferences } from './retarget.ts';
export type { LineRole, RoleOfLine } from './roles.ts';
export { namesOf, type Section, sectionsNamed } from './sections.ts';
export { LiquidReader } from './tags.ts';
export { hasJoinedWords, isWithinWord, separateLetters } from './writing.ts';
