import { mergeTexts } from '@docs-platform-mcp/markdown/repository';
import { findOn } from '../../content/find/index.ts';
import { linkLines, linkTargets } from '../../content/find/links.ts';
import { markedParts } from '../../content/index.ts';
import { mentionsOn } from '../../content/mentions/index.ts';
import { passagesFor } from '../../content/passages.ts';
import { sanitizeText } from '../../text/index.ts';
import { preparedText } from '../edits/prepared-text.ts';
import { changedText } from '../edits/text-changes.ts';
import { unaskedDifferences } from '../edits/unasked.ts';
import { hunksOf } from '../workflows/change/hunks.ts';
import { copiedText } from '../workflows/copy/text.ts';
import { relinked } from '../workflows/find/relinked.ts';
import { replaceOn } from '../workflows/find/replace.ts';
import { storedDifferently } from '../workflows/open-change-request/differences.ts';
import { led, packedLinksIn } from '../workflows/open-change-request/markdown-links.ts';
import { undoneText } from '../workflows/restore/undone-text.ts';

/** Work on texts that can take long. Input and output are plain data, so that a thread can do it. */
export const JOBS = {
  changeText: changedText,
  copyText: copiedText,
  find: findOn,
  hunks: hunksOf,
  lead: led,
  linesWith,
  linkLines,
  linkTargets,
  linksIn: packedLinksIn,
  markedParts,
  mentions: mentionsOn,
  mergeTexts,
  passages: passagesFor,
  prepareText: preparedText,
  relink: relinked,
  replace: replaceOn,
  shownMarkedParts: (markdown: string) => markedParts(sanitizeText(markdown)),
  storedDifferently,
  unaskedDifferences,
  undoneText,
};

/** For each target the first line that contains it, counted from 1; 0 for none. */
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
