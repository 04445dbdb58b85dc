export { type Target, targetOf } from './kept-targets.ts';
export { assetPath, folded, layoutOf, type Placed, safeName } from './layout.ts';
export { addressFrom, keptUrl, localPath, type Paths, type Targets } from './links.ts';
export { type MergedText, mergeTexts } from './merge-texts.ts';
export {
  inFileOrder,
  LAYOUT_PARTS,
  type PlainPresentation,
  plainPresentation,
} from './page-metadata.ts';
export { headingText, type Part, partsOf, printHeading } from './page-parts.ts';
export { cleanText, normalizeText, parseMarkdown, printMarkdown, span } from './parse.ts';
export { baseName, MARKDOWN, nameOf, README, resolvePath, titleOf } from './paths.ts';
export { setFrontmatter } from './set-frontmatter.ts';
export { readSummary, type SummaryEntry } from './summary.ts';
export { type ListedPage, type SummaryFile, summaryFile } from './summary-file.ts';
export { changedRuns } from './three-way.ts';
