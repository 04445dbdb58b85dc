import { mergeTexts } from '@docs-platform-mcp/markdown/repository';
import { findOnPages } from '../../content/find/index.ts';
import { linkLines, linkTargets } from '../../content/find/links.ts';
import { markedParts } from '../../content/index.ts';
import { findMentions } from '../../content/mentions/index.ts';
import { findPassages } from '../../content/passages.ts';
import { sanitizeText } from '../../text/index.ts';
import { describeBroken } from '../edits/broken-blocks.ts';
import { oneLineTags } from '../edits/one-line-tags.ts';
import { prepareText } from '../edits/prepare-text.ts';
import { respelled } from '../edits/respelled.ts';
import { changeText } from '../edits/text-changes.ts';
import { isTruncatedText } from '../edits/truncated-text.ts';
import { unrequestedDifferences } from '../edits/unrequested-differences.ts';
import { packText } from '../workflows/audit-links/packed-text.ts';
import { hunksOf } from '../workflows/change/hunks.ts';
import { copyText } from '../workflows/copy/text.ts';
import { replaceInTexts } from '../workflows/find/replace.ts';
import { retargetLinkGroups, retargetVisibleLinks } from '../workflows/find/retarget-links.ts';
import { storedDifferently } from '../workflows/open-change-request/differences.ts';
import {
  packFollowedUrls,
  packLinks,
  retargetLinks,
} from '../workflows/open-change-request/markdown-links.ts';
import { undoInText } from '../workflows/restore/undo-in-text.ts';

/** Work on texts that can take long. Input and output are plain data, so that a thread can do it. */
export const JOBS = {
  changeText,
  copyText,
  describeBroken,
  findOnPages,
  findMentions,
  findPassages,
  hunksOf,
  isTruncatedText,
  retargetLinkGroups,
  linesWith,
  linkLines,
  linkTargets,
  markedParts,
  mergeTexts,
  oneLineTags,
  packFollowedUrls,
  packLinks,
  packText,
  prepareText,
  retargetVisibleLinks,
  replaceInTexts,
  respelled,
  retargetLinks,
  shownMarkedParts: (markdown: string) => markedParts(sanitizeText(markdown)),
  storedDifferently,
  undoInText,
  unrequestedDifferences,
};

/** For each target, the first line that contains it, counted from 1; 0 for none. */
function linesWith({
  markdown,
  targets,
}: {
  markdown: string;
  targets: readonly string[];
}): number[] {
  const lines = markdown.split('\n');
  return targets.map((target) => lines.findIndex((text) => text.includes(target)) + 1);
}
