export { assetPath, foldCase, type Layout, layoutOf, safeName } from './layout.ts';
export {
  addressFrom,
  type ImportTargets,
  keptUrl,
  localPath,
  localPaths,
  type RepositoryPaths,
  type StoredTarget,
  targetOf,
} from './links.ts';
export { type KeptText, type MergedText, mergeKeepingFirst, mergeTexts } from './merge-texts.ts';
export {
  inFileOrder,
  LAYOUT_PARTS,
  type PlainPresentation,
  plainPresentation,
} from './page-metadata.ts';
export {
  filePartsOf,
  headingText,
  type PagePart,
  pagePartsOf,
  printHeading,
} from './page-parts.ts';
export { cleanText, normalizeText, parseMarkdown, printMarkdown, span } from './parse.ts';
export {
  baseName,
  MARKDOWN_FILE,
  nameOf,
  pathAt,
  percentDecoded,
  README,
  resolvePath,
  titleFromPath,
} from './paths.ts';
export { printFrontmatter, setFrontmatter } from './set-frontmatter.ts';
export { readSummary, type SummaryEntry } from './summary.ts';
export { type ListedPage, type SummaryFile, summaryFile } from './summary-file.ts';
export { changedRuns } from './three-way.ts';
